import type { Kind } from '@svc/model'

/** A curl command that reads a record; the token is never part of what is copied. */
export const asCurl = (kind: Kind, id: string, origin: string): string =>
  [
    `curl ${quoted(`${origin}/v1${kind.path}${kind.verbs.includes('read') ? `/${encodeURIComponent(id)}` : ''}`)}`,
    '-H "Authorization: Bearer $SVC_API_TOKEN"',
  ].join(' \\\n  ')

/** Quoted as one shell word: between single quotes nothing has a special meaning. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
