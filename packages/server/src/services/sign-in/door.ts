import { CatalogError, type Kinds, kinds, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Store } from '../../store/open.ts'
import { findOrganisation, partitionsOf } from '../../store/organisations.ts'
import { membershipsOf, passwordOf, removeSession, removeSessions, setPassword } from '../../store/sign-in.ts'
import { insertCredential } from '../identity/credentials.ts'
import { beginProof, beginSignIn, type Candidate } from './attempt.ts'
import { deviceMark } from './device.ts'
import { readLink, useUpLink } from './links.ts'
import { renameTo } from './organisation.ts'
import { checkPassword, fittingHashes, hashPassword, isPassword, wrongPassword } from './password.ts'
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

export interface Door {
  signIn(given: SignIn, visitor: Visitor): Promise<Entry | Choice>
  /** Uses a link up; the one of the first start also gives the owner's token, to be shown once. */
  enter(
    link: string,
    given: Entering,
    visitor: Visitor,
  ): Promise<{ readonly opened: Entry; readonly token: string | null }>
  changePassword(
    who: { readonly homeId: string; readonly userId: string; readonly sessionId: string },
    given: { readonly current: string; readonly next: string },
  ): Promise<Pick<Entry, 'device'>>
}

interface Known {
  readonly homeId: string
  readonly user: User
  /** Of the password, as it is kept. */
  readonly hash: string
}

interface Surroundings {
  readonly store: Store
  readonly throttle: Throttle
  readonly now: () => Date
}

export function createDoor({ store, throttle, now }: Surroundings): Door {
  const { reader } = store.engine

  /** As the person whom it is about; what they do is theirs in the log. */
  const writeAs = <T>(user: User, homeId: string, run: (change: Change) => Promise<T>): Promise<T> => {
    const actor = { type: 'user', id: user.id, name: user.displayName ?? user.email ?? user.id } as const
    return store.write({ partitionId: homeId, actor, now }, run)
  }

  const organisationsOf = async (candidates: readonly Candidate[]): Promise<Choice['organisations']> => {
    const found = await Promise.all(
      candidates.map(({ homeId }) => findOrganisation(reader, homeId.slice(0, homeId.lastIndexOf('.')))),
    )
    return found.flatMap((one) => (one ? [{ id: one.id, name: one.name }] : []))
  }

  const letIn = async (
    change: Change,
    { homeId, user, hash }: Known,
    { agent, session }: Visitor,
  ): Promise<Entry> => {
    const at = new Date(change.at)
    const held = await change.find(kinds.user, user.id)
    // What was found before this change began may be what another one has ended meanwhile.
    const isStill =
      (held?.record as User | undefined)?.isActive && (await passwordOf(change.sql, homeId, user.id)) === hash
    if (!held || !isStill) throw wrongPassword()
    if (session !== undefined) await removeSession(change.sql, sessionDigest(session))
    const opened = await openSession(change.sql, { homeId, userId: user.id, agent, at })
    await change.derive(kinds.user, held, { ...held.record, lastLoginAt: change.at })
    await change.log('user.signed_in', { kind: kinds.user.name, id: user.id }, null, null)
    return { ...opened, device: deviceMark({ userId: user.id, passwordHash: hash }) }
  }

  return {
    async signIn({ email, password, organisationId }, visitor) {
      const memberships = await membershipsOf(reader, email)
      const candidates = memberships.flatMap(({ homeId, userId, isActive, passwordHash }) => {
        const isMeant = organisationId === undefined || homeId === partitionsOf(organisationId).home
        return isActive && isMeant && passwordHash !== null ? [{ homeId, userId, passwordHash }] : []
      })
      const from = { email, network: visitor.address, mark: visitor.device }
      const attempt = await beginSignIn(throttle, candidates, from)
      const hashes = await fittingHashes(
        password,
        attempt.open.map(({ passwordHash }) => passwordHash),
      )
      const fitting = attempt.open.filter(({ passwordHash }) => hashes.includes(passwordHash))
      const [first, ...others] = fitting
      if (!first) throw attempt.tooMany ?? wrongPassword()
      await attempt.succeeded(fitting)
      if (others.length > 0) return { organisations: await organisationsOf(fitting) }
      const held = await store.records(first.homeId).find(kinds.user, first.userId)
      if (!held) throw wrongPassword()
      const user = held.record as User
      const known = { homeId: first.homeId, user, hash: first.passwordHash }
      return writeAs(user, first.homeId, (change) => letIn(change, known, visitor))
    },

    async enter(secret, { password, displayName, organisationName }, visitor) {
      const { homeId, user, purpose, organisation } = await readLink(store, secret, now())
      checkPassword(password, { email: user.email ?? '' })
      const hash = await hashPassword(password)
      return writeAs(user, homeId, async (change) => {
        if (!(await useUpLink(change.sql, secret))) {
          throw new CatalogError('not_found', 'This link has been used meanwhile.')
        }
        const held = await change.find(kinds.user, user.id)
        if (held && displayName !== undefined && displayName !== user.displayName) {
          await change.update(kinds.user, held, { ...held.record, displayName, updatedAt: change.at })
        }
        await setPassword(change.sql, { homeId, userId: user.id, hash, at: change.at })
        await removeSessions(change.sql, { homeId, userId: user.id })
        if (purpose === 'setup' && organisationName !== undefined) {
          await renameTo(change, organisation, organisationName)
        }
        const token = purpose === 'setup' ? await ownToken(change, user) : null
        return { opened: await letIn(change, { homeId, user, hash }, visitor), token }
      })
    },

    async changePassword({ homeId, userId, sessionId }, { current, next }) {
      const held = await store.records(homeId).find(kinds.user, userId)
      const user = held?.record as User | undefined
      const hash = await passwordOf(reader, homeId, userId)
      const proof = await beginProof(throttle, { homeId, userId })
      if (!user || hash === undefined || !(await isPassword(current, hash))) {
        throw new CatalogError('invalid_request', 'current is not your password.', {
          details: [{ path: 'current', message: 'is not your password' }],
        })
      }
      await proof.succeeded([proof.key], [])
      checkPassword(next, { email: user.email ?? '' })
      const made = await hashPassword(next)
      await writeAs(user, homeId, async (change) => {
        await setPassword(change.sql, { homeId, userId, hash: made, at: change.at })
        await removeSessions(change.sql, { homeId, userId, except: sessionId })
        await change.log('user.password_changed', { kind: kinds.user.name, id: userId }, null, null)
      })
      return { device: deviceMark({ userId, passwordHash: made }) }
    },
  }
}

async function ownToken(change: Change, { id }: User): Promise<string> {
  const input = { name: 'first token', scopes: ['read', 'write', 'admin'] }
  return (await insertCredential(change, kinds.token, { input, mode: 'live', userId: id })).secret
}
