import { CatalogError, type Kinds, kinds, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { changeMember } from '../identity/members.ts'
import type { Directory } from './directory.ts'
import { badRequest, ScimRefusal } from './refusal.ts'

type User = Stored<Kinds['user']>
type SsoSettings = Stored<Kinds['ssoSettings']>

/** Why a directory may neither deactivate a person nor change their address; undefined if it may. */
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

/** Somebody always stays who can get in when the directory is wrong. */
export class ProtectedPerson extends ScimRefusal {
  readonly userId: string

  constructor({ id, email }: User, why: string) {
    super(
      'invalid_request',
      `${email ?? id} ${why}: a directory can neither deactivate nor delete them, nor change their address.`,
      'mutability',
    )
    this.userId = id
  }
}

/** What a directory changes about a member: never a role. */
export async function changeByDirectory(
  change: Change,
  user: User,
  changes: Partial<Pick<User, 'email' | 'displayName' | 'isActive'>>,
): Promise<User> {
  const isLess = changes.isActive === false || changes.email !== undefined
  const why = isLess ? await whyProtected(change, user) : undefined
  if (why !== undefined) throw new ProtectedPerson(user, why)
  try {
    return await changeMember(change, user, changes)
  } catch (error) {
    // Required SSO may need them, too.
    if (error instanceof CatalogError && error.code === 'still_needed')
      throw badRequest('mutability', error.message)
    throw error
  }
}

/** Runs a change, and says in the log if somebody was to be shut out who must not be. */
export async function reportingProtected<T>(
  { store, organisation, actor, now }: Directory,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ProtectedPerson)) throw error
    const { userId, message } = error
    await store.write({ partitionId: organisation.home, actor, now }, (change) =>
      change.log('scim.refused', { kind: kinds.user.name, id: userId }, null, { reason: message }),
    )
    throw error
  }
}
