import { type Kinds, kinds, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import {
  findIdentity,
  identitiesOf,
  insertIdentity,
  noteIdentityUse,
  removePassword,
} from '../../store/queries/federation.ts'
import { endGrants } from '../../store/queries/program-grants.ts'
import { factorsOf } from '../../store/queries/second-factors.ts'
import { removeLinks, removeSessions } from '../../store/queries/sign-in.ts'
import type { IdentityProvider } from '../identity-providers/complete.ts'
import { insertUser, memberWith } from '../identity/members.ts'
import { personInDirectory } from '../scim/sign-in.ts'
import { resetFactors } from '../sign-in/factors/own-factors.ts'
import { nameInDns } from '../sso/domain-name.ts'
import { type Assertion, domainOf } from './assertion.ts'
import { Refused } from './refused.ts'

type User = Stored<Kinds['user']>
type SsoSettings = Stored<Kinds['ssoSettings']>

/**
 * Who may come in: whoever is already known by this identity; else whom the directory of this provider names; else a
 * member whose address is in a verified domain of this provider; else, if the provider may create members, a new one. Nothing is written for those who may not.
 */
export async function admit(change: Change, provider: IdentityProvider, assertion: Assertion): Promise<User> {
  const { partitionId: homeId, at } = change
  const { issuer, subject, email } = assertion
  const identity = { providerId: provider.id, issuer, subject }
  const known = await change.run(findIdentity, homeId, identity)
  if (known) {
    const user = await activeMember(change, known.userId)
    await change.run(noteIdentityUse, homeId, { ...identity, email: email ?? known.email, usedAt: at })
    return user
  }
  const settings = await settingsIn(change)
  const inDirectory = await personInDirectory(change, { providerId: provider.id, email })
  // Before anything else is said of them: whoever the directory has let go does not come back by another way.
  if (inDirectory) refuseDeactivated(inDirectory.user)
  const domain = inDirectory?.isOfProvider
    ? vouchedForByDirectory(inDirectory.user, assertion)
    : await verifiedDomainOf(change, provider, assertion)
  const member = inDirectory?.user ?? (await memberWith(change, domain.email))
  if (!member && !isCreated(provider, settings))
    throw new Refused(
      'not_allowed',
      `${domain.email} is not a member, and the provider does not create members.`,
    )
  if (!member && !isPlain(domain.email))
    throw new Refused(
      'not_allowed',
      `${domain.email} is not a member, and nobody is created with letters that can be mistaken for others.`,
    )
  if (member) await checkLink(change, provider, member, domain)
  const user =
    member ??
    (await insertUser(change, {
      ...{ email: domain.email, role: provider.jit.role, name: assertion.name },
      isDefaultRole: true,
    }))
  await change.run(insertIdentity, homeId, {
    ...identity,
    userId: user.id,
    email: domain.email,
    createdAt: at,
    usedAt: at,
  })
  if (member) await endOtherWaysIn(change, member, settings)
  await change.log('user.identity_linked', { kind: kinds.user.name, id: user.id }, null, {
    identityProviderId: provider.id,
  })
  return user
}

/** Other letters can look like these, and one member like another. */
const isPlain = (email: string): boolean =>
  /^[!-~]+$/.test(email) && nameInDns(domainOf(email)) === domainOf(email)

async function activeMember(change: Change, id: string): Promise<User> {
  const user = (await change.find(kinds.user, id))?.record as User | undefined
  if (!user) throw new Refused('not_allowed', 'The identity belongs to a member who no longer exists.')
  refuseDeactivated(user)
  return user
}

function refuseDeactivated({ isActive, email, id }: User): void {
  if (!isActive) throw new Refused('not_allowed', `The member ${email ?? id} is deactivated.`)
}

const isCreated = ({ jit }: IdentityProvider, settings: SsoSettings | undefined): boolean =>
  jit.enabled || settings?.forceJitProvisioning === true

async function settingsIn(change: Change): Promise<SsoSettings | undefined> {
  const [stored] = await change.list(kinds.ssoSettings, { where: [], limit: 1 })
  return stored?.record as SsoSettings | undefined
}

/** The directory of a provider says who its people are, whatever their domain. */
function vouchedForByDirectory(
  { email: known, id }: User,
  { email, isEmailVerified }: Assertion,
): VerifiedAddress {
  if (isEmailVerified === false)
    throw new Refused(
      'not_allowed',
      `The provider does not confirm that ${email ?? 'the address'} is the person’s address.`,
    )
  return { email: email ?? known ?? id, isBound: true }
}

interface VerifiedAddress {
  readonly email: string
  /** Whether the domain names this provider as the one where its people sign in. */
  readonly isBound: boolean
}

/**
 * An address says who a person is only if the organisation has proved that its domain is its own. What the provider
 * says of the address must not contradict that, and is needed if the domain is nobody's in particular.
 */
async function verifiedDomainOf(
  change: Change,
  { id }: IdentityProvider,
  { email, isEmailVerified }: Assertion,
): Promise<VerifiedAddress> {
  if (email === null) throw new Refused('not_allowed', 'The provider named no usable e-mail address.')
  const where = [{ field: 'normalizedDomain', is: nameInDns(domainOf(email)) }]
  const [stored] = await change.list(kinds.ssoDomain, { where, limit: 1 })
  const { verificationStatus, identityProviderId } = stored?.record ?? {}
  if (verificationStatus !== 'verified')
    throw new Refused('not_allowed', `The domain of ${email} is not a verified domain of the organisation.`)
  if (isEmailVerified === false)
    throw new Refused('not_allowed', `The provider does not confirm that ${email} is the person’s address.`)
  if (identityProviderId === id) return { email, isBound: true }
  if (identityProviderId !== null)
    throw new Refused(
      'not_allowed',
      `People of the domain of ${email} sign in through another identity provider.`,
    )
  if (isEmailVerified !== true)
    throw new Refused(
      'not_allowed',
      `The provider does not say whether ${email} is verified, and its domain does not name this provider.`,
    )
  return { email, isBound: false }
}

async function checkLink(
  change: Change,
  { id }: IdentityProvider,
  member: User,
  { email, isBound }: VerifiedAddress,
): Promise<void> {
  refuseDeactivated(member)
  if (!isBound)
    throw new Refused(
      'not_allowed',
      `${email} is already a member, and its domain does not name this provider.`,
    )
  const identities = await change.run(identitiesOf, change.partitionId, member.id)
  if (identities.some(({ providerId }) => providerId === id))
    throw new Refused('not_allowed', `${email} is already linked to another identity of this provider.`)
}

/**
 * Whoever used the account before may have been somebody else: what they knew or had no longer opens it. Those who may
 * always use a password keep theirs.
 */
async function endOtherWaysIn(
  change: Change,
  { id }: User,
  settings: SsoSettings | undefined,
): Promise<void> {
  if (settings?.breakGlassUids.includes(id)) return
  await change.run(removePassword, change.partitionId, id)
  await change.run(removeLinks, change.partitionId, id)
  const factors = await change.run(factorsOf, { homeId: change.partitionId, userId: id })
  if (factors.length > 0) await resetFactors(change, id)
  await removeSessions(change, { userId: id })
  await endGrants(change, { userId: id })
}
