import { kinds, type Kinds, roleReaches, roles, type Stored } from '@svc/model'
import { behaviour } from '../records/behaviour.ts'

type Runbook = Stored<Kinds['runbook']>

/** A runbook is visible only to roles that reach its minimum. */
export const runbookBehaviour = behaviour<Runbook>(kinds.runbook, {
  hides: ({ role }) => [{ field: 'visibilityRoleMin', in: roles.filter((one) => roleReaches(role, one)) }],
  canSee: ({ role }, { visibilityRoleMin }) => roleReaches(role, visibilityRoleMin),
})
