import type { GuardedFetch } from '../../outbound/guarded-fetch.ts'
import { jsonIn } from '../../outbound/json-value.ts'
import { ConfigurationError } from '../expected-errors.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** A JSON object that a provider publishes; `what` starts the sentence about a failure. */
export async function fetchJson(fetch: GuardedFetch, url: string, what: string): Promise<JsonObject> {
  const { status, headers, body } = await fetch(url, { headers: { accept: 'application/json' } })
  if (status !== 200) throw new ConfigurationError(`${what} returns status ${status} instead of 200.`)
  if (!/\bjson\b/i.test(headers['content-type'] ?? ''))
    throw new ConfigurationError(`${what} is not sent as JSON.`)
  const value = jsonIn(body)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ConfigurationError(`${what} is not a JSON object.`)
  return value as JsonObject
}
