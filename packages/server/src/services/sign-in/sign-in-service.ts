import { CatalogError, type Kinds, kinds, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Store } from '../../store/open.ts'
import { findOrganisation } from '../../store/queries/organisations.ts'
import { type PartitionId, organisationIdOf, partitionsOf } from '../../store/partition-id.ts'
import {
  type Membership,
  membershipsOf,
  passwordOf,
  removeSession,
  removeSessions,
  setPassword,
} from '../../store/queries/sign-in.ts'
import { insertCredential } from '../identity/credentials.ts'
import { revokeTokens } from '../identity/own-tokens.ts'
import { memberChanged } from '../oncall/member-changed.ts'
import { writeAs } from './as-person.ts'
import { beginSignIn, type Candidate } from './attempt.ts'
import { deviceMark } from './device.ts'
import { readLink, useUpLink } from './links.ts'
import { renameTo } from './organisation.ts'
import { checkPassword, hashPassword, matchingHashes, wrongPassword } from './password.ts'
import { type NewSession, openSession, sessionDigest } from './sessions.ts'
import type { Throttle } from './throttle.ts'

type User = Stored<Kinds['user']>

export interface Visitor {
  readonly agent: string | undefined
  readonly address: string
  /** The browser's current session, which a new one ends. */
  readonly session?: string | undefined
  /** Its device mark, if a person has signed in with it before. */
  readonly device?: string | undefined
}

/** What a browser receives: a session, and a mark that identifies it as this person's device. */
export interface Entry extends NewSession {
  readonly device: string
}

export interface SignIn {
  readonly email: string
  readonly password: string
  /** Which one, if the address and the password match several. */
  readonly organisationId?: string | undefined
}

export interface Entering {
  readonly password: string
  readonly displayName?: string | undefined
  readonly organisationName?: string | undefined
}

/** The person has to choose: the same address and password match in several organisations. */
export interface Choice {
  readonly organisations: readonly { readonly id: string; readonly name: string }[]
}

export interface SignInService {
  signIn(given: SignIn, visitor: Visitor): Promise<Entry | Choice>
  /** Uses up a link; the one of the first start also returns the owner's token, to be shown once. */
  enter(
    link: string,
    given: Entering,
    visitor: Visitor,
  ): Promise<{ readonly opened: Entry; readonly token: string | null }>
}

interface Known {
  readonly homeId: PartitionId
  readonly user: User
  /** The stored password hash. */
  readonly hash: string
}

interface Dependencies {
  readonly store: Store
  readonly throttle: Throttle
  readonly now: () => Date
  /** Called for each refused sign-in, with every membership of the address: none if nobody has it. */
  readonly onRefused: (members: readonly Membership[]) => void
}

export function createSignInService({ store, throttle, now, onRefused }: Dependencies): SignInService {
  const organisationsOf = async (candidates: readonly Candidate[]): Promise<Choice['organisations']> => {
    const found = await Promise.all(
      candidates.map(({ homeId }) => store.run(findOrganisation, organisationIdOf(homeId))),
    )
    return found.flatMap((one) => (one ? [{ id: one.id, name: one.name }] : []))
  }

  const letIn = async (
    change: Change,
    { homeId, user, hash }: Known,
    { agent, session }: Visitor,
  ): Promise<Entry> => {
    const at = new Date(change.at)
    const stored = await change.find(kinds.user, user.id)
    // What was read before this change may have been revoked by another one meanwhile.
    const isStill =
      (stored?.record as User | undefined)?.isActive &&
      (await change.run(passwordOf, homeId, user.id)) === hash
    if (!stored || !isStill) throw wrongPassword()
    if (session !== undefined) await change.run(removeSession, sessionDigest(session))
    const opened = await openSession(change, { homeId, userId: user.id, agent, at })
    await change.derive(kinds.user, stored, { ...stored.record, lastLoginAt: change.at })
    await change.log('user.signed_in', { kind: kinds.user.name, id: user.id }, null, null)
    return { ...opened, device: deviceMark({ userId: user.id, passwordHash: hash }) }
  }

  return {
    async signIn({ email, password, organisationId }, visitor) {
      const homeId = organisationId === undefined ? undefined : partitionsOf(organisationId).home
      const members = (await store.run(membershipsOf, email)).filter(
        (one) => one.homeId === (homeId ?? one.homeId),
      )
      const refuse = (error: Error): never => {
        onRefused(members)
        throw error
      }
      const candidates = members.flatMap(({ homeId, userId, isActive, passwordHash }) =>
        isActive && passwordHash !== null ? [{ homeId, userId, passwordHash }] : [],
      )
      const from = { email, network: visitor.address, mark: visitor.device }
      const attempt = await beginSignIn(throttle, candidates, from).catch(refuse)
      const hashes = await matchingHashes(
        password,
        attempt.open.map(({ passwordHash }) => passwordHash),
      )
      const matching = attempt.open.filter(({ passwordHash }) => hashes.includes(passwordHash))
      const [first, ...others] = matching
      if (!first) return refuse(attempt.tooMany ?? wrongPassword())
      await attempt.succeeded(matching)
      if (others.length > 0) return { organisations: await organisationsOf(matching) }
      const stored = await store.records(first.homeId).find(kinds.user, first.userId)
      if (!stored) throw wrongPassword()
      const user = stored.record as User
      const known = { homeId: first.homeId, user, hash: first.passwordHash }
      return writeAs({ store, now, homeId: first.homeId, user }, (change) => letIn(change, known, visitor))
    },

    async enter(secret, { password, displayName, organisationName }, visitor) {
      const { homeId, user, purpose, organisation } = await readLink(store, secret, now())
      checkPassword(password, {
        email: user.email ?? '',
        organisationName: organisationName ?? organisation.name,
      })
      const hash = await hashPassword(password)
      return writeAs({ store, now, homeId, user }, async (change) => {
        if (!(await useUpLink(change, secret))) {
          throw new CatalogError('not_found', 'This link has just been used.')
        }
        const stored = await change.find(kinds.user, user.id)
        if (stored && displayName !== undefined && displayName !== user.displayName) {
          await change.update(kinds.user, stored, { ...stored.record, displayName, updatedAt: change.at })
          await memberChanged(change, user)
        }
        await change.run(setPassword, { homeId, userId: user.id, hash, at: change.at })
        await removeSessions(change, { userId: user.id })
        if (purpose === 'setup' && organisationName !== undefined) {
          await renameTo(change, organisation, organisationName)
        }
        await revokeTokens(change, user.id, ({ endsWithSetup }) => endsWithSetup)
        const token = purpose === 'setup' ? await ownToken(change, user) : null
        return { opened: await letIn(change, { homeId, user, hash }, visitor), token }
      })
    },
  }
}

async function ownToken(change: Change, { id }: User): Promise<string> {
  const input = { name: 'first token', scopes: ['read', 'write', 'admin'] }
  return (await insertCredential(change, kinds.token, { input, mode: 'live', userId: id })).secret
}
