import { burnMinutes, type BurnWindow, countBuckets, type Kinds, type Stored } from '@svc/model'
import type { Change } from '../../../store/change.ts'
import { countsAfter, sumsAround } from '../../../store/queries/slo-counts.ts'
import { toDecimal } from '../decimal.ts'
import { calendarPeriod, windowMinutes } from '../window.ts'
import { type Burn, burnOf } from './burn-alerts.ts'
import { added, type Bucket, type Counts, countsSince, none, scaled } from './spread.ts'

type Slo = Stored<Kinds['slo']>

/** What the counts of an SLO say. */
export interface Counted {
  /** Over its own window; null if nothing was counted in it. */
  readonly value: number | null
  /** Over windows that end with the latest count. */
  readonly burn: Burn
}

/** The counts of an SLO, including pending changes; undefined if it has none. */
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

/** Whether a window that ends now contains any counts. */
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

function shortBuckets(change: Change, sloId: string, since: Date): Promise<readonly Bucket[]> {
  const minutes = countBuckets.short
  return change.run(countsAfter, change.partitionId, { sloId, minutes, after: before(since, minutes) })
}

/** Of the first bucket only the part after the time counts; the others are summed in the database. */
async function longSum(change: Change, sloId: string, since: Date): Promise<Counts> {
  const minutes = countBuckets.long
  const buckets = { sloId, minutes, after: before(since, minutes), time: since.toISOString() }
  const sums = await change.run(sumsAround, change.partitionId, buckets)
  const length = minutes * 60_000
  return sums.reduce<Counts>((sum, { startsAt, good, total }) => {
    const after = Date.parse(startsAt) + length - since.getTime()
    return added(sum, scaled({ good, total }, Math.min(1, after / length)))
  }, none)
}

/** Buckets that begin after this lie at least partly after the time. */
const before = (since: Date, minutes: number): string =>
  new Date(since.getTime() - minutes * 60_000).toISOString()
