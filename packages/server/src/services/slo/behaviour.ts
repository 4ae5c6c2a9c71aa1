import { kinds, type Kinds, type Stored } from '@svc/model'
import { behaviour } from '../records/behaviour.ts'
import { assess, historyOf, isCounted } from './assess.ts'
import { forgetCounts } from './counts/take-counts.ts'
import { keepState } from './keep-state.ts'
import { isMeasured, needsRestating, restated } from './restate.ts'
import { noteStatus } from './status-changed.ts'

type Slo = Stored<Kinds['slo']>

/** What is known about one source says nothing about another. */
const neverRead = { dataSourceError: null, dataSourceReadAt: null }
const neverCounted = { countedTo: null, burnAlerts: null }

/** New terms or a new value give a new budget at once; the calculator refines it at the next quarter hour. */
export const sloBehaviour = behaviour<Slo>(kinds.slo, {
  async prepare({ next, ...rest }, change) {
    const { before } = rest
    const isNewSource = before !== undefined && before.dataSource !== next.dataSource
    const draft = { ...rest, next: isNewSource ? { ...next, ...neverRead } : next }
    if (!needsRestating(draft)) return draft.next
    if (before && before.type !== draft.next.type) {
      // Counts of one thing say nothing about another.
      if (before.countedTo !== null) await forgetCounts(change, before.id)
      return restated({ ...draft, next: { ...draft.next, ...neverCounted } }, change, { recent: [] })
    }
    const history = await historyOf(change, draft.next, new Date(change.at))
    // Another window contains other events.
    const value = isCounted(draft.next) && !isMeasured(draft) ? history.counted?.value : undefined
    const counted = { ...draft.next, currentValue: value ?? draft.next.currentValue }
    return restated({ ...draft, next: counted }, change, history)
  },
  isNews: isMeasured,
  follow: noteStatus,
  async elapse(change, stored) {
    const slo = stored.record as Slo
    const { state } = await assess(change, slo, new Date(change.at))
    return keepState(change, stored, { ...slo, ...state })
  },
})
