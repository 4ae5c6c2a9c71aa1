import type { CustomFetch } from 'openid-client'
import { type GuardedFetch, UpstreamError } from '../../../outbound/guarded-fetch.ts'

/** The library's requests, through the only way out of the product. */
export const fetchFor =
  (fetch: GuardedFetch): CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const answer = await fetch(url, {
      method,
      headers,
      ...(body !== undefined && body !== null && { body: String(body) }),
      ...(signal && { signal }),
    })
    if (answer.status >= 500)
      throw new UpstreamError('status', `The identity provider answers with status ${answer.status}.`)
    const isEmpty = answer.status === 204 || answer.status === 304
    return new Response(isEmpty ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: answer.headers,
    })
  }
