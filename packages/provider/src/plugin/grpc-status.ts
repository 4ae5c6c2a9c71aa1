export const grpcStatus = { ok: 0, resourceExhausted: 8, unimplemented: 12, internal: 13 } as const

export type GrpcStatus = (typeof grpcStatus)[keyof typeof grpcStatus]

/** A headers-only response: the call failed before there was a message to send. */
export function failureHeaders(code: GrpcStatus, message: string): Readonly<Record<string, string | number>> {
  return {
    ':status': 200,
    'content-type': 'application/grpc',
    'grpc-status': code,
    'grpc-message': encodeURIComponent(message.slice(0, MAX_MESSAGE_CHARACTERS).toWellFormed()),
  }
}

/** Percent-encoded, each may take nine bytes, and a block of headers may have 64 KiB. */
const MAX_MESSAGE_CHARACTERS = 4000
