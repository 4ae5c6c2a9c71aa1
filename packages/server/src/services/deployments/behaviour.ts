import { kinds, type Kinds, type Stored } from '@svc/model'
import { behaviour } from '../records/behaviour.ts'
import { withAppNames } from '../projects.ts'
import { hasBegun, hasEnded } from './steps.ts'

export const deploymentBehaviour = behaviour<Stored<Kinds['deployment']>>(kinds.deployment, {
  derive: withAppNames,
  /** A start or an end reported without a time is now. */
  prepare: ({ next }, { at }) => ({
    ...next,
    startedAt: next.startedAt ?? (hasBegun(next.status) && !hasEnded(next.status) ? at : null),
    completedAt: next.completedAt ?? (hasEnded(next.status) ? at : null),
  }),
})
