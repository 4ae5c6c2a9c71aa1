import type { GuardedFetch } from '../../outbound/guarded-fetch.ts'
import { jsonIn } from '../../outbound/json-value.ts'
import { Misfit } from '../foreseen.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** A JSON object that a provider publishes; `what` is how a sentence about it begins. */
export async function fetchJson(fetch: GuardedFetch, url: string, what: string): Promise<JsonObject> {
  const { status, headers, body } = await fetch(url, { headers: { accept: 'application/json' } })
  if (status !== 200) throw new Misfit(`${what} is answered with status ${status}, not 200.`)
  if (!/\bjson\b/i.test(headers['content-type'] ?? '')) throw new Misfit(`${what} is not sent as JSON.`)
  const value = jsonIn(body)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Misfit(`${what} is not a JSON object.`)
  return value as JsonObject
}
