/** One call of the protocol: bytes in, bytes out. */
export type Unary = (request: Uint8Array) => Promise<Uint8Array>
