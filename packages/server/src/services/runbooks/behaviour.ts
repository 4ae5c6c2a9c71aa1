import { kinds, type Kinds, type Role, roleReaches, roles, type Stored } from '@svc/model'
import { behaviour } from '../records/behaviour.ts'

type Runbook = Stored<Kinds['runbook']>

/** The lowest roles of the runbooks that a role may see. */
export const visibleTo = (role: Role): readonly Role[] => roles.filter((one) => roleReaches(role, one))

/** A runbook is visible only to roles that reach its minimum. */
export const runbookBehaviour = behaviour<Runbook>(kinds.runbook, {
  hides: ({ role }) => [{ field: 'visibilityRoleMin', in: visibleTo(role) }],
  canSee: ({ role }, { visibilityRoleMin }) => roleReaches(role, visibilityRoleMin),
})
