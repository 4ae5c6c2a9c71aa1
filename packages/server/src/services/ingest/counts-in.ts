import { invalid, type Kinds, percentageObjectives, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { isAhead } from '../../store/clock.ts'
import type { Fields } from '../records/behaviour.ts'
import { checkInterval, type CountReport } from '../slo/counts/take-counts.ts'
import { externalIdOf, type SliReport } from './result.ts'
import { type State, stateOf, utc } from './sli-state.ts'

const parts = ['good', 'total', 'from', 'to'] as const satisfies readonly (keyof SliReport)[]
type Counts = Required<Pick<SliReport, 'sloId' | (typeof parts)[number]>>

export const hasCounts = (item: Fields): boolean => parts.some((part) => item[part] !== undefined)

/** Counts as they are stored, and until when events were counted with them. */
export function countsIn(change: Change, states: Map<string, State>, item: Fields): CountReport {
  const { sloId, good, total, from, to } = item as Counts
  if (item.value !== undefined) throw invalid('value', `must be left out if ${parts.join(', ')} are given`)
  const state = stateOf(states, sloId)
  const { type } = state.stored.record as Stored<Kinds['slo']>
  if (!(type in percentageObjectives))
    throw invalid(
      'good',
      `counts are for ${Object.keys(percentageObjectives).join(', ')}, not for ${type}: send a value`,
    )
  const interval = { startsAt: utc(from, 'from'), endsAt: utc(to, 'to'), good, total }
  checkInterval(interval, change.at)
  const externalId = externalIdOf(item)
  const own = externalId === null ? `${interval.startsAt} ${interval.endsAt}` : `id ${externalId}`
  const latest = (a: string | null): string => (a !== null && a > interval.endsAt ? a : interval.endsAt)
  const isAheadOfNow = isAhead(state.measuredAt ?? '', change.at)
  states.set(sloId, {
    ...state,
    countedTo: latest(state.countedTo),
    measuredAt: isAheadOfNow ? interval.endsAt : latest(state.measuredAt),
  })
  return { sloId, reference: `${sloId} ${own}`, ...interval }
}
