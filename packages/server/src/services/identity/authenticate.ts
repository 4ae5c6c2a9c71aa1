import { effectiveScopes, type Kinds, kinds, type Mode, type Role, type Scope, type Stored } from '@svc/model'
import { findByDigest, noteUse } from '../../store/queries/credentials.ts'
import type { Store } from '../../store/open.ts'
import { findOrganisation } from '../../store/queries/organisations.ts'
import { type PartitionId, organisationIdOf, isHome } from '../../store/partition-id.ts'
import type { Caller, Seen } from '../context.ts'
import { factorMissing } from '../sign-in/factors/requirement.ts'
import { callerOfSession, readSessionCredential } from '../sign-in/session-caller.ts'
import { activeUser } from './active-user.ts'
import { latestOfPeople, peopleKinds, peopleRevision } from './people-revision.ts'
import { refused } from './refused.ts'
import { digestOf, readSecret, type SecretKind } from './secrets.ts'
import { isShortSecret } from './short-secrets.ts'
import { callerOfShortToken } from './short-token-caller.ts'
import type { MaybePromise } from '../../store/maybe-promise.ts'

type Credential = Stored<Kinds['token']> | Stored<Kinds['apiKey']>

/** How long a caller is cached: another process may show an organisation's old name for that long. */
const cacheMs = 5_000
const maxCached = 10_000
/** `lastUsedAt` is written at most this often for each credential. */
const useMs = 60_000

interface Known {
  readonly caller: Caller
  readonly homeId: PartitionId
  /** The revision of the organisation's people and credentials when the caller was read. */
  readonly people: string
  readonly until: number
  readonly expiresAt: number
  /** Whether this was the use of a session, or only its page that keeps itself up to date. */
  readonly isUse: boolean
}

/** What a request says of itself. */
export interface Manner {
  /** Whether nobody has done anything: then it does not keep a session from being idle. */
  readonly isUnattended?: boolean
}

/** A caller, and the revisions that were read to authenticate them. */
export interface Admitted {
  readonly caller: Caller
  readonly seen?: Seen | undefined
}

export interface Authenticator {
  /**
   * The caller behind a secret, whose digest may already be known; 401 for anything that is not a valid credential.
   */
  authenticate(secret: string, digest?: string, manner?: Manner): MaybePromise<Admitted>
  /** The same for what people may do who still have to add a second factor. */
  authenticateToEnrol(secret: string): Promise<Caller>
}

export function createAuthenticator(store: Store, now: () => Date): Authenticator {
  const known = new Map<string, Known>()
  const used = new Map<string, number>()
  let changes = 0
  const credentialKinds = new Set<string>(peopleKinds)
  store.onCommit(({ partitionId, kinds: touched }) => {
    // An organisation's name is in no record: only its members' partition shows that it changed.
    if (isHome(partitionId) || !credentialKinds.isDisjointFrom(touched)) forget()
  })

  function forget(): void {
    known.clear()
    changes += 1
  }

  async function lookUp(
    secret: string,
    digest: string,
    { isUnattended = false }: Manner = {},
  ): Promise<Caller> {
    const session = readSessionCredential(secret)
    const at = now().getTime()
    const changesBefore = changes
    if (session) {
      const isUse = !isUnattended
      const found = await callerOfSession(store, session, { now: now(), isUse })
      if (found.caller.credential.mustEnrol) throw factorMissing()
      if (changes === changesBefore) keep(digest, { ...found, until: at + cacheMs, isUse })
      return found.caller
    }
    if (isShortSecret(secret)) {
      const found = await callerOfShortToken(store, digest, now())
      if (changes === changesBefore) keep(digest, { ...found, until: at + cacheMs, isUse: true })
      return found.caller
    }
    const said = readSecret(secret)
    const found = said && (await store.run(findByDigest, said.kind, digest))
    if (!found) throw refused('The credential is not known.')
    const credential = found.record as Credential
    const expiresAt =
      credential.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(credential.expiresAt)
    if (expiresAt <= at) throw refused('The credential has expired.')
    const { homeId } = found
    // Before the member is read: a role change in between then counts as not seen yet.
    const people = await peopleRevision(store, homeId)
    const caller = await callerOf(store, said.kind, homeId, credential)
    // What was read before a change may have been invalidated by it.
    if (changes === changesBefore)
      keep(digest, { caller, homeId, people, until: at + cacheMs, expiresAt, isUse: true })
    if (at - (used.get(credential.id) ?? 0) >= useMs) {
      used.set(credential.id, at)
      const use = { kind: said.kind, homeId, id: credential.id, at: new Date(at).toISOString() }
      // Not awaited: a request does not depend on its use being recorded.
      store.transaction((tx) => tx.run(noteUse, use)).catch(() => used.delete(credential.id))
    }
    return caller
  }

  function keep(digest: string, entry: Known): void {
    if (known.size >= maxCached) known.clear()
    known.set(digest, entry)
  }

  return {
    authenticateToEnrol: async (secret) => {
      const session = readSessionCredential(secret)
      if (!session) throw refused('The credential is not known.')
      return (await callerOfSession(store, session, { now: now(), isUse: true })).caller
    },

    authenticate(secret, digest = digestOf(secret), manner = {}) {
      const entry = known.get(digest)
      const at = now().getTime()
      const lookedUp = () => lookUp(secret, digest, manner).then((caller) => ({ caller }))
      // A use has to be noted, even if the page has asked a moment ago.
      if (!entry?.isUse && !manner.isUnattended) return lookedUp()
      if (!entry || entry.until <= at || entry.expiresAt <= at) return lookedUp()
      const { caller, homeId, people } = entry
      const home = store.revisions.current(homeId)
      // A demotion takes effect at once, whichever process it was made in.
      if (!(home instanceof Promise)) return latestOfPeople(home) === people ? { caller } : lookedUp()
      // Both are read together, so that a read has no second query to wait for.
      const partitionId = caller.organisation.partitions[caller.mode]
      return Promise.all([home, store.revisions.current(partitionId)]).then(([ofHome, ofMode]) => {
        if (latestOfPeople(ofHome) !== people) return lookedUp()
        return {
          caller,
          seen: new Map([
            [homeId, ofHome],
            [partitionId, ofMode],
          ]),
        }
      })
    },
  }
}

async function callerOf(
  store: Store,
  kind: SecretKind,
  homeId: PartitionId,
  credential: Credential,
): Promise<Caller> {
  const organisation = await store.run(findOrganisation, organisationIdOf(homeId))
  if (!organisation) throw refused('The credential is not known.')
  const mode: Mode = credential.mode
  const granted: readonly Scope[] = credential.scopes
  if (!('userId' in credential)) {
    return {
      credential: { type: 'key', id: credential.id },
      actor: { type: 'key', id: credential.id, name: credential.name },
      organisation,
      mode,
      role: 'member',
      scopes: effectiveScopes(granted, 'key'),
    }
  }
  const user = await activeUser(store, homeId, credential.userId)
  const role: Role = user.role ?? 'viewer'
  return {
    credential: { type: kind === kinds.token ? 'token' : 'key', id: credential.id },
    actor: { type: 'user', id: user.id, name: user.displayName ?? user.email },
    organisation,
    mode,
    role,
    scopes: effectiveScopes(granted, role),
  }
}
