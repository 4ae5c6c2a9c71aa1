import { hash } from 'node:crypto'
import type { Kind } from '@svc/model'
import { type Caller, partitionOf } from '../services/context.ts'
import type { Precondition } from '../services/records/records.ts'
import { audienceOf, type Basis } from './basis.ts'
import type { Encoding } from './encoding.ts'

/**
 * The one place that makes and reads entity tags: `"<state>-<digest>"`. The state is the version of the data;
 * the digest covers everything else that decides what an answer says: which history of which partition, and
 * what its reader may see. A tag that was given to somebody else, or before a rewind, is therefore never
 * current.
 */
const tagOf = (state: string, view: string): string => `"${state}-${digestOf(view)}"`

/** Who is asking, and in which epoch. */
export interface Reader {
  readonly epoch: string
  readonly caller: Caller
}

/** A record's state is its revision; where parts of it are derived from others, its content too. */
export const recordTag = (
  { epoch, caller }: Reader,
  kind: Kind,
  revision: number,
  derived?: string,
): string =>
  tagOf(
    derived === undefined ? `${revision}` : `${revision}.${contentDigest(derived)}`,
    viewOf(epoch, caller, kind),
  )

/** A list's state is its basis; what is asked for belongs to its view where it is not said by the address alone. */
export const listTag = (caller: Caller, kind: Kind, { epoch, state }: Basis, meaning = ''): string => {
  const view = viewOf(epoch, caller, kind)
  return tagOf(state, meaning === '' ? view : `${view} ${meaning}`)
}

/** For answers any part of which may depend on who is asking; `state` is whatever changes when they do. */
export const personalTag = ({ epoch, caller }: Reader, state: string): string =>
  tagOf(state, personalView(epoch, caller))

export const contentTag = (reader: Reader, body: string | Buffer): string =>
  personalTag(reader, contentDigest(body))

/** For what everybody may see and is not in a database. */
export const publicTag = (body: string | Buffer): string => tagOf(contentDigest(body), 'public')

/** The tag of the same answer compressed: other bytes have another tag, as RFC 9110 says. */
export const encodedTag = (etag: string, encoding: Encoding): string => `${etag.slice(0, -1)}+${encoding}"`

/** Whether an `If-None-Match` names the tag, compressed or not; it compares weakly, as RFC 9110 says. */
export const isCurrent = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined && (ifNoneMatch === '*' || heldTag(ifNoneMatch, etag) !== undefined)

/** The tag of what a client already holds of an answer: as it was sent, or compressed. */
export function heldTag(ifNoneMatch: string | undefined, etag: string): string | undefined {
  if (ifNoneMatch === etag) return etag
  return ifNoneMatch
    ?.split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .find((tag) => tag.replace(/\+\w+"$/, '"') === etag)
}

/** Whether an `If-Match` names the tag of an answer, compressed or not; weak tags never do. */
export const isMatched = (ifMatch: string, etag: string): boolean =>
  ifMatch.trim() === '*' || ifMatch.split(',').some((tag) => tag.trim().replace(/\+\w+"$/, '"') === etag)

/**
 * What an `If-Match` requires of a record of a kind. A tag that is not ours, or is outdated, matches nothing.
 */
export function readIfMatch(header: string | undefined, caller: Caller, kind: Kind): Precondition['ifMatch'] {
  if (header === undefined) return undefined
  if (header.trim() === '*') return '*'
  const tags = header.split(',').map((tag) => /^"(\d+)(?:\.[\w-]+)?-([\w-]{16})(?:\+\w+)?"$/.exec(tag.trim()))
  return (epoch) => {
    const digest = digestOf(viewOf(epoch, caller, kind))
    return tags.flatMap((parts) => (parts?.[2] === digest ? [Number(parts[1])] : []))
  }
}

const viewOf = (epoch: string, caller: Caller, kind: Kind): string =>
  `${epoch} ${partitionOf(caller, kind)} ${caller.mode}${audienceOf(caller, kind, ' ')}`

const personalView = (
  epoch: string,
  { organisation, mode, role, scopes, actor, credential }: Caller,
): string => `${epoch} ${organisation.id} ${mode} ${role} ${scopes.join()} ${credential.type} ${actor.id}`

export const contentDigest = (body: string | Buffer): string => hash('sha256', body, 'base64url').slice(0, 22)

const digests = new Map<string, string>()
const maxDigests = 10_000

/** Cached, because a view is needed for every request of a reader. */
function digestOf(view: string): string {
  let digest = digests.get(view)
  if (digest === undefined) {
    if (digests.size >= maxDigests) digests.clear()
    digest = hash('sha256', view, 'base64url').slice(0, 16)
    digests.set(view, digest)
  }
  return digest
}
