import { kinds, type Kinds, type Stored } from '@svc/model'
import { behaviour } from '../behaviour.ts'

type Binding = Stored<Kinds['oncallBinding']>

export const oncallBehaviour = behaviour<Binding>(kinds.oncallBinding, {
  // On create only: later a schedule would be a change of what cannot change, and must not look as if it was taken.
  prepare: ({ next, before }) =>
    before === undefined && next.provider === 'manual' ? { ...next, scheduleId: null } : next,
})
