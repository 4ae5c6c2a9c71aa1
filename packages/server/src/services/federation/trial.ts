import { hash } from 'node:crypto'
import { type Kinds, kinds, modes, type SignInRefusal, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Actor } from '../../store/event.ts'
import type { Store } from '../../store/open.ts'
import { findFlow, findIdentity, insertFlow, removeFlow } from '../../store/queries/federation.ts'
import { givenMembershipsOf } from '../../store/queries/group-mappings.ts'
import { applyGroups } from '../group-mappings/apply-groups.ts'
import { teamsAmong } from '../group-mappings/facts.ts'
import { readerOf } from '../group-mappings/recompute.ts'
import type { JsonObject } from '../identity-providers/fetch-json.ts'
import { admit } from './admission.ts'
import type { Assertion } from './assertion.ts'
import { groupsIn } from './enter.ts'
import type { InSession } from './in-session.ts'
import type { KnownProvider } from './known-provider.ts'
import { Refused } from './refused.ts'

type User = Stored<Kinds['user']>

/** What a sign-in would have led to. */
export interface Trial {
  readonly at: string
  /** As whom the person would come in: recognised, linked to a member, as a new member, or not at all. */
  readonly outcome: 'recognised' | 'linked' | 'created' | 'refused'
  readonly code: SignInRefusal | null
  readonly reason: string | null
  /** The member they would be. */
  readonly member: Pick<User, 'email' | 'displayName' | 'role'> | null
  /** The names of the teams that mappings would have them in. */
  readonly teams: readonly string[]
  /** What was understood; null if nothing that can be trusted came back. */
  readonly person:
    | (Pick<Assertion, 'subject' | 'email' | 'name'> & {
        /** Null if the provider does not say. */
        readonly isEmailVerified: boolean | null
        readonly groups: readonly string[] | null
      })
    | null
  /** As they came, without what only concerns the protocol. */
  readonly claims: JsonObject
}

type Verdict = Pick<Trial, 'outcome' | 'code' | 'reason' | 'member' | 'teams'>

interface Tools {
  readonly store: Store
  readonly now: () => Date
}

/** All that a sign-in would do up to the session, in a transaction that is never committed. */
export async function tryToAdmit(
  { store, now }: Tools,
  { organisation: { home }, provider }: KnownProvider,
  { assertion, actor }: { readonly assertion: Assertion; readonly actor: Actor },
): Promise<Verdict> {
  const { issuer, subject } = assertion
  const identity = { providerId: provider.id, issuer, subject }
  const isKnown = (await store.run(findIdentity, home, identity)) !== undefined
  try {
    await store.write({ partitionId: home, actor, now }, async (change) => {
      const { id: userId } = await admit(change, provider, assertion)
      await applyGroups(change, groupsIn(provider.id, userId, assertion))
      throw new Undone((await change.find(kinds.user, userId))?.record as User, await teamsOf(change, userId))
    })
  } catch (error) {
    if (error instanceof Refused) return refusedBecause(error)
    if (!(error instanceof Undone)) throw error
    const { id, email, displayName, role } = error.user
    const isMember = (await store.records(home).find(kinds.user, id)) !== undefined
    const outcome = isKnown ? 'recognised' : isMember ? 'linked' : 'created'
    const { teams } = error
    return { outcome, code: null, reason: null, member: { email, displayName, role }, teams }
  }
  throw new Error('A trial was committed.')
}

/** Takes back what the transaction did. */
class Undone extends Error {
  readonly user: User
  readonly teams: readonly string[]

  constructor(user: User, teams: readonly string[]) {
    super('Nothing of a trial stays.')
    this.user = user
    this.teams = teams
  }
}

async function teamsOf(change: Change, userId: string): Promise<readonly string[]> {
  const given = await change.run(givenMembershipsOf, change.partitionId, [userId])
  const reader = readerOf(change)
  const names: string[] = []
  for (const mode of modes) {
    const ids = new Set(given.filter((one) => one.mode === mode).map(({ teamId }) => teamId))
    for (const { record } of (await teamsAmong(reader, mode, ids)).values())
      names.push(mode === 'live' ? String(record.name) : `${record.name} (test data)`)
  }
  return names
}

export const refusedBecause = ({ code, message }: Refused): Verdict => ({
  ...{ outcome: 'refused', code, reason: message, member: null, teams: [] },
})

const maxText = 1_000
const maxEntries = 200
/** Used up, or of no meaning to a person. */
const ofTheProtocol = ['nonce', 'at_hash', 'c_hash', 's_hash', 'jti']

/** Cut to what somebody can read. */
export const shownClaims = (claims: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(claims)
      .filter(([name]) => !ofTheProtocol.includes(name))
      .slice(0, maxEntries)
      .map(([name, value]) => [name.slice(0, maxText), cut(value)]),
  )

function cut(value: unknown): unknown {
  if (typeof value === 'string') return value.length > maxText ? `${value.slice(0, maxText)}…` : value
  if (Array.isArray(value)) return value.slice(0, maxEntries).map(cut)
  const text = JSON.stringify(value)
  return text !== undefined && text.length > maxText ? `${text.slice(0, maxText)}…` : value
}

export const shownPerson = ({
  subject,
  email,
  name,
  isEmailVerified,
  groups,
}: Assertion): Trial['person'] => ({
  ...{ subject, email, name },
  isEmailVerified: isEmailVerified ?? null,
  groups: groups?.slice(0, maxEntries) ?? null,
})

const purpose = 'trial'
const lifeMs = 10 * 60_000

/** Nobody else can name it, and no answer of a provider can: it has another purpose than a sign-in. */
const digestOf = ({ sessionId }: InSession, providerId: string): string =>
  hash('sha256', `${purpose} ${sessionId} ${providerId}`)

/** Keeps the result where only the session that asked for it can read it, for as long as somebody looks at it. */
export async function keepTrial(
  { store, now }: Tools,
  { organisation, provider }: KnownProvider,
  asker: InSession,
  trial: Omit<Trial, 'at'>,
): Promise<void> {
  const at = now()
  const digest = digestOf(asker, provider.id)
  await store.transaction(async (tx) => {
    await tx.run(removeFlow, digest)
    await tx.run(insertFlow, digest, {
      ...{ homeId: organisation.home, providerId: provider.id, purpose, browser: '' },
      data: { ...trial, at: at.toISOString() },
      expiresAt: new Date(at.getTime() + lifeMs).toISOString(),
    })
  })
}

export async function readTrial(
  { store, now }: Tools,
  asker: InSession,
  providerId: string,
): Promise<Trial | undefined> {
  const kept = await store.run(findFlow, digestOf(asker, providerId))
  const isValid = kept?.homeId === asker.homeId && kept.expiresAt > now().toISOString()
  return isValid ? (kept.data as Trial) : undefined
}

/** A provider whose answer could be read has been tested; that people get in is not proved by it. */
export async function noteTrial(change: Change, providerId: string, isReadable: boolean): Promise<void> {
  const stored = await change.find(kinds.identityProvider, providerId)
  if (!stored) return
  const lastTestResult = isReadable ? ('success' as const) : ('failed' as const)
  await change.derive(kinds.identityProvider, stored, {
    ...stored.record,
    ...{ lastTestedAt: change.at, lastTestResult },
  })
  await change.log(
    'identity_provider.tested',
    { kind: kinds.identityProvider.name, id: providerId },
    { lastTestResult: stored.record.lastTestResult },
    { lastTestResult },
  )
}
