import { allKinds, type Kind } from '@svc/model'
import { type StoredRecord, tableOf } from '../../packages/server/src/store/table.ts'
import type { Row, Snapshot } from './snapshot.ts'

export interface Kept extends StoredRecord {
  readonly partitionId: string
  readonly id: string
}

export interface LoggedEvent {
  readonly partitionId: string
  readonly seq: number
  readonly type: string
  readonly actorType: string
  readonly subjectKind: string
  readonly subjectId: string
  readonly before: Row | null
  readonly after: Row | null
}

/** Everything that is stored, at one moment. */
export interface State {
  readonly partitions: readonly Row[]
  readonly events: ReadonlyMap<string, readonly LoggedEvent[]>
  readonly records: ReadonlyMap<Kind, readonly Kept[]>
  readonly revisions: readonly Row[]
  readonly elements: readonly Row[]
  readonly facetCounts: readonly Row[]
  readonly counters: readonly Row[]
  readonly followers: readonly Row[]
  readonly idempotencyKeys: readonly Row[]
}

export async function readState({ all }: Snapshot): Promise<State> {
  const records = new Map<Kind, readonly Kept[]>()
  for (const kind of allKinds) {
    const { columns, read } = tableOf(kind)
    const rows = await all(`select partition_id, ${columns} from ${kind.table}`)
    records.set(
      kind,
      rows.map((row) => ({ partitionId: String(row.partition_id), id: String(row.id), ...read(row) })),
    )
  }
  const texts = new Map(
    (await all('select * from event_texts')).map(({ partition_id, digest, body }) => [
      `${partition_id} ${digest}`,
      JSON.parse(String(body)) as unknown,
    ]),
  )
  const rows = await all('select * from events order by partition_id, seq')
  const events = rows.map((row) => toEvent(row, texts))
  return {
    partitions: await all('select * from partitions'),
    events: Map.groupBy(events, ({ partitionId }) => partitionId),
    records,
    revisions: await all('select * from revisions'),
    elements: await all('select * from elements'),
    facetCounts: await all('select * from facet_counts'),
    counters: await all('select * from counters'),
    followers: await all('select * from followers'),
    idempotencyKeys: await all('select * from idempotency_keys'),
  }
}

const toEvent = (row: Row, texts: ReadonlyMap<string, unknown>): LoggedEvent => ({
  partitionId: String(row.partition_id),
  seq: Number(row.seq),
  type: String(row.type),
  actorType: String(row.actor_type),
  subjectKind: String(row.subject_kind),
  subjectId: String(row.subject_id),
  before: stateOf(row, 'before', texts),
  after: stateOf(row, 'after', texts),
})

/** A state including the large values that are stored separately. */
function stateOf(row: Row, name: 'before' | 'after', texts: ReadonlyMap<string, unknown>): Row | null {
  const state = parsed(row[`state_${name}`])
  const apart = Object.entries(parsed(row.parts)?.[name] ?? {})
  return (
    state && {
      ...state,
      ...Object.fromEntries(apart.map(([key, digest]) => [key, texts.get(`${row.partition_id} ${digest}`)])),
    }
  )
}

const parsed = (text: unknown): Row | null => (typeof text === 'string' ? JSON.parse(text) : null)
