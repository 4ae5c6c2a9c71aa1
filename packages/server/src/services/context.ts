import { CatalogError, type Kind, type Mode, type Role, type Scope } from '@svc/model'
import type { Actor } from '../store/event.ts'
import type { Change } from '../store/change.ts'
import type { Outbox } from './mail/outbox.ts'
import type { Store } from '../store/open.ts'
import type { Organisation } from '../store/queries/organisations.ts'
import type { PartitionId } from '../store/partition-id.ts'
import type { Records } from '../store/records.ts'
import type { Revisions } from '../store/revisions.ts'
import type { WriteRequest } from '../store/write-job.ts'

/** The caller, and what they may do right now. */
export interface Caller {
  readonly credential: {
    readonly type: 'token' | 'key' | 'session' | 'system'
    readonly id: string
    /** When the person of a session last proved who they are. */
    readonly authenticatedAt?: string
    /** Whether all that the person of a session may do is add a second factor. */
    readonly mustEnrol?: boolean
    /** Whether it is of a pipeline that has exchanged its own platform's token. */
    readonly isWorkload?: boolean
  }
  readonly actor: Actor
  readonly organisation: Organisation
  readonly mode: Mode
  /** An API key counts as a member. */
  readonly role: Role
  readonly scopes: readonly Scope[]
}

/** Revisions by partition, at least as recent as the request. */
export type Seen = ReadonlyMap<PartitionId, Revisions>

/** Everything a service needs from outside. */
export interface Context {
  readonly store: Store
  readonly caller: Caller
  readonly now: () => Date
  /** What addresses of svc begin with; records show none where it is not known. */
  readonly publicUrl?: string | undefined
  /** Where mails are put; absent for what sends none. */
  readonly outbox?: Outbox | undefined
  /** For requests that only read: it does not include their own writes. */
  readonly seen?: Seen | undefined
}

/** The part of it that a write needs. */
type Writing = Pick<Context, 'store' | 'caller' | 'now'>

/** The partition of the caller's records of a kind. */
export const partitionOf = ({ organisation, mode }: Caller, kind: Kind): PartitionId =>
  kind.home === 'organisation' ? organisation.home : organisation.partitions[mode]

export const recordsOf = (ctx: Context, kind: Kind): Records =>
  ctx.store.records(partitionOf(ctx.caller, kind))

/**
 * One transaction on the partition that holds the caller's records of a kind. Members and tokens can still be changed
 * when the quota is used up.
 */
export const writeTo = <T>(
  ctx: Writing,
  kind: Kind,
  run: (change: Change) => Promise<T>,
  reads?: WriteRequest['reads'],
): Promise<T> =>
  ctx.store.write({ ...requestOf(ctx, kind), obeysQuota: kind.home === 'partition', reads }, run)

/** The same for deletions, which no quota prevents. */
export const removeFrom = <T>(ctx: Writing, kind: Kind, run: (change: Change) => Promise<T>): Promise<T> =>
  ctx.store.write(requestOf(ctx, kind), run)

const requestOf = ({ caller, now }: Writing, kind: Kind) => ({
  partitionId: partitionOf(caller, kind),
  actor: caller.actor,
  now,
})

const scopeHints: Partial<Readonly<Record<Scope, string>>> = {
  admin: ', which only a personal token of an admin or owner can carry',
  ingest: ', or a personal token with write',
}

export function requireScope(caller: Caller, scope: Scope): void {
  if (caller.scopes.includes(scope)) return
  // People may report what automation may.
  if (scope === 'ingest' && caller.credential.type === 'token' && caller.scopes.includes('write')) return
  const hint = hintFor(caller, scope)
  const stored = caller.scopes.length > 0 ? caller.scopes.join(', ') : 'none'
  throw new CatalogError('forbidden', `This needs the scope ${scope}${hint}. The credential has: ${stored}.`)
}

const hintFor = ({ credential: { isWorkload } }: Caller, scope: Scope): string =>
  isWorkload && scope === 'admin'
    ? ', which a pipeline never has: do this yourself, after "svc login"'
    : (scopeHints[scope] ?? '')

export const notFound = (kind: Kind, id: string): CatalogError =>
  new CatalogError('not_found', `There is no ${kind.noun} ${JSON.stringify(id)}.`)

/** svc itself, in one mode of an organisation. */
export const systemCaller = (organisation: Organisation, mode: Mode): Caller => ({
  credential: { type: 'system', id: 'system' },
  actor: { type: 'system', id: null, name: 'svc' },
  organisation,
  mode,
  role: 'owner',
  scopes: ['read', 'write', 'admin', 'ingest'],
})
