import { isDeepStrictEqual } from 'node:util'
import { isDropped, kinds, type Kinds, rotaFault, type Stored } from '@svc/model'
import { behaviour } from '../records/behaviour.ts'
import { byRota, hasEnded, keepLearned, nobody } from './on-call-now.ts'

type Binding = Stored<Kinds['oncallBinding']>

export const oncallBehaviour = behaviour<Binding>(kinds.oncallBinding, {
  async prepare({ next, before }, change) {
    // On create only: later, a schedule cannot change, and must not look as if it was accepted.
    const hasNone =
      isDropped(kinds.oncallBinding.fields.scheduleId, next) ||
      (next.serviceId !== null && next.scheduleId?.trim() === '')
    const binding = before === undefined && hasNone ? { ...next, scheduleId: null } : next
    if (next.provider !== 'manual') return binding
    const { manual } = next
    if (isDeepStrictEqual(manual, before?.manual ?? null)) return binding
    // The kind's rules report what is wrong with it.
    if (manual && rotaFault(manual) !== undefined) return binding
    return { ...binding, ...(await byRota(change, manual)) }
  },
  async elapse(change, stored) {
    const { provider, manual, currentShiftEndsAt } = stored.record as Binding
    if (provider === 'manual') return keepLearned(change, stored, await byRota(change, manual))
    // The provider decides who comes next.
    const learned = hasEnded(currentShiftEndsAt, change.at) ? nobody : { changesAt: currentShiftEndsAt }
    return keepLearned(change, stored, learned)
  },
})
