/** What a column holds; JSON is stored as text. */
export type ColumnKind = 'text' | 'integer' | 'json'

/** A table of the engine itself that belongs to an organisation as its records do. */
export interface SideTable {
  readonly name: string
  /** What identifies a row within its partition. */
  readonly key: readonly string[]
  readonly columns: Readonly<Record<string, ColumnKind>>
  readonly nullable?: readonly string[]
  /** Columns that are not moved: they are derived from the others. */
  readonly derived?: readonly string[]
}

/**
 * Moved with the records: the log, the progress of background work, the vault's values (still encrypted), and where
 * imported records came from.
 */
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
    // Archives have complete states, as they did before large texts were stored separately.
    derived: ['parts', 'bytes'],
  },
  {
    name: 'revisions',
    key: ['kind'],
    columns: { kind: 'text', revision: 'integer' },
    // For caches of running processes only.
    derived: ['changes'],
  },
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

/** Not moved, and why. */
export const notMoved = {
  organisations: 'is in the manifest',
  partitions: 'are in the manifest',
  elements: 'are rebuilt from the records',
  search_docs: 'are rebuilt from the records',
  search_words: 'are rebuilt from the records',
  search_index: 'is rebuilt from the records',
  search_pending: 'says what is still to be indexed, which is everything',
  search_backlog: 'says what is still to be rebuilt, which is everything',
  facet_counts: 'are counted again',
  event_texts: 'are in the states of the events, which are complete in an archive',
  sessions: 'belong to browsers that know the old address',
  entry_links: 'lead to the old address',
  sign_in_attempts: 'date from the last hour, at the old address',
  secret_uses: 'only limit how often the log records the use of a value',
  sign_in_refusals: 'date from the last minute; what was logged is in the log',
  leases: 'are held by processes of the old store',
  job_runs: 'belong to the store, not to an organisation',
  idempotency_keys: 'are for retries within a day, at the old address',
  allowances: 'count the requests of the last seconds',
  schema_migrations: 'belong to the store',
  epoch: 'names one history of one database; a loaded archive starts another',
} as const satisfies Readonly<Record<string, string>>
