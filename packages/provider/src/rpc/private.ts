/** Bytes of a resource's own beside its state; on the wire, none and empty are one. */
export const privateOf = (bytes: Uint8Array): Uint8Array | undefined => (bytes.length > 0 ? bytes : undefined)
