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

/** What is wrong with a response, judged by its status alone: its contents must not be disclosed. */
export function judged(
  who: string,
  { status, headers }: GuardedResponse,
  { isJson } = { isJson: true },
): Verdict | undefined {
  if (status === 401 || status === 403) return fails(`${who} refuses the credential (status ${status}).`)
  if (status === 404) return fails(`${who} was not found at that URL (status 404).`)
  if (status < 200 || status > 299) return fails(`${who} answers with status ${status}.`)
  if (isJson && !/\bjson\b/.test(headers['content-type'] ?? ''))
    return fails(`What responds at that URL is not ${who}: it does not send JSON.`)
  return undefined
}
