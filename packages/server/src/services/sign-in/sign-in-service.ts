import { CatalogError, type Kinds, kinds, type Stored } from '@svc/model'
import type { Access } from '../../store/access.ts'
import type { Change } from '../../store/change.ts'
import type { Store } from '../../store/open.ts'
import { endGrants } from '../../store/queries/program-grants.ts'
import { findOrganisation } from '../../store/queries/organisations.ts'
import { type PartitionId, organisationIdOf, partitionsOf } from '../../store/partition-id.ts'
import {
  type Membership,
  membershipsOf,
  passwordOf,
  removeLinks,
  removeSession,
  removeSessions,
  type SessionMethod,
  setPassword,
} from '../../store/queries/sign-in.ts'
import { factorsOf, type SecondFactor } from '../../store/queries/second-factors.ts'
import { insertCredential } from '../identity/credentials.ts'
import { revokeTokens } from '../identity/own-tokens.ts'
import { decidingDomain, type Door, doorFor, providerRequired } from '../sso/enforcement.ts'
import { policyFor } from '../../store/queries/sso-policy.ts'
import { writeAs } from './as-person.ts'
import { beginSecondStep, beginSignIn, type Candidate } from './attempt.ts'
import { deviceMark, deviceOf } from './device.ts'
import { noteUse, type PasskeyVerdict } from './factors/passkeys.ts'
import { proveByCode, proveByPasskey, wrongCode, wrongPasskey } from './factors/proof.ts'
import { issueTicket, readTicket, ticketDigest, useUpTicket } from './factors/tickets.ts'
import { takeFirstFacts } from './first-facts.ts'
import { readLink, useUpLink } from './links.ts'
import { renameTo } from './organisation.ts'
import { checkPassword, hashPassword, matchingHashes, wrongPassword } from './password.ts'
import { type NewSession, openSession, sessionDigest } from './sessions.ts'
import type { Throttle } from './throttle.ts'
import type { Sealer } from '../webhooks/sealer.ts'

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
  /** Undefined for people without a password, whose attempts nobody counts. */
  readonly device: string | undefined
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
  /** Only with the link of the first start, whose owner has no real address yet. */
  readonly email?: string | undefined
  readonly organisationName?: string | undefined
}

/** The person has to choose: the same address and password match in several organisations. */
export interface Choice {
  readonly organisations: readonly { readonly id: string; readonly name: string }[]
}

/** The password was right, and something else has to be shown too, by who was told the ticket. */
export interface SecondStep {
  readonly secondFactor: readonly SecondFactor[]
  readonly ticket: string
}

/** What somebody shows in the second step: a code, or the answer of a passkey that was checked already. */
export interface Proof {
  readonly code?: string | undefined
  readonly passkey?: PasskeyVerdict | undefined
}

export interface SignInService {
  signIn(given: SignIn, visitor: Visitor): Promise<Entry | Choice | SecondStep>
  completeSignIn(ticket: string, proof: Proof, visitor: Visitor): Promise<Entry>
  /** With a passkey, which is enough alone: the device has verified the person. */
  signInByPasskey(verdict: PasskeyVerdict, visitor: Visitor): Promise<Entry>
  /** Uses up a link; the one of the first start also returns the owner's token, to be shown once. */
  enter(
    link: string,
    given: Entering,
    visitor: Visitor,
  ): Promise<{ readonly opened: Entry | SecondStep; readonly token: string | null }>
}

interface Known {
  readonly homeId: PartitionId
  readonly user: User
  /** The stored password hash; undefined if there is none. */
  readonly hash: string | undefined
  readonly method: Extract<SessionMethod, 'password' | 'link' | 'recovery' | 'passkey'>
  /** Whether they may come in this way, if that is already known. */
  readonly door?: Door
  readonly factor?: SecondFactor
}

/** What a second step is for: void if the password has changed since. */
interface Pending {
  readonly homeId: PartitionId
  readonly userId: string
  readonly passwordDigest: string
  readonly method: Extract<SessionMethod, 'password' | 'link' | 'recovery'>
}

interface Dependencies {
  readonly store: Store
  readonly throttle: Throttle
  readonly now: () => Date
  readonly sealer: Sealer
  /** Called for each refused sign-in, with every membership of the address: none if nobody has it. */
  readonly onRefused: (members: readonly Pick<Membership, 'homeId' | 'userId'>[]) => void
}

export function createSignInService({
  store,
  throttle,
  now,
  sealer,
  onRefused,
}: Dependencies): SignInService {
  const organisationsOf = async (candidates: readonly Candidate[]): Promise<Choice['organisations']> => {
    const found = await Promise.all(
      candidates.map(({ homeId }) => store.run(findOrganisation, organisationIdOf(homeId))),
    )
    return found.flatMap((one) => (one ? [{ id: one.id, name: one.name }] : []))
  }

  const letIn = async (
    change: Change,
    { homeId, user, hash, method, factor, door: known }: Known,
    { agent, address, session }: Visitor,
  ): Promise<Entry> => {
    const at = new Date(change.at)
    const stored = await change.find(kinds.user, user.id)
    // What was read before this change may have been revoked by another one meanwhile.
    const isStill =
      (stored?.record as User | undefined)?.isActive &&
      (await change.run(passwordOf, homeId, user.id)) === hash
    if (!stored || !isStill) throw wrongPassword()
    const door = known ?? (await doorOf(change, { homeId, user, method }))
    if (door === 'closed') throw wrongPassword()
    if (session !== undefined) await change.run(removeSession, sessionDigest(session))
    const opened = await openSession(change, {
      ...{ homeId, userId: user.id, method, agent, address, at },
      ...(factor && { factor }),
    })
    await change.derive(kinds.user, stored, { ...stored.record, lastLoginAt: change.at })
    // What happens in spite of a requirement has to be noticed.
    const isLoud = door === 'break_glass' || method === 'recovery'
    const after = isLoud ? { method, ...(door === 'break_glass' && { break_glass: true }) } : null
    await change.log('user.signed_in', { kind: kinds.user.name, id: user.id }, null, after)
    return {
      ...opened,
      device: hash === undefined ? undefined : deviceMark({ userId: user.id, passwordHash: hash }),
    }
  }

  const secondStep = async (
    access: Access,
    { homeId, userId, hash, method }: Pick<Pending, 'homeId' | 'userId' | 'method'> & { hash: string },
    { factors, at }: { factors: readonly SecondFactor[]; at: Date },
  ): Promise<SecondStep> => {
    const data: Pending = { homeId, userId, passwordDigest: ticketDigest(hash), method }
    const ticket = await issueTicket(access, { purpose: 'second-step', data, at })
    return { secondFactor: factors, ticket }
  }

  const userOf = async (homeId: PartitionId, userId: string): Promise<User> => {
    const stored = await store.records(homeId).find(kinds.user, userId)
    if (!stored) throw wrongPassword()
    return stored.record as User
  }

  return {
    async signIn({ email, password, organisationId }, visitor) {
      const homeId = organisationId === undefined ? undefined : partitionsOf(organisationId).home
      const members = (await store.run(membershipsOf, email, decidingDomain(email))).filter(
        (one) => one.homeId === (homeId ?? one.homeId),
      )
      const refuse = (error: Error): never => {
        onRefused(members)
        throw error
      }
      const candidates = members.flatMap(({ homeId, userId, isActive, passwordHash, factors, policy }) => {
        const door = doorFor(policy, userId)
        // The same answer in the same time as for somebody unknown.
        const mayTry = isActive && passwordHash !== null && door !== 'closed'
        return mayTry ? [{ homeId, userId, passwordHash, factors, door }] : []
      })
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
      if (first.factors.length > 0) {
        const pending = { ...first, hash: first.passwordHash, method: 'password' } as const
        return store.transaction((tx) => secondStep(tx, pending, { factors: first.factors, at: now() }))
      }
      const user = await userOf(first.homeId, first.userId)
      const { homeId: home, passwordHash: hash, door } = first
      const known = { homeId: home, user, hash, door, method: 'password' } as const
      return writeAs({ store, now, homeId: first.homeId, user }, (change) => letIn(change, known, visitor))
    },

    async completeSignIn(secret, { code, passkey }, visitor) {
      const given = { secret, purpose: 'second-step', at: now() } as const
      const { homeId, userId, passwordDigest, method } = await readTicket<Pending>(store, given)
      const hash = await store.run(passwordOf, homeId, userId)
      if (hash === undefined || ticketDigest(hash) !== passwordDigest) throw wrongPassword()
      const refuse = (error: Error): never => {
        onRefused([{ homeId, userId }])
        throw error
      }
      const isMarked = deviceOf(visitor.device, { userId, passwordHash: hash }) !== undefined
      const attempt = await beginSecondStep(throttle, { homeId, userId }, isMarked).catch(refuse)
      const user = await userOf(homeId, userId)
      const opened = await writeAs({ store, now, homeId, user }, async (change) => {
        const factor =
          passkey !== undefined
            ? await proveByPasskey(change, { homeId, userId }, passkey)
            : await proveByCode(change, { homeId, userId }, { sealer, code: code ?? '' })
        if (!factor) return undefined
        await useUpTicket(change, secret)
        return letIn(change, { homeId, user, hash, method, factor }, visitor)
      })
      if (!opened) return refuse(passkey === undefined ? wrongCode() : wrongPasskey())
      await attempt.succeeded([attempt.key], [])
      return opened
    },

    async signInByPasskey(verdict, visitor) {
      const refuse = (): never => {
        onRefused(verdict.passkey ? [verdict.passkey] : [])
        throw wrongPasskey()
      }
      if (!verdict.isGood) return refuse()
      const { homeId, userId } = verdict.passkey
      const user = await userOf(homeId, userId)
      const hash = await store.run(passwordOf, homeId, userId)
      const known = { homeId, user, method: 'passkey' } as const
      // The same answer as for a passkey that nobody knows.
      const door = await doorOf(store, known)
      if (!user.isActive || door === 'closed') return refuse()
      const opened = await writeAs({ store, now, homeId, user }, async (change) =>
        (await noteUse(change, verdict)) ? letIn(change, { ...known, hash }, visitor) : undefined,
      )
      return opened ?? refuse()
    },

    async enter(secret, { password, displayName, email, organisationName }, visitor) {
      const { homeId, user: known, purpose, organisation } = await readLink(store, secret, now())
      if (email !== undefined && purpose !== 'setup') throw onlyAtSetup()
      checkPassword(password, {
        email: email ?? known.email ?? '',
        organisationName: organisationName ?? organisation.name,
      })
      const hash = await hashPassword(password)
      return writeAs({ store, now, homeId, user: known }, async (change) => {
        const method = purpose === 'recovery' ? 'recovery' : 'link'
        const door = purpose === 'setup' ? 'open' : await doorOf(change, { homeId, user: known, method })
        if (door === 'closed') throw providerRequired()
        if (!(await useUpLink(change, secret))) {
          throw new CatalogError('not_found', 'This link has just been used.')
        }
        // There may be others that the person asked for.
        await change.run(removeLinks, homeId, known.id)
        const user = await takeFirstFacts(change, known, { displayName, email })
        await change.run(setPassword, { homeId, userId: user.id, hash, at: change.at })
        await removeSessions(change, { userId: user.id })
        await endGrants(change, { userId: user.id })
        if (purpose === 'setup' && organisationName !== undefined) {
          await renameTo(change, organisation, organisationName)
        }
        await revokeTokens(change, user.id, ({ endsWithSetup }) => endsWithSetup)
        const token = purpose === 'setup' ? await ownToken(change, user) : null
        // A link replaces a lost password, not a second factor.
        const factors = await change.run(factorsOf, { homeId, userId: user.id })
        const opened =
          factors.length > 0
            ? await secondStep(
                change,
                { homeId, userId: user.id, hash, method },
                { factors, at: new Date(change.at) },
              )
            : await letIn(change, { homeId, user, hash, method, door }, visitor)
        return { opened, token }
      })
    },
  }
}

const onlyAtSetup = (): CatalogError =>
  new CatalogError('invalid_request', 'An e-mail address can be chosen only when svc is set up.', {
    details: [{ path: 'email', message: 'can be chosen only with the link of the first start' }],
  })

/** The operator's links open whatever is required. */
async function doorOf(
  access: Access,
  { homeId, user, method }: Pick<Known, 'homeId' | 'user' | 'method'>,
): Promise<Door> {
  if (method === 'recovery') return 'open'
  return doorFor(await access.run(policyFor, homeId, decidingDomain(user.email)), user.id)
}

async function ownToken(change: Change, { id }: User): Promise<string> {
  const input = { name: 'first token', scopes: ['read', 'write', 'admin'] }
  return (await insertCredential(change, kinds.token, { input, mode: 'live', userId: id })).secret
}
