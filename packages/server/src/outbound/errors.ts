/** The address may not be fetched at all, whatever it would answer. */
export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError'
}

/** The address may be fetched, but no usable answer came back. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  readonly reason: UpstreamReason

  constructor(reason: UpstreamReason, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options)
    this.reason = reason
  }
}

export type UpstreamReason =
  | 'name'
  | 'connection'
  | 'timeout'
  | 'aborted'
  | 'size'
  | 'encoding'
  | 'redirect'
  | 'redirects'
  | 'answer'
  | 'credential'
  | 'permission'
  | 'missing'
  | 'refused'
  | 'throttled'
  | 'status'
  | 'content'
