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
  /** What people and programs prove who they are with, and the vault's values: only whoever runs the server has them. */
  readonly isSecret?: true
}

/**
 * Moved with the records: the log, the progress of background work, the vault's values (still encrypted), the images of runbooks, the
 * specifications that are kept for APIs, and where imported records came from.
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
    isSecret: true,
    key: ['secret_id'],
    columns: { secret_id: 'text', key_id: 'text', wrapped_key: 'text', sealed_value: 'text' },
  },
  {
    name: 'passwords',
    isSecret: true,
    key: ['user_id'],
    columns: { user_id: 'text', hash: 'text', changed_at: 'text' },
  },
  {
    name: 'totp_secrets',
    isSecret: true,
    key: ['user_id'],
    columns: {
      user_id: 'text',
      secret: 'text',
      last_step: 'integer',
      created_at: 'text',
      confirmed_at: 'text',
    },
    nullable: ['confirmed_at'],
  },
  {
    name: 'recovery_codes',
    isSecret: true,
    key: ['user_id', 'digest'],
    columns: { user_id: 'text', digest: 'text' },
  },
  {
    name: 'passkeys',
    isSecret: true,
    key: ['id'],
    columns: {
      id: 'text',
      user_id: 'text',
      credential_id: 'text',
      public_key: 'text',
      counter: 'integer',
      user_handle: 'text',
      name: 'text',
      transports: 'json',
      created_at: 'text',
      used_at: 'text',
    },
    nullable: ['used_at'],
  },
  {
    name: 'identities',
    key: ['provider_id', 'issuer', 'subject'],
    columns: {
      provider_id: 'text',
      issuer: 'text',
      subject: 'text',
      user_id: 'text',
      email: 'text',
      created_at: 'text',
      used_at: 'text',
    },
    nullable: ['email'],
  },
  {
    name: 'known_groups',
    key: ['source', 'user_id', 'group_id'],
    columns: { source: 'text', user_id: 'text', group_id: 'text', group_name: 'text' },
    nullable: ['group_name'],
  },
  {
    name: 'given_memberships',
    key: ['mode', 'team_id', 'user_id'],
    columns: { mode: 'text', team_id: 'text', user_id: 'text', mapping_ids: 'json', by_hand: 'integer' },
  },
  {
    name: 'given_roles',
    key: ['user_id'],
    columns: {
      user_id: 'text',
      own_role: 'text',
      is_default: 'integer',
      mapped_role: 'text',
      left_role: 'text',
      mapping_ids: 'json',
      held_back: 'text',
    },
    nullable: ['mapped_role', 'held_back'],
  },
  {
    name: 'saml_keys',
    isSecret: true,
    key: ['id'],
    columns: {
      id: 'text',
      certificate: 'text',
      private_key: 'text',
      created_at: 'text',
      signs_since: 'text',
    },
    nullable: ['signs_since'],
  },
  {
    name: 'runbook_images',
    key: ['id'],
    columns: {
      id: 'text',
      runbook_id: 'text',
      name: 'text',
      type: 'text',
      size: 'integer',
      created_at: 'text',
      created_by: 'text',
      content: 'text',
    },
    nullable: ['created_by'],
  },
  {
    name: 'api_specs',
    key: ['api_id'],
    columns: {
      api_id: 'text',
      format: 'text',
      size: 'integer',
      digest: 'text',
      updated_at: 'text',
      updated_by: 'text',
      content: 'text',
    },
    nullable: ['updated_by'],
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
  {
    name: 'scim_people',
    key: ['user_id'],
    columns: {
      user_id: 'text',
      user_name_key: 'text',
      external_id: 'text',
      display_key: 'text',
      given_key: 'text',
      family_key: 'text',
      attributes: 'json',
      created_at: 'text',
      updated_at: 'text',
      gone_at: 'text',
    },
    nullable: ['external_id', 'display_key', 'given_key', 'family_key', 'gone_at'],
  },
  {
    name: 'scim_emails',
    key: ['user_id', 'position'],
    columns: {
      user_id: 'text',
      position: 'integer',
      value_key: 'text',
      type_key: 'text',
      is_primary: 'integer',
    },
    nullable: ['value_key', 'type_key'],
  },
  {
    name: 'scim_groups',
    key: ['id'],
    columns: {
      id: 'text',
      display_name: 'text',
      display_key: 'text',
      external_id: 'text',
      version: 'text',
      created_at: 'text',
      updated_at: 'text',
    },
    nullable: ['external_id'],
  },
  {
    name: 'scim_members',
    key: ['group_id', 'user_id'],
    columns: { group_id: 'text', user_id: 'text' },
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
  sign_in_flows: 'belong to browsers that are signing in right now, at the old address',
  sign_in_tickets: 'belong to browsers that are signing in right now, at the old address',
  used_assertions: 'were issued for the old address in the last minutes',
  short_tokens: 'are valid for minutes, at the old address',
  program_grants: 'belong to programs that know the old address',
  program_secrets: 'belong to programs that know the old address',
  device_requests: 'wait for minutes, at the old address',
  used_subject_tokens: 'were issued for the old address in the last minutes',
  workload_refusals: 'only limit how many refusals are logged; what was logged is in the log',
  entry_links: 'lead to the old address',
  mails: 'contain links to the old address',
  sign_in_attempts: 'date from the last hour, at the old address',
  scim_calls: 'were answered at the old address',
  secret_uses: 'only limit how often the log records the use of a value',
  sign_in_refusals: 'date from the last minute; what was logged is in the log',
  leases: 'are held by processes of the old store',
  job_runs: 'belong to the store, not to an organisation',
  idempotency_keys: 'are for retries within a day, at the old address',
  allowances: 'count the requests of the last seconds',
  schema_migrations: 'belong to the store',
  epoch: 'names one history of one database; a loaded archive starts another',
} as const satisfies Readonly<Record<string, string>>
