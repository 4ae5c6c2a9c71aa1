import { hash } from 'node:crypto'
import { CatalogError } from '@svc/model'
import { openDaySums } from '../../store/day-sums.ts'
import { partName } from './parts.ts'

/** Daily spending with the same attributes. */
export interface Series {
  /** The import: source, provider and billing period. */
  readonly importId: string
  /** The import and the part of it. */
  readonly partId: string
  readonly currency: string
  readonly appId: string | null
  readonly service: string
  readonly category: string
}

/** What was spent on one day, exactly. */
export interface DaySum extends Series {
  readonly externalId: string
  readonly day: number
  readonly amount: bigint
}

/** The rest is on disk, so that no export is too large. */
const maxInMemory = { series: 20_000, sums: 50_000 }
/** Days are numbered from 1970; this many last until 2243, and later charges are refused anyway. */
const daysPerSeries = 100_000

export interface ScratchLimits {
  /** How many sums are kept in memory; writing them to the disk takes a few milliseconds for each thousand. */
  readonly inMemory?: number | undefined
  readonly maxSums?: number | undefined
}

/** Sums by series and day: the most recent in memory, all others on disk. */
export function openScratch({ inMemory = maxInMemory.sums, maxSums }: ScratchLimits = {}) {
  const stored = openDaySums()
  const appIds = new Set<string>()
  let count = 0
  const ids = new Map<string, number>()
  const sums = new Map<number, bigint>()

  const seriesOf = (series: Series): number => {
    const { importId, partId, currency, appId, service, category } = series
    const key = [importId, currency, appId ?? '', service, category].join('\u001f')
    const ownKey = `${partId}\u001f${key}`
    const known = ids.get(ownKey)
    if (known !== undefined) return known
    const place = placeOf(series, key)
    const id = stored.seriesAt(partId, place, series)
    if (appId !== null) appIds.add(appId)
    if (ids.size >= maxInMemory.series) ids.clear()
    ids.set(ownKey, id)
    return id
  }

  const flush = (): void => {
    for (const [key, amount] of sums)
      if (stored.add(Math.floor(key / daysPerSeries), key % daysPerSeries, amount)) count += 1
    sums.clear()
    if (maxSums !== undefined && count > maxSums) throw tooManySums(maxSums)
  }

  return {
    /** Returns a function that adds to the days of a series. */
    adder(series: Series): (day: number, amount: bigint) => void {
      const start = seriesOf(series) * daysPerSeries
      return (day, amount) => {
        sums.set(start + day, (sums.get(start + day) ?? 0n) + amount)
        if (sums.size >= inMemory) flush()
      }
    },
    /**
     * Everything added to a part, in the order of its externalIds: one project after another. The externalIds are
     * those of the part `savedAs`, which has the same order.
     */
    *sums(partId: string, savedAs = partId): Generator<DaySum> {
      flush()
      for (const { place, fields, day, amount } of stored.of(partId)) {
        const series = JSON.parse(fields) as Series
        const suffix = suffixOf(partName(series.importId, savedAs))
        const externalId = `focus/${place}/${String(day).padStart(6, '0')}${suffix}`
        yield { ...series, externalId, day, amount }
      }
    },
    /** The projects that have sums. */
    appIds: (): readonly string[] => [...appIds],
    close: stored.close,
  }
}

const tooManySums = (max: number): CatalogError =>
  new CatalogError(
    'payload_too_large',
    `It adds up to more than ${max.toLocaleString('en')} entries, one for each day, service, category, project and currency. Import it in parts, or with "svc import costs".`,
  )

/** No two entries have the same externalId, even if parts have the same charges on the same day. */
const suffixOf = (part: string): string => (part === '' ? '' : `/${hash('sha256', part).slice(0, 16)}`)

/** A sort key that keeps together what belongs together: currency, project and a digest of everything. */
const placeOf = ({ currency, appId }: Series, key: string): string =>
  `${currency}/${appId ?? '-'}/${hash('sha256', key).slice(0, 20)}`

export type Scratch = ReturnType<typeof openScratch>
