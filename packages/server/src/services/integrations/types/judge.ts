import type { GuardedResponse } from '../../../outbound/guarded-fetch.ts'
import type { Verdict } from '../../verdict.ts'
import { type Account, authorization } from '../authorization.ts'
import type { ProbeTools } from './type.ts'

export const works = (message: string): Verdict => ({ ok: true, message })
export const fails = (message: string): Verdict => ({ ok: false, message })

/** Without a slash at the end. */
export const bare = (url: string): string => url.replace(/\/+$/, '')

export const credential = async ({ secret }: ProbeTools, account: Account) => ({
  accept: 'application/json',
  ...(await authorization(secret, account)),
})

/** What is wrong with an answer, from its status alone: what stands in it is not ours to repeat. */
export function judged(
  who: string,
  { status, headers }: GuardedResponse,
  { isJson } = { isJson: true },
): Verdict | undefined {
  if (status === 401 || status === 403) return fails(`${who} refuses the credential (status ${status}).`)
  if (status === 404) return fails(`${who} is not at that address (status 404).`)
  if (status < 200 || status > 299) return fails(`${who} answers with status ${status}.`)
  if (isJson && !/\bjson\b/.test(headers['content-type'] ?? ''))
    return fails(`What answers at that address is not ${who}: it sends no JSON.`)
  return undefined
}
