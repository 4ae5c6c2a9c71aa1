import { type Role, roleReaches, roles } from '@svc/model'
import { type Diagnostic, error } from '../protocol/diagnostic.ts'
import type { ObjectValue, Value } from '../protocol/value.ts'

/** The lowest role that can see a record. For all others it does not exist. */
const attribute = 'visibility_role_min'

/** Whether a record is hidden from a role. */
export const isHidden = (role: Role, state: ObjectValue): boolean => {
  const needed = state[attribute] ?? null
  return isRole(needed) && !roleReaches(role, needed)
}

const isRole = (value: Value): value is Role => roles.some((role) => role === value)

/** The created record would look deleted, and be created again by each run. */
export const wouldHide = (role: Role, planned: ObjectValue): readonly Diagnostic[] =>
  isHidden(role, planned)
    ? [
        error(
          'Not visible to the token',
          `${attribute} ${planned[attribute]} would hide it from the token, which has the role ${role}. Set it to ${role} or lower, or use a token of someone with the role ${planned[attribute]}.`,
          [attribute],
        ),
      ]
    : []

/** It was not found, which does not mean that it does not exist. */
export const outOfSight = (role: Role, state: ObjectValue): Diagnostic =>
  error(
    'Not visible to the token',
    `${state.id} is hidden from the token, which has the role ${role}, so the provider cannot tell whether it still exists. Use a token of someone with the role ${state[attribute]}.`,
    [attribute],
  )
