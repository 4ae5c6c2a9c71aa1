import { isDeepStrictEqual } from 'node:util'
import {
  CatalogError,
  invalid,
  kinds,
  type Kinds,
  type Stored,
  type TakenReport,
  takenReportsKept,
} from '@svc/model'
import type { Change } from '../../store/change.ts'
import { isAhead } from '../../store/clock.ts'
import { patched } from '../records/draft.ts'
import { type Pace, startPace } from '../pace.ts'
import { checkRules } from '../records/records.ts'
import { type History, historyOf, isCounted } from '../slo/assess.ts'
import { noteBurn } from '../slo/counts/note-burn.ts'
import { type CountReport, takeCounts } from '../slo/counts/take-counts.ts'
import { recentOfMany } from '../slo/recent.ts'
import { restated } from '../slo/restate.ts'
import { noteStatus } from '../slo/status-changed.ts'
import { countsIn, hasCounts } from './counts-in.ts'
import { knownRecords } from './known-records.ts'
import { externalIdOf, rejected, type Report, type Result, type SliReport } from './result.ts'
import { type State, stateOf, utc } from './sli-state.ts'

type Slo = Stored<Kinds['slo']>

type Measurement = SliReport & { readonly value: number }

/** Sets the current values of SLOs: the newest measurement counts, in whatever order they arrive. */
export async function takeSlis(change: Change, reports: readonly Report[]): Promise<readonly Result[]> {
  const pace = startPace()
  const keys = [...new Set(reports.filter(({ problem }) => !problem).map(({ item }) => String(item.sloId)))]
  const known = await knownRecords(change, kinds.slo, { field: 'id', keys })
  const states = new Map<string, State>()
  for (const one of known.stored) {
    const { id, currentValue, measuredAt, countedTo, takenReports } = one.record as Slo
    states.set(id, { stored: one, value: currentValue, measuredAt, countedTo, taken: takenReports ?? [] })
  }
  const counts: CountReport[] = []
  const results = reports.map(({ item, problem }): Result | CountReport => {
    try {
      if (problem) throw problem
      known.check(String(item.sloId))
      if (!hasCounts(item))
        return { externalId: externalIdOf(item), ...takeOne(change, states, item as Measurement) }
      const report = countsIn(change, states, item)
      counts.push(report)
      return report
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error
      return rejected(item, error)
    }
  })
  const taken = await takeCounts(change, counts, pace)
  const counted = new Set(counts.filter((_, index) => taken[index] !== 'unchanged').map(({ sloId }) => sloId))
  await write(change, [...states.values()], counted, pace)
  const statuses = new Map(counts.map((report, index) => [report, taken[index] ?? 'unchanged']))
  return results.map((result, index) => {
    if (!('reference' in result)) return result
    const externalId = externalIdOf(reports[index]?.item ?? {})
    return { externalId, status: statuses.get(result) ?? 'unchanged', id: result.sloId }
  })
}

function takeOne(
  change: Change,
  states: Map<string, State>,
  { externalId = null, sloId, value, at }: Measurement,
) {
  const state = stateOf(states, sloId)
  const known = state.taken.find((one) => one.externalId === externalId)
  // A report without a time that is sent again keeps the time at which it first arrived.
  const measuredAt = at === undefined && known ? known.at : timeOf(at, change.at)
  checkValue(state.stored.record as Slo, value)
  if (known?.value === value && known.at === measuredAt) return { status: 'unchanged', id: sloId } as const
  const isOlder = state.measuredAt !== null && measuredAt < state.measuredAt
  if (isOlder && !isAhead(state.measuredAt, change.at)) {
    const reason = `It is older than the current measurement, of ${state.measuredAt}.`
    return { status: 'unchanged', id: sloId, reason } as const
  }
  const taken = externalId === null ? state.taken : noted(state.taken, { externalId, value, at: measuredAt })
  states.set(sloId, { ...state, value, measuredAt, taken })
  return { status: value === state.value ? 'unchanged' : 'updated', id: sloId } as const
}

const noted = (taken: readonly TakenReport[], report: TakenReport): readonly TakenReport[] =>
  [...taken.filter(({ externalId }) => externalId !== report.externalId), report].slice(-takenReportsKept)

function timeOf(at: string | undefined, now: string): string {
  const time = utc(at ?? now, 'at')
  if (isAhead(time, now)) throw invalid('at', `must not be later than now, ${now}`)
  return time
}

/** The SLO's own rules, with the field names of a report. */
function checkValue(slo: Slo, value: number): void {
  try {
    checkRules(kinds.slo, { ...slo, currentValue: value })
  } catch (error) {
    const [detail] = error instanceof CatalogError ? (error.details ?? []) : []
    throw detail ? invalid('value', detail.message) : error
  }
}

async function write(
  change: Change,
  states: readonly State[],
  counted: ReadonlySet<string>,
  pace: Pace,
): Promise<void> {
  const isNew = ({ stored, value, measuredAt, taken }: State): boolean =>
    counted.has(String(stored.record.id)) ||
    stored.record.currentValue !== value ||
    stored.record.measuredAt !== measuredAt ||
    !isDeepStrictEqual(stored.record.takenReports ?? [], taken)
  const changed = states.filter(isNew)
  const recent = await recentOfMany(
    change,
    changed.map(({ stored }) => stored.record as Slo),
  )
  for (const { stored, value, measuredAt, countedTo, taken } of changed) {
    await pace.pause()
    const before = stored.record as Slo
    const counts = { ...before, measuredAt, countedTo }
    const history: History =
      countedTo === null
        ? { recent: recent.get(before.id) ?? [] }
        : await historyOf(change, counts, new Date(change.at))
    const currentValue = isCounted(counts) ? (history.counted?.value ?? value) : value
    const draft = patched(kinds.slo, before, { currentValue })
    const next = { ...(draft.next as Slo), countedTo }
    const restatedSlo = restated({ ...draft, next, before }, { at: change.at, measuredAt }, history)
    const slo = {
      ...restatedSlo,
      burnAlerts: await noteBurn(change, { ...before, countedTo }, history.counted),
      takenReports: taken.length === 0 ? null : taken,
    }
    // The same value again changes nothing: only the time of the measurement is recorded.
    if (slo.currentValue === before.currentValue) await change.derive(kinds.slo, stored, slo)
    else await change.update(kinds.slo, stored, { ...slo, updatedAt: change.at })
    await noteStatus(change, before, slo)
  }
}
