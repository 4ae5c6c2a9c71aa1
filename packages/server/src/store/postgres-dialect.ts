import { postgresFingerprint } from './postgres-place.ts'
import { postgresTextIndex } from './search/postgres-text-index.ts'
import type { Dialect } from './sql.ts'

export const postgresDialect: Dialect = {
  ddl: (statement) =>
    statement
      .replace(/\btext\b/g, 'text collate "C"')
      .replace(/\binteger\b/g, 'bigint')
      .replace(/\breal\b/g, 'double precision'),
  forUpdate: ' for update',
  forUpdateIfFree: ' for update skip locked',
  byKeyOnly: `select ${['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']
    .map((setting) => `set_config('${setting}', 'off', true)`)
    .join(', ')}`,
  eachText: '(select value from jsonb_array_elements_text(?::text::jsonb) as value)',
  // As an array: a sub-select would become a join, for which the planner may read the whole table.
  oneOf: (column) => `${column} = any(array(select jsonb_array_elements_text(?::text::jsonb)))`,
  oneOfPartition: (column) => `partition_id = ? and ${postgresDialect.oneOf(column)}`,
  among: (column, select) => `${column} = any(array(${select}))`,
  leadsByBounds: false,
  indexed: (table) => table,
  before: (column, character) => `split_part(${column}, '${character}', 1)`,
  contains: (column) => `strpos(${column}, ?) > 0`,
  unlogged: (statement) =>
    postgresDialect.ddl(statement).replace(/\bcreate table\b/, 'create unlogged table'),
  rowSource: (columns) => `unnest(${columns.map(({ type }) => `?::${arrayTypes[type]}`).join(', ')})`,
  only: (engine, statement) => (engine === 'postgres' ? statement : undefined),
  texts: postgresTextIndex,
  nowMs: '(extract(epoch from statement_timestamp()) * 1000)::bigint',
  fingerprint: postgresFingerprint,
}

const arrayTypes = { text: 'text[]', integer: 'bigint[]', real: 'double precision[]' } as const
