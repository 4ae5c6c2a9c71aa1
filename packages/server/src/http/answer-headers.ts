/**
 * The request headers that answers depend on; sent with every answer, so that no cache mixes up two callers.
 */
export const vary = 'Accept-Encoding, Authorization, Cookie, X-Svc-Mode'

/** Sent with every answer. */
export const commonHeaders = {
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
  vary,
}

export const contentType = 'application/json; charset=utf-8'
