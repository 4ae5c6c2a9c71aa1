import { type Role, roleReaches, roles } from '@svc/model'
import { type Diagnostic, error } from '../protocol/diagnostic.ts'
import type { ObjectValue, Value } from '../protocol/value.ts'

/** The lowest role that sees a record. To all others it is as if it were not there. */
const attribute = 'visibility_role_min'

/** Whether a record is out of sight for a role. */
export const isHidden = (role: Role, state: ObjectValue): boolean => {
  const needed = state[attribute] ?? null
  return isRole(needed) && !roleReaches(role, needed)
}

const isRole = (value: Value): value is Role => roles.some((role) => role === value)

/** What would be made would look deleted ever after, and be made again by each run. */
export const wouldHide = (role: Role, planned: ObjectValue): readonly Diagnostic[] =>
  isHidden(role, planned)
    ? [
        error(
          'Out of sight',
          `${attribute} ${planned[attribute]} hides it from the token, which has the role ${role}. Choose ${role} or lower, or use a token of someone with the role ${planned[attribute]}.`,
          [attribute],
        ),
      ]
    : []

/** It was not found, which says nothing about whether it is there. */
export const outOfSight = (role: Role, state: ObjectValue): Diagnostic =>
  error(
    'Out of sight',
    `${state.id} is hidden from the token, which has the role ${role}: it cannot tell whether it is still there. Use a token of someone with the role ${state[attribute]}.`,
    [attribute],
  )
