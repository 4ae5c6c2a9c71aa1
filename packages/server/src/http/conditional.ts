import { hash } from 'node:crypto'

/** A record's tag is its revision. */
export const recordTag = (revision: number): string => `"${revision}"`

/** For answers that no revision covers: the tag of the very bytes. */
export const contentTag = (body: string | Buffer): string =>
  `"${hash('sha256', body, 'base64url').slice(0, 22)}"`

/** Whether an `If-None-Match` names the tag; it compares weakly, as RFC 9110 says. */
export function isCurrent(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

/** The revisions that an `If-Match` names. One that is not ours matches nothing. */
export function readIfMatch(header: string | undefined): readonly number[] | '*' | undefined {
  if (header === undefined) return undefined
  if (header.trim() === '*') return '*'
  const tags = header.split(',').map((tag) => tag.trim())
  return tags.flatMap((tag) => (/^"\d+"$/.test(tag) ? [Number(tag.slice(1, -1))] : []))
}
