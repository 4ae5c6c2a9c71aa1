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
import type { Held } from '../../store/table.ts'
import { patched } from '../draft.ts'
import { checkRules } from '../records.ts'
import { recentOfMany } from '../slo/recent.ts'
import { restated } from '../slo/restate.ts'
import { noteStatus } from '../slo/status-changed.ts'
import { knownRecords } from './known-records.ts'
import { externalIdOf, rejected, type Report, type Result } from './result.ts'

type Slo = Stored<Kinds['slo']>

interface Sli {
  readonly externalId?: string | null
  readonly sloId: string
  readonly value: number
  readonly at?: string
}

interface State {
  readonly held: Held
  readonly value: number | null
  readonly measuredAt: string | null
  readonly taken: readonly TakenReport[]
}

/** Sets what SLOs measure now: the newest measurement counts, in whatever order they come. */
export async function takeSlis(change: Change, reports: readonly Report[]): Promise<readonly Result[]> {
  const keys = [...new Set(reports.filter(({ problem }) => !problem).map(({ item }) => String(item.sloId)))]
  const known = await knownRecords(change, kinds.slo, { field: 'id', keys })
  const states = new Map<string, State>()
  for (const one of known.held) {
    const { id, currentValue, measuredAt, takenReports } = one.record as Slo
    states.set(id, { held: one, value: currentValue, measuredAt, taken: takenReports ?? [] })
  }
  const results = reports.map(({ item, problem }): Result => {
    try {
      if (problem) throw problem
      known.check(String(item.sloId))
      return { externalId: externalIdOf(item), ...takeOne(change, states, item as unknown as Sli) }
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error
      return rejected(item, error)
    }
  })
  await write(change, [...states.values()])
  return results
}

function takeOne(change: Change, states: Map<string, State>, { externalId = null, sloId, value, at }: Sli) {
  const state = states.get(sloId)
  if (!state) throw invalid('sloId', `names the SLO ${JSON.stringify(sloId)}, which does not exist`)
  const known = state.taken.find((one) => one.externalId === externalId)
  // Sent again without a time, a report is of the time at which it first came, not of now.
  const measuredAt = at === undefined && known ? known.at : timeOf(at, change.at)
  checkValue(state.held.record as Slo, value)
  if (known?.value === value && known.at === measuredAt) return { status: 'unchanged', id: sloId } as const
  const isOlder = state.measuredAt !== null && measuredAt < state.measuredAt
  if (isOlder && !isAhead(state.measuredAt, change.at)) {
    const reason = `It is older than the measurement of ${state.measuredAt}, which counts.`
    return { status: 'unchanged', id: sloId, reason } as const
  }
  const taken = externalId === null ? state.taken : noted(state.taken, { externalId, value, at: measuredAt })
  states.set(sloId, { ...state, value, measuredAt, taken })
  return { status: value === state.value ? 'unchanged' : 'updated', id: sloId } as const
}

const noted = (taken: readonly TakenReport[], report: TakenReport): readonly TakenReport[] =>
  [...taken.filter(({ externalId }) => externalId !== report.externalId), report].slice(-takenReportsKept)

function timeOf(at: string | undefined, now: string): string {
  const time = new Date(at ?? now)
  const year = time.getUTCFullYear()
  if (!(year >= 0 && year <= 9999))
    throw invalid('at', 'must be a date and time such as 2026-11-15T12:00:00Z')
  if (isAhead(time.toISOString(), now)) throw invalid('at', `must not lie ahead of now, ${now}`)
  return time.toISOString()
}

/** The SLO's own rules, in the words of a report. */
function checkValue(slo: Slo, value: number): void {
  try {
    checkRules(kinds.slo, { ...slo, currentValue: value })
  } catch (error) {
    const [detail] = error instanceof CatalogError ? (error.details ?? []) : []
    throw detail ? invalid('value', detail.message) : error
  }
}

async function write(change: Change, states: readonly State[]): Promise<void> {
  const isNew = ({ held, value, measuredAt, taken }: State): boolean =>
    held.record.currentValue !== value ||
    held.record.measuredAt !== measuredAt ||
    !isDeepStrictEqual(held.record.takenReports ?? [], taken)
  const changed = states.filter(isNew)
  const recent = await recentOfMany(
    change,
    changed.map(({ held }) => held.record as Slo),
  )
  for (const { held, value, measuredAt, taken } of changed) {
    const before = held.record as Slo
    const takenReports = taken.length === 0 ? null : taken
    const draft = patched(kinds.slo, before, { currentValue: value })
    const slo = restated(
      { ...draft, next: draft.next as Slo, before },
      { at: change.at, measuredAt },
      recent.get(before.id) ?? [],
    )
    // The same again is no news: that it was measured is all that is noted.
    if (value === before.currentValue) await change.derive(kinds.slo, held, { ...slo, takenReports })
    else await change.update(kinds.slo, held, { ...slo, takenReports, updatedAt: change.at })
    await noteStatus(change, before, slo)
  }
}
