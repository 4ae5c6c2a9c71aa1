import { countBuckets, invalid, type Kinds, kinds, type Stored } from '@svc/model'
import type { Change } from '../../../store/change.ts'
import { isAhead } from '../../../store/clock.ts'
import { forgetCountsBefore, forgetReports } from '../../../store/queries/slo-counts.ts'
import type { StoredRecord } from '../../../store/table.ts'
import { newId } from '../../ids.ts'
import type { Pace } from '../../pace.ts'
import { added, type Bucket, type CountedInterval, type Counts, none, scaled, spread } from './spread.ts'

type StoredReport = Stored<Kinds['sloReport']>

/** Events that were counted for an SLO. */
export interface CountReport extends CountedInterval {
  readonly sloId: string
  /** Identifies a report that is sent again. */
  readonly reference: string
}

export type Taken = 'created' | 'updated' | 'unchanged'

const minuteMs = 60_000
/** A quarter has at most 92 days. */
const maxAgeDays = 95
const maxMinutes = 1_440
/** Counts over longer intervals do not show what happened within minutes. */
const maxShortMinutes = 60
const shortDays = 4
/** Ten days of reports every 5 minutes. */
const reportsKept = 3_000
/** With this many new reports, old ones are cleaned up at once; with fewer, when the next 5 minutes begin. */
const manyReports = 20

/** Checks whether counts of an interval can be accepted at all. */
export function checkInterval({ startsAt, endsAt, good, total }: CountedInterval, now: string): void {
  const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)]
  if (good > total) throw invalid('good', `must not be more than total, ${total}`)
  if (from >= to) throw invalid('to', 'must be after from')
  if (isAhead(endsAt, now)) throw invalid('to', `must not be later than now, ${now}`)
  if (to - from > maxMinutes * minuteMs) throw invalid('to', 'must be at most a day after from')
  if (from < Date.parse(now) - maxAgeDays * maxMinutes * minuteMs)
    throw invalid('from', `must be within the last ${maxAgeDays} days`)
}

/** Adds counts to the buckets of their SLOs; earlier counts with the same reference are subtracted again. */
export async function takeCounts(
  change: Change,
  reports: readonly CountReport[],
  pace: Pace,
): Promise<readonly Taken[]> {
  if (reports.length === 0) return []
  const known = await knownReports(change, reports)
  const latest = new Map<string, CountedInterval>()
  for (const [reference, { record }] of known) latest.set(reference, record as unknown as StoredReport)
  const deltas = createDeltas(change.at)
  const taken = reports.map((report): Taken => {
    const before = latest.get(report.reference)
    if (before && isSame(before, report)) return 'unchanged'
    latest.set(report.reference, report)
    if (before) deltas.add(report.sloId, before, -1)
    deltas.add(report.sloId, report, 1)
    return before ? 'updated' : 'created'
  })
  const changed = reports.filter((report) => latest.get(report.reference) === report)
  await keepReports(change, changed, known, pace)
  const reportsOf = Map.groupBy(changed, ({ sloId }) => sloId)
  for (const [sloId, buckets] of deltas.bySlo) {
    await pace.pause()
    const isNextBucket = await keepBuckets(change, sloId, buckets)
    const count = reportsOf.get(sloId)?.length ?? 0
    if (isNextBucket || count > manyReports) await forgetOld(change, sloId)
  }
  return taken
}

export async function forgetCounts(change: Change, sloId: string): Promise<void> {
  for (const kind of [kinds.sloCount, kinds.sloReport]) await change.removeWhere(kind, 'sloId', sloId)
}

const isSame = (a: CountedInterval, b: CountedInterval): boolean =>
  a.startsAt === b.startsAt && a.endsAt === b.endsAt && a.good === b.good && a.total === b.total

async function knownReports(
  change: Change,
  reports: readonly CountReport[],
): Promise<ReadonlyMap<string, StoredRecord>> {
  const references = [...new Set(reports.map(({ reference }) => reference))]
  const ids = [...new Set(reports.map(({ sloId }) => sloId))]
  const stored = await change.list(kinds.sloReport, {
    where: [
      { field: 'sloId', oneOf: ids },
      { field: 'reference', oneOf: references },
    ],
    limit: references.length,
  })
  return new Map(stored.map((one) => [String(one.record.reference), one]))
}

async function keepReports(
  change: Change,
  reports: readonly CountReport[],
  known: ReadonlyMap<string, StoredRecord>,
  pace: Pace,
): Promise<void> {
  const receivedAt = change.at
  const fresh = reports.filter(({ reference }) => !known.has(reference))
  await change.insertAll(
    kinds.sloReport,
    fresh.map((report) => ({ id: newId(kinds.sloReport.idPrefix), ...report, receivedAt })),
  )
  for (const report of reports) {
    const stored = known.get(report.reference)
    await pace.pause()
    if (stored) await change.derive(kinds.sloReport, stored, { ...stored.record, ...report, receivedAt })
  }
}

/** Old counts are deleted when new ones arrive, so that an SLO never has too many. */
async function forgetOld(change: Change, sloId: string): Promise<void> {
  const { partitionId, at } = change
  await change.run(forgetReports, partitionId, { sloId, keep: reportsKept })
  for (const [minutes, days] of [
    [countBuckets.short, shortDays],
    [countBuckets.long, maxAgeDays],
  ] as const) {
    const before = new Date(Date.parse(at) - (days + 1) * maxMinutes * minuteMs).toISOString()
    await change.run(forgetCountsBefore, partitionId, { sloId, minutes, before })
  }
}

interface Delta extends Counts {
  readonly minutes: number
  readonly startsAt: string
}

/** What is to be added to buckets, by SLO. */
function createDeltas(now: string) {
  const bySlo = new Map<string, Map<string, Delta>>()
  const shortSince = new Date(Date.parse(now) - shortDays * maxMinutes * minuteMs).toISOString()
  const lengthsFor = ({ startsAt, endsAt }: CountedInterval): readonly number[] => {
    const isLong = Date.parse(endsAt) - Date.parse(startsAt) > maxShortMinutes * minuteMs
    return isLong || endsAt < shortSince ? [countBuckets.long] : [countBuckets.short, countBuckets.long]
  }
  return {
    bySlo,
    add(sloId: string, interval: CountedInterval, sign: 1 | -1): void {
      const buckets = bySlo.get(sloId) ?? new Map<string, Delta>()
      bySlo.set(sloId, buckets)
      for (const minutes of lengthsFor(interval)) {
        for (const { startsAt, ...counts } of spread(interval, minutes)) {
          const key = `${minutes} ${startsAt}`
          const sum = added(buckets.get(key) ?? none, scaled(counts, sign))
          buckets.set(key, { minutes, startsAt, ...sum })
        }
      }
    },
  }
}

/** Returns whether any of the buckets is new. */
async function keepBuckets(
  change: Change,
  sloId: string,
  deltas: ReadonlyMap<string, Delta>,
): Promise<boolean> {
  const starts = [...new Set([...deltas.values()].map(({ startsAt }) => startsAt))]
  const stored = await change.list(kinds.sloCount, {
    where: [
      { field: 'sloId', is: sloId },
      { field: 'startsAt', oneOf: starts },
    ],
    limit: 2 * starts.length,
  })
  const left = new Map(deltas)
  for (const one of stored) {
    const bucket = one.record as unknown as Bucket & { readonly minutes: number }
    const key = `${bucket.minutes} ${bucket.startsAt}`
    const delta = left.get(key)
    if (!delta) continue
    left.delete(key)
    await change.derive(kinds.sloCount, one, { ...one.record, ...positive(added(bucket, delta)) })
  }
  await change.insertAll(
    kinds.sloCount,
    [...left.values()].map((delta) => ({
      id: newId(kinds.sloCount.idPrefix),
      sloId,
      ...delta,
      ...positive(delta),
    })),
  )
  return left.size > 0
}

/** Subtraction leaves rounding errors, which must not become negative counts. */
const positive = ({ good, total }: Counts): Counts => {
  const whole = Math.max(0, total)
  return { good: Math.min(whole, Math.max(0, good)), total: whole }
}
