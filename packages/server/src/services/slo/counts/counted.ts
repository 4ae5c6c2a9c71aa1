import { countBuckets, type Kinds, kinds, type Stored } from '@svc/model'
import type { Change } from '../../../store/change.ts'
import { toDecimal } from '../decimal.ts'
import { calendarPeriod, windowMinutes } from '../window.ts'
import { type Burn, type BurnWindow, burnMinutes, burnOf } from './burn-alerts.ts'
import { added, type Bucket, type Counts, countsSince, none, scaled } from './spread.ts'

type Slo = Stored<Kinds['slo']>

/** What the counts of an SLO say. */
export interface Counted {
  /** Over its own window; null where nothing was counted in it. */
  readonly value: number | null
  /** Over times that end when the latest count did. */
  readonly burn: Burn
}

/** The SLO as it is to be, counts included; undefined where nobody counts for it. */
export async function countedOf(change: Change, slo: Slo, at: Date): Promise<Counted | undefined> {
  if (slo.countedTo === null) return undefined
  const end = Date.parse(slo.countedTo)
  const allowed = allowedShare(slo)
  const ago = (minutes: number): Date => new Date(end - minutes * 60_000)
  const short = await shortBuckets(change, slo.id, ago(burnMinutes['6h']))
  const lately = (window: BurnWindow): number | null =>
    burnOf(countsSince(short, countBuckets.short, ago(burnMinutes[window])), allowed)
  const threeDays = await longSum(change, slo.id, ago(burnMinutes['3d']))
  const burn: Burn = {
    '5m': lately('5m'),
    '30m': lately('30m'),
    '1h': lately('1h'),
    '6h': lately('6h'),
    '3d': burnOf(threeDays, allowed),
  }
  return { value: shareOf(slo, await longSum(change, slo.id, windowStart(slo, at))), burn }
}

/** Whether a time that ends now has anything in it that was counted. */
export const isCurrent = (countedTo: string, window: BurnWindow, at: Date): boolean =>
  Date.parse(countedTo) > at.getTime() - burnMinutes[window] * 60_000

const windowStart = ({ window }: Slo, at: Date): Date =>
  calendarPeriod(window, at)?.startsAt ?? new Date(at.getTime() - windowMinutes(window, at) * 60_000)

/** The share of events that may be bad. */
const allowedShare = ({ type, target }: Slo): number =>
  Math.max(0, type === 'errorRate' ? target : 100 - target) / 100

function shareOf({ type }: Slo, { good, total }: Counts): number | null {
  if (total === 0) return null
  const share = (100 * good) / total
  return toDecimal(type === 'errorRate' ? 100 - share : share)
}

async function shortBuckets(
  { sql, partitionId }: Change,
  sloId: string,
  since: Date,
): Promise<readonly Bucket[]> {
  const rows = await sql.all(
    `select starts_at, good, total from ${kinds.sloCount.table}
     where partition_id = ? and slo_id = ? and minutes = ? and starts_at > ?`,
    [partitionId, sloId, countBuckets.short, before(since, countBuckets.short)],
  )
  return rows.map(({ starts_at, good, total }) => ({
    startsAt: String(starts_at),
    good: Number(good),
    total: Number(total),
  }))
}

/** Of the first bucket only what comes after the time counts; the others are added up where they are. */
async function longSum({ sql, partitionId }: Change, sloId: string, since: Date): Promise<Counts> {
  const rows = await sql.all(
    `select min(starts_at) as starts_at, sum(good) as good, sum(total) as total from ${kinds.sloCount.table}
     where partition_id = ? and slo_id = ? and minutes = ? and starts_at > ?
     group by case when starts_at < ? then 1 else 0 end`,
    [partitionId, sloId, countBuckets.long, before(since, countBuckets.long), since.toISOString()],
  )
  const length = countBuckets.long * 60_000
  return rows.reduce<Counts>((sum, row) => {
    const after = Date.parse(String(row.starts_at)) + length - since.getTime()
    const counts = { good: Number(row.good), total: Number(row.total) }
    return added(sum, scaled(counts, Math.min(1, after / length)))
  }, none)
}

/** Buckets that begin after this lie at least in part after the time. */
const before = (since: Date, minutes: number): string =>
  new Date(since.getTime() - minutes * 60_000).toISOString()
