import { UpstreamError } from './errors.ts'
import type { GuardedFetch, GuardedResponse } from './guarded-fetch.ts'
import { at, jsonIn } from './json-value.ts'

export interface PrometheusServer {
  readonly baseUrl: string
  /** The credential to ask with. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Shorter than our own timeout, so that a query that nobody waits for any more does not keep running there.
 */
const queryTimeout = '8s'

/** The one number that a query returns now. Anything else it returns is an UpstreamError that says so. */
export async function askPrometheus(
  fetch: GuardedFetch,
  { baseUrl, headers }: PrometheusServer,
  query: string,
): Promise<number> {
  const answer = await fetch(`${baseUrl.replace(/\/+$/, '')}/api/v1/query`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ query, timeout: queryTimeout }).toString(),
  })
  return numberIn(resultIn(answer, headers))
}

const wrong = (message: string): UpstreamError => new UpstreamError('answer', message)

function resultIn(answer: GuardedResponse, headers: PrometheusServer['headers']): unknown {
  const { status } = answer
  if (status === 401 || status === 403) throw wrong(`Prometheus refuses the credential (status ${status}).`)
  if (status === 404) throw wrong('Prometheus is not at the address of the integration (status 404).')
  if (status === 429) throw wrong('Prometheus got too many requests (status 429).')
  const envelope = jsonIn(answer.body)
  if (status === 400 || status === 422) throw refusal(status, at(envelope, 'error'), headers)
  if (status === 503) throw wrong('Prometheus aborted the query (status 503).')
  if (status < 200 || status > 299) throw wrong(`Prometheus answers with status ${status}.`)
  if (at(envelope, 'status') !== 'success')
    throw wrong('What answers at the address of the integration is not Prometheus.')
  return at(envelope, 'data')
}

const maxReasonLength = 500

/** The reason is about the query, so its author may see it, unless it repeats the credential. */
function refusal(status: number, reason: unknown, headers: PrometheusServer['headers']): UpstreamError {
  const text = typeof reason === 'string' ? reason.replaceAll('\0', ' ').replace(/\s+/g, ' ').trim() : ''
  const isTellable = text !== '' && !secretsIn(headers).some((secret) => text.includes(secret))
  return wrong(
    isTellable
      ? `Prometheus refuses the query: ${text.slice(0, maxReasonLength).toWellFormed()}`
      : `Prometheus refuses the query (status ${status}).`,
  )
}

function secretsIn({ authorization = '' }: PrometheusServer['headers']): readonly string[] {
  const [scheme = '', credential = ''] = authorization.split(' ')
  if (scheme !== 'Basic') return credential === '' ? [] : [credential]
  const account = Buffer.from(credential, 'base64').toString()
  return [credential, account.slice(account.indexOf(':') + 1)]
}

function numberIn(data: unknown): number {
  const [resultType, result] = [at(data, 'resultType'), at(data, 'result')]
  if (resultType === 'scalar') return finite(at(result, '1'))
  if (resultType === 'string') throw wrong('The query returns a string; it must return one number.')
  if (resultType === 'matrix') throw wrong('The query returns a range of values; it must return one number.')
  if (resultType !== 'vector' || !Array.isArray(result))
    throw wrong('Prometheus returns something that is not a query result.')
  if (result.length === 0) throw wrong('The query returns no data.')
  if (result.length > 1)
    throw wrong(`The query returns ${result.length} series; it must return one, as with sum(…).`)
  const value = at(result, '0', 'value')
  if (value === undefined) throw wrong('The query returns a histogram; it must return one number.')
  return finite(at(value, '1'))
}

/** Samples are strings, so that they can be NaN and infinite too. */
function finite(sample: unknown): number {
  const text = typeof sample === 'string' ? sample.trim() : ''
  const value = text === '' ? Number.NaN : Number(text)
  if (Number.isFinite(value)) return value
  throw wrong(
    /^([+-]?Inf|NaN)$/i.test(text)
      ? `The query returns ${text}, which is not a measurement.`
      : 'The query returns something that is not a number.',
  )
}
