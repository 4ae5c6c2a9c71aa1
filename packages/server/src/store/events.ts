import type { Event, EventPlace } from './event.ts'
import { type FoundEvent, foundColumns, toFound } from './found-event.ts'
import { type PartitionId, readPartitionId } from './partition-id.ts'
import { first, type Sql, type Value } from './sql.ts'
import {
  entriesOf,
  firstStride,
  type Piece,
  type Step,
  step,
  type Walk,
  walkOn,
  type Wanted,
  wholeWalk,
} from './walk.ts'

export interface EventFilter {
  readonly subjectKind?: string | undefined
  readonly subjectId?: string | undefined
  readonly type?: string | undefined
  readonly exceptType?: string | undefined
  readonly actorId?: string | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
  /** Leaves out what happened to credentials of this mode. */
  readonly hiddenMode?: string | undefined
}

/** The filters that have an index in the order of the log, the likeliest to be rare first. */
const leading = {
  subjectId: 'subject_id',
  actorId: 'actor_id',
  type: 'type',
  subjectKind: 'subject_kind',
} as const satisfies Partial<Record<keyof EventFilter, string>>

type Leading = keyof typeof leading

/** What is checked event by event. */
const checks = {
  exceptType: 'type <> ?',
  hiddenMode: `not (subject_kind in ('token', 'api_key')
    and coalesce(state_after, state_before) like '%"mode":"' || ? || '"%')`,
} as const satisfies Partial<Record<keyof EventFilter, string>>

/** Filters with more matches than this are all common. */
const commonFrom = 10_000

/** Found through the index of the rarest filter, in steps, as in a list. */
export async function newestEvents(
  sql: Sql,
  partitionId: PartitionId,
  { filter, after, limit }: { filter: EventFilter; after?: EventPlace | undefined; limit: number },
): Promise<readonly FoundEvent[]> {
  const given = (Object.keys(leading) as Leading[]).filter((key) => filter[key] !== undefined)
  const walkBy = (leader: Leading | undefined): Walk => ({
    table: 'events',
    within: { text: 'partition_id = ?', params: [partitionId] },
    lead: leader ? [[leading[leader], filter[leader] ?? null]] : [],
    key: ['at', 'seq'],
    isDescending: true,
    bounds: [
      ...(filter.since === undefined ? [] : [['>=', filter.since] as const]),
      ...(filter.until === undefined ? [] : [['<', filter.until] as const]),
    ],
    rest: [
      ...given.filter((key) => key !== leader).map((key) => equal(leading[key], filter[key])),
      ...checksOf(filter),
    ],
  })
  const wanted = { what: foundColumns, after: after && [after.at, after.seq], limit }
  const guess = walkBy(given[0])
  const { rows, end } = await begin(sql, guess, wanted)
  if (!end) return rows.map(toFound)
  const rarest = given.length < 2 ? guess : await rarestOf(sql, given.map(walkBy))
  const more = await walkOn(sql, rarest, { ...wanted, after: end, limit: limit - rows.length })
  return [...rows, ...more].map(toFound)
}

/** In a form for which no engine takes an index. */
const equal = (column: string, value: Value | undefined): Piece => ({
  text: `(${column} || '') = ?`,
  params: [value ?? null],
})

const checksOf = (filter: Pick<EventFilter, keyof typeof checks>): readonly Piece[] =>
  (Object.keys(checks) as (keyof typeof checks)[]).flatMap((key) => {
    const value = filter[key]
    return value === undefined ? [] : [{ text: checks[key], params: [value] }]
  })

async function begin(sql: Sql, walk: Walk, wanted: Wanted): Promise<Step> {
  if (walk.rest.length > 0) return step(sql, walk, wanted, firstStride(wanted.limit))
  return { rows: await wholeWalk(sql, walk, wanted) }
}

async function rarestOf(sql: Sql, walks: readonly Walk[]): Promise<Walk> {
  let [best] = walks
  let fewest = commonFrom
  for (const walk of walks) {
    const entries = await entriesOf(sql, walk, fewest)
    if (entries >= fewest) continue
    best = walk
    fewest = entries
  }
  if (!best) throw new Error('There is no filter to lead.')
  return best
}

/** The next events after a number, oldest first. */
export async function eventsAfter(
  sql: Sql,
  partitionId: PartitionId,
  seq: number,
  limit: number,
): Promise<readonly FoundEvent[]> {
  const text = `select ${foundColumns} from events where partition_id = ? and seq > ? order by seq limit ?`
  return (await sql.all(text, [partitionId, seq, limit])).map(toFound)
}

/** What happened to what, without the states: all followers need. */
export interface EventHead {
  readonly seq: number
  readonly type: string
  readonly subject: Event['subject']
}

export async function headsAfter(
  sql: Sql,
  partitionId: PartitionId,
  seq: number,
  limit: number,
): Promise<readonly EventHead[]> {
  const rows = await sql.all(
    `select seq, type, subject_kind, subject_id from events
     where partition_id = ? and seq > ? order by seq limit ?`,
    [partitionId, seq, limit],
  )
  return rows.map((row) => ({
    seq: Number(row.seq),
    type: String(row.type),
    subject: { kind: String(row.subject_kind), id: String(row.subject_id) },
  }))
}

/** What a reader of the feed wants to see. */
export interface FeedFilter {
  readonly subjectKind?: string | undefined
  readonly type?: string | undefined
  /** Kinds that the reader may not see. */
  readonly exceptKinds: readonly string[]
  /** Leaves out what happened to credentials of this mode. */
  readonly hiddenMode?: string | undefined
}

/** The next events after a number that match a reader's filter, oldest first; found in steps, as in a list. */
export async function feedAfter(
  sql: Sql,
  partitionId: PartitionId,
  { filter, after, limit }: { filter: FeedFilter; after: number; limit: number },
): Promise<readonly FoundEvent[]> {
  const { exceptKinds, subjectKind, hiddenMode } = filter
  if (subjectKind !== undefined && exceptKinds.includes(subjectKind)) return []
  // The type of an event nearly always implies its kind.
  const [leader, ...others] = (['type', 'subjectKind'] as const).filter((key) => filter[key] !== undefined)
  const walk: Walk = {
    table: 'events',
    within: { text: 'partition_id = ?', params: [partitionId] },
    lead: leader ? [[leading[leader], filter[leader] ?? null]] : [],
    key: ['seq'],
    ends: [0, Number.MAX_SAFE_INTEGER],
    isDescending: false,
    rest: [
      ...others.map((key) => equal(leading[key], filter[key])),
      ...(subjectKind === undefined && exceptKinds.length > 0
        ? [
            {
              text: `(subject_kind || '') not in (${exceptKinds.map(() => '?').join(', ')})`,
              params: exceptKinds,
            },
          ]
        : []),
      ...checksOf({ hiddenMode }),
    ],
  }
  const wanted = { what: foundColumns, after: [after], limit }
  const { rows, end } = await begin(sql, walk, wanted)
  if (!end) return rows.map(toFound)
  const more = await walkOn(sql, walk, { ...wanted, after: end, limit: limit - rows.length })
  return [...rows, ...more].map(toFound)
}

/** Where the logs of some partitions end. */
export async function lastSeqsOf(
  sql: Sql,
  partitionIds: readonly PartitionId[],
): Promise<ReadonlyMap<PartitionId, number>> {
  const marks = partitionIds.map(() => '?').join(', ')
  const rows = await sql.all(`select id, last_seq from partitions where id in (${marks})`, partitionIds)
  return new Map(rows.map(({ id, last_seq }) => [readPartitionId(id), Number(last_seq)]))
}

export async function lastSeqOf(sql: Sql, partitionId: PartitionId): Promise<number> {
  const row = await first(sql, 'select last_seq from partitions where id = ?', [partitionId])
  return Number(row?.last_seq ?? 0)
}
