import { kinds, type Kinds, type Stored } from '@svc/model'
import { behaviour } from '../behaviour.ts'
import { assess } from './assess.ts'
import { keepState } from './keep-state.ts'
import { recentOf } from './recent.ts'
import { isMeasured, needsRestating, restated } from './restate.ts'
import { noteStatus } from './status-changed.ts'

type Slo = Stored<Kinds['slo']>

/** What is known of one source says nothing about the next. */
const neverRead = { dataSourceError: null, dataSourceReadAt: null }

/** New terms or a new value make a new budget at once; the calculator refines it at the next quarter hour. */
export const sloBehaviour = behaviour<Slo>(kinds.slo, {
  async prepare({ next, ...rest }, change) {
    const { before } = rest
    const isNewSource = before !== undefined && before.dataSource !== next.dataSource
    const draft = { ...rest, next: isNewSource ? { ...next, ...neverRead } : next }
    if (!needsRestating(draft)) return draft.next
    return restated(draft, change, await recentOf(change, draft.next))
  },
  isNews: isMeasured,
  follow: noteStatus,
  async elapse(change, held) {
    const slo = held.record as Slo
    const { state } = await assess(change, slo, new Date(change.at))
    return keepState(change, held, { ...slo, ...state })
  },
})
