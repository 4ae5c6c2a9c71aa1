import { kinds, type Kinds, type Stored } from '@svc/model'
import { behaviour } from '../records/behaviour.ts'

type Tracker = Stored<Kinds['errorTracker']>

/** A snapshot from another source says nothing about this project. */
export const errorTrackerBehaviour = behaviour<Tracker>(kinds.errorTracker, {
  prepare: ({ next, before }) =>
    before && (before.provider !== next.provider || before.projectRef !== next.projectRef)
      ? { ...next, snapshot: null }
      : next,
})
