import type { Migration } from '../migration.ts'

const tables = [
  'projects',
  'teams',
  'apis',
  'resources',
  'systems',
  'domains',
  'scorecards',
  'issues',
  'runbooks',
  'slos',
  'templates',
  'links',
]

/**
 * Lists by name and by the last change, each through an index. The folded name is the beginning of what is
 * searched already: to fold it again here would fold letters beyond ASCII as each engine does.
 */
export const migration: Migration = {
  id: '0015-sorting',
  statements: tables.flatMap((table) => [
    `alter table ${table} add column sort_key text not null default ''`,
    (dialect) => `update ${table} set sort_key = ${dialect.before('search_text', '\uffff')}`,
    `create index ${table}_sort_key on ${table} (partition_id, sort_key, id)`,
    `create index ${table}_updated_at on ${table} (partition_id, "updated_at", id)`,
  ]),
}
