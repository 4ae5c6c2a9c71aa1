import type { GuardedFetch } from '../../outbound/guarded-fetch.ts'
import type { Verdict } from '../verdict.ts'
import { works } from './types/judge.ts'

/** Whether each URL can be reached and responds, whatever its response to a request that is not an event. */
export async function probeWebhooks(urls: readonly string[], fetch: GuardedFetch): Promise<Verdict> {
  await Promise.all(urls.map((url) => fetch(url, { method: 'HEAD' })))
  const reached =
    urls.length === 1
      ? 'The endpoint can be reached and responds'
      : `All ${urls.length} endpoints can be reached and respond`
  return works(`${reached}; no event was sent.`)
}
