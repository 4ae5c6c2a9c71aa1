import type { Address } from './listen.ts'

export const PROTOCOL_VERSION = 6

/** Indicates that a host has started this process, not a person. It is not a secret. */
export const MAGIC_COOKIE = 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2'

export interface Handshake {
  readonly address: Address
  readonly certificate: Uint8Array | undefined
  /** Old hosts fail on a field that they did not ask for. */
  readonly wantsMultiplexing: boolean
}

/**
 * The line that a host waits for. There is only this version: a host that does not support it tells the user.
 */
export function handshakeLine({ address, certificate, wantsMultiplexing }: Handshake): string {
  const encoded = certificate ? Buffer.from(certificate).toString('base64').replaceAll('=', '') : ''
  const fields = [1, PROTOCOL_VERSION, address.network, address.text, 'grpc', encoded]
  return `${[...fields, ...(wantsMultiplexing ? [false] : [])].join('|')}\n`
}
