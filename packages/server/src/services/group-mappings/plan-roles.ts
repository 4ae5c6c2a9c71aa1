import { isDeepStrictEqual } from 'node:util'
import { type Role, roleReaches } from '@svc/model'
import type { GivenRole, HeldBack } from '../../store/queries/group-mappings.ts'
import type { Facts, Person } from './facts.ts'
import type { WantedFor } from './wanted.ts'

/** Why somebody's role is not what the mappings say. */
export const heldBackReasons = {
  owner: 'Owners keep their role, whatever the mappings say.',
  given_by_hand: 'Their own role, which was given by hand, is higher.',
  changed_by_hand: 'Their role was changed by hand after the mappings had set it.',
  break_glass: 'They have break-glass access, so their role is not lowered.',
  last_admin: 'They are the last active admin or owner, so their role is not lowered.',
} as const satisfies Record<HeldBack, string>

export interface RoleChange {
  readonly person: Person
  readonly from: Role
  readonly to: Role
}

export interface RolePlan {
  readonly changes: readonly RoleChange[]
  /** What is held back, and was not before. */
  readonly heldBack: readonly {
    readonly person: Person
    readonly mapped: Role | null
    readonly reason: HeldBack
  }[]
  readonly gone: readonly string[]
  readonly come: readonly GivenRole[]
}

interface Decision {
  readonly next: GivenRole
  readonly role: Role
}

/** What becomes of the roles of these members. */
export function planRoles({ people, breakGlass, admins }: Facts, wantedFor: WantedFor): RolePlan {
  const changes: RoleChange[] = []
  const heldBack: RolePlan['heldBack'][number][] = []
  const gone: string[] = []
  const come: GivenRole[] = []
  const left = new Set(admins)
  for (const person of people) {
    const { user, role: before } = person
    const current = user.role ?? 'viewer'
    const keeps = (role: Role): HeldBack | null => {
      if (breakGlass.has(user.id)) return 'break_glass'
      const isLast = left.has(user.id) && left.size === 1 && !roleReaches(role, 'admin')
      return isLast ? 'last_admin' : null
    }
    const decided = decide(person, wantedFor(person).role, keeps)
    if (!decided) continue
    const { next, role } = decided
    if (role !== current) changes.push({ person, from: current, to: role })
    if (!roleReaches(role, 'admin')) left.delete(user.id)
    if (next.heldBack !== null && next.heldBack !== before?.heldBack)
      heldBack.push({ person, mapped: next.mappedRole, reason: next.heldBack })
    const isNeeded = next.mappedRole !== null || next.isDefault || next.heldBack !== null
    if (!isNeeded) gone.push(...(before ? [user.id] : []))
    else if (!isDeepStrictEqual(before, next)) come.push(next)
  }
  return { changes, heldBack, gone, come }
}

/**
 * The highest mapped role, unless a higher one was given by hand: mappings take away only what they gave. What people
 * get when they first come in was given by nobody, and gives way. A change by hand stands until the mappings say
 * something else than they did before it.
 */
function decide(
  { user, role: before }: Person,
  wanted: { readonly role: Role; readonly mappingIds: readonly string[] } | null,
  keeps: (role: Role) => HeldBack | null,
): Decision | undefined {
  const current = user.role ?? 'viewer'
  if (!wanted && !before) return undefined
  const isChangedByHand = before !== undefined && before.leftRole !== current
  const ownRole = before && !isChangedByHand ? before.ownRole : current
  const isDefault = before !== undefined && !isChangedByHand && before.isDefault
  const mappedRole = wanted?.role ?? null
  const mappingIds = wanted?.mappingIds ?? []
  const settle = (role: Role, heldBack: HeldBack | null): Decision => ({
    role,
    next: { userId: user.id, ownRole, isDefault, mappedRole, leftRole: role, mappingIds, heldBack },
  })
  const isHigher = mappedRole !== null && !isDefault && !roleReaches(mappedRole, ownRole)
  const isSaidAgain = mappedRole !== null && mappedRole === before?.mappedRole
  if (isSaidAgain && !isHigher && (isChangedByHand || before.heldBack === 'changed_by_hand'))
    return settle(current, current === mappedRole ? null : 'changed_by_hand')
  const role = isHigher || mappedRole === null ? ownRole : mappedRole
  if (role === current || roleReaches(role, current)) {
    // Nobody who is deactivated is given more: it is worked out again when they are reactivated.
    if (role !== current && !user.isActive) return undefined
    return settle(role, isHigher ? (ownRole === 'owner' ? 'owner' : 'given_by_hand') : null)
  }
  const reason = keeps(role)
  return reason ? settle(current, reason) : settle(role, null)
}
