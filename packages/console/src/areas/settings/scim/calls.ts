import type { CallAnswer } from '@svc/client'

export type ScimStatus = CallAnswer<'getScimStatus'>
export type ScimCall = ScimStatus['calls'][number]

const dayMs = 86_400_000

/** Directories ask for people who may not be there, before they create them: that is an answer, not a refusal. */
export const isRefused = ({ method, status }: ScimCall): boolean =>
  status >= 400 && !(method === 'GET' && status === 404)

/** Whether a directory and svc agree, as far as its last calls tell; they are newest first. */
export type Verdict =
  | { readonly is: 'unknown' }
  | { readonly is: 'refused'; readonly refused: number; readonly of: number; readonly lastAt: string }
  | { readonly is: 'quiet' | 'in step'; readonly of: number; readonly lastAt: string }

export function verdictOn(calls: readonly ScimCall[], nowMs: number): Verdict {
  const [last] = calls
  if (!last) return { is: 'unknown' }
  const refused = calls.filter(isRefused)
  const [lastRefused] = refused
  if (lastRefused) return { is: 'refused', refused: refused.length, of: calls.length, lastAt: lastRefused.at }
  const isQuiet = nowMs - Date.parse(last.at) > dayMs
  return { is: isQuiet ? 'quiet' : 'in step', of: calls.length, lastAt: last.at }
}

/** What a directory wanted, such as "change a group". */
export function wishOf({ method, path }: ScimCall): string {
  const [, place = '', id] = path.split('/')
  const noun = nouns[place.toLowerCase()]
  if (noun === undefined) return method === 'GET' ? 'find out what svc supports' : 'something else'
  if (method === 'GET') return id ? `read a ${noun.one}` : `look for ${noun.several}`
  const verb = verbs[method]
  return verb ? `${verb} a ${noun.one}` : 'something else'
}

const nouns: Readonly<Record<string, { readonly one: string; readonly several: string }>> = {
  users: { one: 'person', several: 'people' },
  groups: { one: 'group', several: 'groups' },
}

const verbs: Readonly<Record<string, string>> = {
  POST: 'add',
  PUT: 'replace',
  PATCH: 'change',
  DELETE: 'remove',
}

/** The status of an answer in words. */
export function outcomeOf(status: number): string {
  const known = outcomes[status]
  if (known) return known
  if (status >= 500) return 'failed in svc'
  return status >= 400 ? 'refused' : 'done'
}

const outcomes: Readonly<Record<number, string>> = {
  201: 'added',
  304: 'unchanged',
  400: 'invalid',
  404: 'not found',
  409: 'conflict',
  412: 'changed meanwhile',
  413: 'too large',
  429: 'too many calls',
  503: 'svc was busy',
}
