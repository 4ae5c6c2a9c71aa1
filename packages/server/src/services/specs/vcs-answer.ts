import { CatalogError, type IntegrationConfigs, invalid } from '@svc/model'
import type { GuardedResponse } from '../../outbound/guarded-fetch.ts'
import { at, jsonIn } from '../../outbound/json-value.ts'
import { hostOf } from '../integrations/vcs-host.ts'

type Vcs = IntegrationConfigs['vcs']

const names = { github: 'GitHub', gitlab: 'GitLab', bitbucket: 'Bitbucket' } as const

const nameOf = (config: Vcs): string => `${names[config.provider]} (${hostOf(config)})`

const unavailable = (message: string, headers: Readonly<Record<string, string>> = {}): CatalogError =>
  new CatalogError('upstream_unavailable', message, { headers })

/** Refuses responses that are not a file, by status and type: their contents must not be disclosed. */
export function requireFile(config: Vcs, answer: GuardedResponse): void {
  const { status } = answer
  const who = nameOf(config)
  if (status === 401)
    throw unavailable(`${who} refuses the token of the version-control integration (status 401).`)
  if (status === 404)
    throw unavailable(
      `${who} has no such file, or the token of the version-control integration has no access to its repository (status 404).`,
    )
  if (status === 403)
    throw unavailable(
      isTooLarge(answer)
        ? `${who} does not serve files that large.`
        : `${who} does not let the token of the version-control integration read this file (status 403).`,
    )
  if (status < 200 || status > 299) throw unavailable(`${who} answers with status ${status}.`)
  const type = answer.headers['content-type'] ?? ''
  if (/\bhtml\b/i.test(type)) throw unavailable(`The API URL of ${who} returns a web page instead of a file.`)
  if (/^application\/json\b/i.test(type) && isListing(answer))
    throw invalid('specUrl', 'is a folder or something else that is not a file')
}

/** When to retry, in seconds; undefined if the response does not ask to wait. */
export function secondsToWait({ status, headers }: GuardedResponse, now: Date): number | undefined {
  const isSpent = headers['x-ratelimit-remaining'] === '0'
  if (status !== 429 && !(status === 403 && (isSpent || headers['retry-after'] !== undefined)))
    return undefined
  const reset = headers['x-ratelimit-reset'] ?? headers['ratelimit-reset']
  const named = headers['retry-after'] ?? (isSpent || status === 429 ? reset : undefined)
  return Math.min(Math.max(secondsUntil(named ?? '', now) ?? defaultWaitSeconds, 1), maxWaitSeconds)
}

const defaultWaitSeconds = 60
const maxWaitSeconds = 3_600

/** A number of seconds, a time as a number, or a date. */
function secondsUntil(text: string, now: Date): number | undefined {
  const at = /^\d+$/.test(text) ? Number(text) : Date.parse(text) / 1_000
  if (!Number.isFinite(at)) return undefined
  return Math.ceil(at > 1e9 ? at - now.getTime() / 1_000 : at)
}

export const rateLimited = (config: Vcs, seconds: number): CatalogError =>
  unavailable(`${nameOf(config)} received too many requests; try again in ${seconds} s.`, {
    'retry-after': String(seconds),
  })

const isTooLarge = ({ body }: GuardedResponse): boolean => body.subarray(0, 10_000).includes('"too_large"')

/** A longer document is not parsed to find out what it is. */
const maxListingBytes = 1024 * 1024

/** GitHub lists a folder as an array and describes a link or submodule; Bitbucket lists in pages. */
function isListing({ body }: GuardedResponse): boolean {
  if (body.byteLength > maxListingBytes) return false
  const value = jsonIn(body)
  const isDescribed = typeof at(value, 'type') === 'string' && typeof at(value, 'sha') === 'string'
  const isPaged = Array.isArray(at(value, 'values')) && at(value, 'pagelen') !== undefined
  return Array.isArray(value) || isDescribed || isPaged
}
