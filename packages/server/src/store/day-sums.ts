import { DatabaseSync } from 'node:sqlite'

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
  const everyValue = db.prepare('select distinct json_extract(fields, ?) as value from series')

  return {
    /** The number of a series, created if it is new. */
    seriesAt(partId: string, place: string, fields: object): number {
      const found = findSeries.get(partId, place) as { id: number } | undefined
      return found?.id ?? Number(addSeries.run(partId, place, JSON.stringify(fields)).lastInsertRowid)
    },
    add(series: number, day: number, amount: bigint): void {
      const known = findSum.get(series, day) as { amount: string } | undefined
      putSum.run(series, day, String(known ? BigInt(known.amount) + amount : amount))
    },
    /** All of a part, in the order of places and days. */
    *of(partId: string): Generator<StoredDaySum> {
      for (const { place, fields, day, amount } of ofPart.iterate(partId))
        yield {
          place: String(place),
          fields: String(fields),
          day: Number(day),
          amount: BigInt(String(amount)),
        }
    },
    /** The texts that the series have in a field. */
    textsIn: (field: string): readonly string[] =>
      everyValue.all(`$.${field}`).flatMap(({ value }) => (typeof value === 'string' ? [value] : [])),
    close: (): void => db.close(),
  }
}
