/** What a column holds: JSON is kept as text. */
export type ColumnKind = 'text' | 'integer' | 'json'

/** A table of the engine itself that belongs to an organisation as its records do. */
export interface SideTable {
  readonly name: string
  /** What tells the rows of a partition apart. */
  readonly key: readonly string[]
  readonly columns: Readonly<Record<string, ColumnKind>>
  readonly nullable?: readonly string[]
  /** Columns that are not moved: they follow from the others. */
  readonly derived?: readonly string[]
}

/** Moved with the records: the log, what background work has come to, and the vault's values as they are sealed,
 * and where imported records came from. */
export const sideTables: readonly SideTable[] = [
  {
    name: 'events',
    key: ['seq'],
    columns: {
      seq: 'integer',
      at: 'text',
      type: 'text',
      actor_type: 'text',
      actor_id: 'text',
      actor_name: 'text',
      subject_kind: 'text',
      subject_id: 'text',
      state_before: 'json',
      state_after: 'json',
    },
    nullable: ['actor_id', 'actor_name', 'state_before', 'state_after'],
    // Archives have whole states, as they had before large texts were kept apart.
    derived: ['parts', 'bytes'],
  },
  { name: 'revisions', key: ['kind'], columns: { kind: 'text', revision: 'integer' } },
  { name: 'counters', key: ['name'], columns: { name: 'text', value: 'integer' } },
  { name: 'followers', key: ['name'], columns: { name: 'text', seq: 'integer' } },
  {
    name: 'sweeps',
    key: ['follower', 'subject'],
    columns: { follower: 'text', subject: 'text', position: 'text' },
  },
  {
    name: 'secret_values',
    key: ['secret_id'],
    columns: { secret_id: 'text', key_id: 'text', wrapped_key: 'text', sealed_value: 'text' },
  },
  {
    name: 'passwords',
    key: ['user_id'],
    columns: { user_id: 'text', hash: 'text', changed_at: 'text' },
  },
  {
    name: 'imported',
    key: ['ref'],
    columns: {
      ref: 'text',
      source: 'text',
      kind: 'text',
      record_id: 'text',
      owned: 'json',
      gone_since: 'text',
    },
    nullable: ['gone_since'],
  },
]

/** Not moved, and why not. */
export const staying = {
  organisations: 'stands in the manifest',
  partitions: 'stand in the manifest',
  elements: 'are made anew from the records',
  event_texts: 'stand in the states of the events, which are whole in an archive',
  sessions: 'are of browsers that know the old address',
  entry_links: 'lead to the old address',
  sign_in_attempts: 'are of the last hour, at the old address',
  secret_uses: 'only space out what the log says of hand-outs',
  sign_in_refusals: 'are of the last minute; what was logged is in the log',
  leases: 'are held by processes of the old store',
  job_runs: 'belong to the store, not to an organisation',
  idempotency_keys: 'are for retries within a day, at the old address',
  allowances: 'count the requests of the last seconds',
  schema_migrations: 'belong to the store',
  epoch: 'names one history of one database; a loaded archive begins another',
} as const satisfies Readonly<Record<string, string>>
