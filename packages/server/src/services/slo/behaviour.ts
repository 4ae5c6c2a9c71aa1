import { kinds, type Kinds, type Stored } from '@svc/model'
import { behaviour } from '../behaviour.ts'
import { recentOf } from './recent.ts'
import { needsRestating, restated } from './restate.ts'

/** What is known of one source says nothing about the next. */
const neverRead = { dataSourceError: null, dataSourceReadAt: null }

/** New terms or a new value make a new budget at once; the calculator refines it at the next quarter hour. */
export const sloBehaviour = behaviour<Stored<Kinds['slo']>>(kinds.slo, {
  async prepare({ next, ...rest }, change) {
    const { before } = rest
    const isNewSource = before !== undefined && before.dataSource !== next.dataSource
    const draft = { ...rest, next: isNewSource ? { ...next, ...neverRead } : next }
    if (!needsRestating(draft)) return draft.next
    return restated(draft, change.at, await recentOf(change, draft.next))
  },
})
