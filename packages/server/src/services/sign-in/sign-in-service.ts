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
import { checkPassword, fittingHashes, hashPassword, wrongPassword } from './password.ts'
import { type NewSession, openSession, sessionDigest } from './sessions.ts'
import type { Throttle } from './throttle.ts'

type User = Stored<Kinds['user']>

export interface Visitor {
  readonly agent: string | undefined
  readonly address: string
  /** The session that the browser came with, which a new one ends. */
  readonly session?: string | undefined
  /** Its mark, if a person has been in with it before. */
  readonly device?: string | undefined
}

/** What a browser is given: a session, and the mark that it is this person's own. */
export interface Entry extends NewSession {
  readonly device: string
}

export interface SignIn {
  readonly email: string
  readonly password: string
  /** Which one, where the address and the password fit several. */
  readonly organisationId?: string | undefined
}

export interface Entering {
  readonly password: string
  readonly displayName?: string | undefined
  readonly organisationName?: string | undefined
}

/** A choice that is left to the person: the same address and password in several organisations. */
export interface Choice {
  readonly organisations: readonly { readonly id: string; readonly name: string }[]
}

export interface SignInService {
  signIn(given: SignIn, visitor: Visitor): Promise<Entry | Choice>
  /** Uses a link up; the one of the first start also gives the owner's token, to be shown once. */
  enter(
    link: string,
    given: Entering,
    visitor: Visitor,
  ): Promise<{ readonly opened: Entry; readonly token: string | null }>
}

interface Known {
  readonly homeId: PartitionId
  readonly user: User
  /** Of the password, as it is kept. */
  readonly hash: string
}

interface Surroundings {
  readonly store: Store
  readonly throttle: Throttle
  readonly now: () => Date
  /** Told of each sign-in that is refused, with every membership of the address: none where nobody has it. */
  readonly onRefused: (members: readonly Membership[]) => void
}

export function createSignInService({ store, throttle, now, onRefused }: Surroundings): SignInService {
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
    // What was found before this change began may be what another one has ended meanwhile.
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
      const hashes = await fittingHashes(
        password,
        attempt.open.map(({ passwordHash }) => passwordHash),
      )
      const fitting = attempt.open.filter(({ passwordHash }) => hashes.includes(passwordHash))
      const [first, ...others] = fitting
      if (!first) return refuse(attempt.tooMany ?? wrongPassword())
      await attempt.succeeded(fitting)
      if (others.length > 0) return { organisations: await organisationsOf(fitting) }
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
          throw new CatalogError('not_found', 'This link has been used meanwhile.')
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
