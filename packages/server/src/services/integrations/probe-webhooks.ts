import type { GuardedFetch } from '../../outbound/guarded-fetch.ts'
import type { Verdict } from '../verdict.ts'
import { works } from './types/judge.ts'

/** Whether each URL can be reached and responds, whatever its response to a request that is not an event. */
export async function probeWebhooks(urls: readonly string[], fetch: GuardedFetch): Promise<Verdict> {
  await Promise.all(urls.map((url) => fetch(url, { method: 'HEAD' })))
  return works(`All ${urls.length} endpoints can be reached and respond; no event was sent.`)
}
