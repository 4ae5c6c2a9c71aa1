import type { Kind } from '@svc/model'

/** How a record is read from a shell; the token is never part of what is copied. */
export const asCurl = (kind: Kind, id: string, origin: string): string =>
  [
    `curl ${quoted(`${origin}/v1${kind.path}${kind.verbs.includes('read') ? `/${encodeURIComponent(id)}` : ''}`)}`,
    '-H "Authorization: Bearer $SVC_TOKEN"',
  ].join(' \\\n  ')

/** As one word of a shell, whatever is in it: nothing means anything between single quotes. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
