import { CatalogError, type Kinds, kinds, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Store } from '../../store/open.ts'
import { findOrganisation, type Organisation } from '../../store/organisations.ts'
import { membershipsOf, passwordOf, removeSession, removeSessions, setPassword } from '../../store/sign-in.ts'
import { insertCredential } from '../identity/credentials.ts'
import { deviceMark, deviceOf } from './device.ts'
import { readLink, useUpLink } from './links.ts'
import { renameTo } from './organisation.ts'
import { checkInVain, checkPassword, hashPassword, isPassword, wrongPassword } from './password.ts'
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
    visitor: Visitor,
  ): Promise<Pick<Entry, 'device'>>
}

interface Known {
  readonly homeId: string
  readonly user: User
  /** Of the password, as it is kept. */
  readonly hash: string
}

interface Member extends Known {
  readonly organisation: Organisation
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

  /** Who goes by this address and has a password, in whatever organisation. */
  async function knownAs({ email, organisationId }: SignIn): Promise<readonly Member[]> {
    const known: Member[] = []
    for (const { homeId, userId } of await membershipsOf(reader, email)) {
      const hash = await passwordOf(reader, homeId, userId)
      const organisation = await findOrganisation(reader, homeId.slice(0, homeId.lastIndexOf('.')))
      const isMeant = organisationId === undefined || organisation?.id === organisationId
      if (hash === undefined || !organisation || !isMeant) continue
      const user = (await store.records(homeId).find(kinds.user, userId))?.record as User | undefined
      if (user?.isActive) known.push({ homeId, user, organisation, hash })
    }
    return known
  }

  /** Takes as long for an address that nobody has, so that nobody learns which ones there are. */
  async function fitting(known: readonly Member[], password: string): Promise<readonly Member[]> {
    if (known.length === 0) await checkInVain(password)
    const isIt = await Promise.all(known.map(({ hash }) => isPassword(password, hash)))
    return known.filter((_, index) => isIt[index])
  }

  const deviceAmong = (known: readonly Member[], mark: string | undefined): string | undefined =>
    known.map(({ user, hash }) => deviceOf(mark, { userId: user.id, passwordHash: hash })).find(Boolean)

  return {
    async signIn(given, visitor) {
      const known = await knownAs(given)
      const device = deviceAmong(known, visitor.device)
      const attempt = { person: given.email, address: visitor.address, device }
      throttle.admit(attempt)
      // Counted before it is known, so that many at once cannot slip through together.
      throttle.failed(attempt)
      const [first, ...others] = await fitting(known, given.password)
      if (!first) throw wrongPassword()
      throttle.succeeded(attempt)
      if (others.length > 0) {
        return { organisations: [first, ...others].map(({ organisation: { id, name } }) => ({ id, name })) }
      }
      return writeAs(first.user, first.homeId, (change) => letIn(change, first, visitor))
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

    async changePassword({ homeId, userId, sessionId }, { current, next }, visitor) {
      const held = await store.records(homeId).find(kinds.user, userId)
      const user = held?.record as User | undefined
      const hash = await passwordOf(reader, homeId, userId)
      const attempt = { person: userId, address: visitor.address }
      throttle.admit(attempt)
      throttle.failed(attempt)
      if (!user || hash === undefined || !(await isPassword(current, hash))) {
        throw new CatalogError('invalid_request', 'current is not your password.', {
          details: [{ path: 'current', message: 'is not your password' }],
        })
      }
      throttle.succeeded(attempt)
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
