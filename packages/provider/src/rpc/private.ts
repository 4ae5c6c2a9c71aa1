/** Private bytes of a resource next to its state; on the wire, none and empty are the same. */
export const privateOf = (bytes: Uint8Array): Uint8Array | undefined => (bytes.length > 0 ? bytes : undefined)
