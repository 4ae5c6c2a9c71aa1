import { hash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { partName } from './parts.ts'

/** What is spent alike, day by day. */
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

/** So much is kept in memory; the rest is on disk, so that no export is too large. */
const most = { series: 20_000, sums: 50_000 }
/** Days are numbered from 1970; this many last until 2243, and a charge is refused long before. */
const daysPerSeries = 100_000

/** Sums by series and day, in a private database that SQLite itself deletes; a crash loses nothing of worth. */
export function openScratch() {
  const db = new DatabaseSync('')
  db.exec(`pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -8000;
    create table series (id integer primary key, part_id text not null, place text not null, fields text not null,
      unique (part_id, place));
    create table sums (series integer, day integer, amount text not null, primary key (series, day)) without rowid;
    begin`)
  const findSeries = db.prepare('select id from series where part_id = ? and place = ?')
  const addSeries = db.prepare('insert into series (part_id, place, fields) values (?, ?, ?)')
  const findSum = db.prepare('select amount from sums where series = ? and day = ?')
  const putSum = db.prepare('insert or replace into sums values (?, ?, ?)')
  const ofImport = db.prepare(
    `select place, fields, day, amount from series join sums on series = id
     where part_id = ? order by place, day`,
  )
  const everyApp = db.prepare(`select distinct json_extract(fields, '$.appId') as id from series`)
  const ids = new Map<string, number>()
  const sums = new Map<number, bigint>()

  const seriesOf = (series: Series): number => {
    const { importId, partId, currency, appId, service, category } = series
    const key = [importId, currency, appId ?? '', service, category].join('\u001f')
    const ownKey = `${partId}\u001f${key}`
    const known = ids.get(ownKey)
    if (known !== undefined) return known
    const place = placeOf(series, key)
    const found = findSeries.get(partId, place) as { id: number } | undefined
    const id = found?.id ?? Number(addSeries.run(partId, place, JSON.stringify(series)).lastInsertRowid)
    if (ids.size >= most.series) ids.clear()
    ids.set(ownKey, id)
    return id
  }

  const flush = (): void => {
    for (const [key, amount] of sums) {
      const [series, day] = [Math.floor(key / daysPerSeries), key % daysPerSeries]
      const known = findSum.get(series, day) as { amount: string } | undefined
      putSum.run(series, day, String(known ? BigInt(known.amount) + amount : amount))
    }
    sums.clear()
  }

  return {
    /** A way to add to the days of a series. */
    adder(series: Series): (day: number, amount: bigint) => void {
      const start = seriesOf(series) * daysPerSeries
      return (day, amount) => {
        sums.set(start + day, (sums.get(start + day) ?? 0n) + amount)
        if (sums.size >= most.sums) flush()
      }
    },
    /**
     * All that was added to a part, in the order of its externalIds: one project after another. They are those that it
     * would have as another part, which orders them alike.
     */
    *sums(partId: string, savedAs = partId): Generator<DaySum> {
      flush()
      for (const row of ofImport.iterate(partId)) {
        const day = Number(row.day)
        const series = JSON.parse(String(row.fields)) as Series
        const place = `focus/${row.place}/${String(day).padStart(6, '0')}`
        const externalId = place + suffixOf(partName(series.importId, savedAs))
        yield { ...series, externalId, day, amount: BigInt(String(row.amount)) }
      }
    },
    /** The projects that anything was added to. */
    appIds: (): readonly string[] => everyApp.all().flatMap(({ id }) => (typeof id === 'string' ? [id] : [])),
    close: () => db.close(),
  }
}

/** No two entries have the same externalId, also where parts have charges of the same sort and day. */
const suffixOf = (part: string): string => (part === '' ? '' : `/${hash('sha256', part).slice(0, 16)}`)

/** Currency, project and a digest of everything: sorted by it, what belongs together stands together. */
const placeOf = ({ currency, appId }: Series, key: string): string =>
  `${currency}/${appId ?? '-'}/${hash('sha256', key).slice(0, 20)}`

export type Scratch = ReturnType<typeof openScratch>
