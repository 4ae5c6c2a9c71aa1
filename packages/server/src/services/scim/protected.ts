import { CatalogError, type Kinds, kinds, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { changeMember } from '../identity/members.ts'
import { isOfVerifiedDomain } from './adoption.ts'
import type { Directory } from './directory.ts'
import { asAddress } from './person.ts'
import { badRequest, ReportedRefusal } from './refusal.ts'

type User = Stored<Kinds['user']>
type SsoSettings = Stored<Kinds['ssoSettings']>

/** Why a directory may neither deactivate a person nor rename them; undefined if it may. */
async function whyProtected(change: Change, { id, role, isActive }: User): Promise<string | undefined> {
  const [settings] = await change.list(kinds.ssoSettings, { where: [], limit: 1 })
  if ((settings?.record as SsoSettings | undefined)?.breakGlassUids.includes(id))
    return 'has break-glass access'
  if (role !== 'owner' || !isActive) return undefined
  const owners = await change.list(kinds.user, {
    where: [
      { field: 'role', is: 'owner' },
      { field: 'isActive', is: true },
    ],
    limit: 2,
  })
  return owners.length > 1 ? undefined : 'is the only active owner'
}

const refusal = ({ id, email }: User, why: string): ReportedRefusal =>
  new ReportedRefusal('invalid_request', `${email ?? id} ${why}.`, { userId: id, scimType: 'mutability' })

/** Somebody always stays who can get in when the directory is wrong. */
export async function refuseProtected(change: Change, user: User): Promise<void> {
  const why = await whyProtected(change, user)
  if (why !== undefined)
    throw refusal(
      user,
      `${why}: a directory can neither deactivate nor delete them, nor change their user name or address`,
    )
}

/**
 * Nobody becomes an owner by renaming one: by their address and user name people are found at a sign-in, and links are
 * sent to the address.
 */
async function refuseStrangeAddress(change: Change, user: User, address: string): Promise<void> {
  if (user.role === 'owner' && !(await isOfVerifiedDomain(change, address)))
    throw refusal(
      user,
      `is an owner, and ${address} is not of a verified domain of the organisation: a directory cannot give it to them`,
    )
}

/** Whether a directory may call a person something else. */
export async function checkUserName(change: Change, user: User, userName: string): Promise<void> {
  await refuseProtected(change, user)
  await refuseStrangeName(change, user, userName)
}

/** Whether a directory may take somebody over by this user name. */
export async function refuseStrangeName(change: Change, user: User, userName: string): Promise<void> {
  const address = asAddress(userName)
  if (address !== undefined && address !== user.email) await refuseStrangeAddress(change, user, address)
}

/** What a directory changes about a member: never a role. */
export async function changeByDirectory(
  change: Change,
  user: User,
  changes: Partial<Pick<User, 'email' | 'displayName' | 'isActive'>>,
): Promise<User> {
  const { email, isActive } = changes
  if (isActive === false || email !== undefined) await refuseProtected(change, user)
  if (typeof email === 'string') await refuseStrangeAddress(change, user, email)
  try {
    return await changeMember(change, user, changes)
  } catch (error) {
    // Required SSO may need them, too.
    if (error instanceof CatalogError && error.code === 'still_needed')
      throw badRequest('mutability', error.message)
    throw error
  }
}

/** Runs a change, and says in the log if it was to reach somebody whom a directory must not reach. */
export async function reportingRefusals<T>(
  { store, organisation, actor, now }: Directory,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ReportedRefusal)) throw error
    const { userId, message } = error
    await store.write({ partitionId: organisation.home, actor, now }, (change) =>
      change.log('scim.refused', { kind: kinds.user.name, id: userId }, null, { reason: message }),
    )
    throw error
  }
}
