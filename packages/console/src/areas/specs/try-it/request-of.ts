import { quoted } from '../../../record/copy/as-curl.ts'
import { asObject, inJson } from '../untyped.ts'
import type { ApiOperation, Parameter } from '../openapi/reference-of.ts'

/** What has been filled in for an operation. */
export interface FilledIn {
  /** By the key of a parameter; empty values are not sent. */
  readonly values: Readonly<Record<string, string>>
  readonly body: string
}

export interface ApiRequest {
  readonly method: string
  /** Path and query, from the root of the server. */
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** Names are unique only within their location. */
export const keyOf = ({ place, name }: Parameter): string => `${place} ${name}`

/** The names of required values that are not filled in. */
export function missingIn({ parameters, body }: ApiOperation, filled: FilledIn): readonly string[] {
  const missing = parameters.filter((one) => one.isRequired && !filled.values[keyOf(one)])
  return [
    ...missing.map(({ name }) => name),
    ...(body?.isRequired && !filled.body.trim() ? ['the body'] : []),
  ]
}

/** `server` is the address in the description: only its path counts, the host is the one that served the page. */
export function requestOf(operation: ApiOperation, filled: FilledIn, server: string): ApiRequest {
  const { method, path, parameters, body } = operation
  const given = (place: string) =>
    parameters
      .filter((one) => one.place === place)
      .map((one) => [one.name, filled.values[keyOf(one)] ?? ''] as const)
      .filter(([, value]) => value !== '')
  const inPath = new Map(given('path'))
  const filledPath = path.replaceAll(/\{([^}]*)\}/g, (whole, name: string) => {
    const value = inPath.get(name)
    return value === undefined ? whole : encodeURIComponent(value)
  })
  const query = new URLSearchParams(given('query').map(([name, value]) => [name, value]))
  const text = filled.body.trim()
  const mediaType = body?.bodies[0]?.mediaType
  const isSent = text !== '' && mediaType !== undefined
  return {
    method,
    address: `${pathOf(server)}${filledPath}${query.size > 0 ? `?${query}` : ''}`,
    headers: { ...Object.fromEntries(given('header')), ...(isSent && { 'content-type': mediaType }) },
    body: isSent ? text : null,
  }
}

function pathOf(server: string): string {
  const { pathname } = new URL(server || '/', 'http://here')
  return pathname.replace(/\/+$/, '')
}

/** The same request as a curl command; the token is never part of what is copied. */
export function curlOf({ method, address, headers, body }: ApiRequest, origin: string): string {
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(`${origin}${address}`)}`,
    '-H "Authorization: Bearer $SVC_API_TOKEN"',
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data ${quoted(body)}`]),
  ].join(' \\\n  ')
}

/** An example body to start from. */
export function firstBodyOf({ body }: ApiOperation): string {
  const first = body?.bodies[0]
  if (!first) return ''
  const [named] = [asObject(first.schema).examples].flat()
  const example = first.example ?? named
  return example === undefined ? '{}' : inJson(example, 2)
}
