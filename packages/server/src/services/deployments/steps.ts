import type { Kinds, Stored } from '@svc/model'

type Status = Stored<Kinds['deployment']>['status']

/** How far a deployment has come; from an end there is no way on. */
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

/** Reports may overtake each other: one that tells of an earlier step comes too late to matter. */
export const isBehind = (reported: Status, known: Status): boolean =>
  reported !== known && steps[reported] <= steps[known]
