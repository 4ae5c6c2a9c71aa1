import type { GuardedFetch } from '../../outbound/guarded-fetch.ts'
import type { Verdict } from '../verdict.ts'
import { works } from './types/judge.ts'

/** Whether each address may be reached and answers, whatever it answers to a request that is no event. */
export async function probeWebhooks(urls: readonly string[], fetch: GuardedFetch): Promise<Verdict> {
  await Promise.all(urls.map((url) => fetch(url, { method: 'HEAD' })))
  return works(`Each of the ${urls.length} endpoints may be reached and answers; no event was sent.`)
}
