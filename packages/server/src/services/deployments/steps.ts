import type { Kinds, Stored } from '@svc/model'

type Status = Stored<Kinds['deployment']>['status']

/** How far a deployment has come; a finished one does not change any more. */
const steps = {
  pending: 0,
  building: 1,
  deploying: 2,
  success: 3,
  failed: 3,
  cancelled: 3,
  testsFailed: 3,
} as const satisfies Record<Status, number>

export const hasBegun = (status: Status): boolean => steps[status] > 0
export const hasEnded = (status: Status): boolean => steps[status] === 3

/** Reports may arrive out of order: one of an earlier step is ignored. */
export const isBehind = (reported: Status, known: Status): boolean =>
  reported !== known && steps[reported] <= steps[known]
