import { DatabaseSync } from 'node:sqlite'
import { CatalogError } from '@svc/model'
import { sqliteFailure } from './sqlite-trouble.ts'

/** What was spent on one day of a series. */
export interface StoredDaySum {
  /** The sort key of the series within its part. */
  readonly place: string
  /** As it was given. */
  readonly fields: string
  readonly day: number
  readonly amount: bigint
}

/**
 * Exact sums by series and day, in a temporary database that SQLite itself deletes; losing it in a crash is harmless.
 */
export function openDaySums() {
  const db = new DatabaseSync('')
  // SQLite keeps it in memory until it is large.
  db.exec(`pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -8000;
    create table series (id integer primary key, part_id text not null, place text not null, fields text not null,
      unique (part_id, place));
    create table sums (series integer, day integer, amount text not null, primary key (series, day)) without rowid;
    begin`)
  const findSeries = db.prepare('select id from series where part_id = ? and place = ?')
  const addSeries = db.prepare('insert into series (part_id, place, fields) values (?, ?, ?)')
  const findSum = db.prepare('select amount from sums where series = ? and day = ?')
  const putSum = db.prepare('insert or replace into sums values (?, ?, ?)')
  const ofPart = db.prepare(
    `select place, fields, day, amount from series join sums on series = id
     where part_id = ? order by place, day`,
  )

  return {
    /** The number of a series, created if it is new. */
    seriesAt(partId: string, place: string, fields: object): number {
      return onDisk(() => {
        const found = findSeries.get(partId, place) as { id: number } | undefined
        return found?.id ?? Number(addSeries.run(partId, place, JSON.stringify(fields)).lastInsertRowid)
      })
    },
    /** Whether it is the first for that day. */
    add(series: number, day: number, amount: bigint): boolean {
      return onDisk(() => {
        const known = findSum.get(series, day) as { amount: string } | undefined
        putSum.run(series, day, String(known ? BigInt(known.amount) + amount : amount))
        return known === undefined
      })
    },
    /** All of a part, in the order of places and days. */
    *of(partId: string): Generator<StoredDaySum> {
      const rows = ofPart.iterate(partId)
      for (;;) {
        const { done, value } = onDisk(() => rows.next())
        if (done) return
        const { place, fields, day, amount } = value
        yield {
          place: String(place),
          fields: String(fields),
          day: Number(day),
          amount: BigInt(String(amount)),
        }
      }
    },
    close: (): void => db.close(),
  }
}

/** A disk that is full or fails is the operator's matter, and passes. */
function onDisk<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (sqliteFailure(error) === error) throw error
    throw new CatalogError(
      'unavailable',
      'The server’s disk has no room for temporary files, or fails; the operator has to see to it.',
      { headers: { 'retry-after': '30' }, cause: error },
    )
  }
}
