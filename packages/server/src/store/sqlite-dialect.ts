import { sqliteTextIndex } from './search/sqlite-text-index.ts'
import type { Dialect } from './sql.ts'

export const sqliteDialect: Dialect = {
  ddl: (statement) => (/^\s*create table/i.test(statement) ? `${statement} strict` : statement),
  forUpdate: '',
  forUpdateIfFree: '',
  byKeyOnly: undefined,
  eachText: '(select value from json_each(?))',
  oneOf: (column) => `${column} in (select value from json_each(?))`,
  // Of two conditions, SQLite may use one to walk the whole partition.
  oneOfPartition: (column) => `(partition_id, ${column}) in (select ?, value from json_each(?))`,
  among: (column, select) => `${column} in (${select})`,
  leadsByBounds: true,
  indexed: (table, column) => `${table} indexed by ${table}_${column}`,
  before: (column, character) =>
    `substr(${column}, 1, instr(${column} || '${character}', '${character}') - 1)`,
  contains: (column) => `instr(${column}, ?) > 0`,
  unlogged: () => undefined,
  only: (engine, statement) => (engine === 'sqlite' ? statement : undefined),
  texts: sqliteTextIndex,
  nowMs: `cast(unixepoch('subsec') * 1000 as integer)`,
  fingerprint: `(select max(id) from schema_migrations)`,
}
