import { kinds, type Kinds, type Stored } from '@svc/model'
import { behaviour } from '../behaviour.ts'

type Binding = Stored<Kinds['oncallBinding']>

export const oncallBehaviour = behaviour<Binding>(kinds.oncallBinding, {
  prepare: ({ next }) => (next.provider === 'manual' ? { ...next, scheduleId: null } : next),
})
