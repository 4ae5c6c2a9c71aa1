import { type RowStatement, removeFrom, texts } from '../row-statement.ts'
import type { TextIndex } from '../sql.ts'
import type { Term } from './wanted.ts'

const insert = 'insert into search_docs (partition_id, record_id, tokens)'
const instead = 'on conflict (partition_id, record_id) do update set tokens = excluded.tokens'
const vector = (tokens: string): string => `array_to_tsvector(string_to_array(${tokens}, ' '))`

const put: RowStatement = {
  table: 'search_docs',
  columns: texts('partition_id', 'record_id', 'tokens'),
  one: `${insert} values (?, ?, ${vector('?::text')}) ${instead}`,
  many: (rows) =>
    `${insert} select given.partition_id, given.record_id, ${vector('given.tokens')}
     from ${rows} as given (partition_id, record_id, tokens) ${instead}`,
}

/** A GIN index over our own tokens: no configuration of text search, which differs between servers, has a say. */
export const postgresTextIndex: TextIndex = {
  add: [put],
  remove: [removeFrom('search_docs', texts('partition_id', 'record_id'))],
  find: 'select record_id from search_docs where tokens @@ ?::tsquery and partition_id = ? limit ?',
  // One parameter for each query: the planner has to see how common it is.
  findEach: (count) =>
    Array.from(
      { length: count },
      (_, place) =>
        `(select ${place} as place, record_id from search_docs where tokens @@ ?::tsquery and partition_id = ? limit ?)`,
    ).join(' union all '),
  params: (partitionId, wanted) => [wanted.map(anyOf).join(' & '), partitionId],
}

const anyOf = (terms: readonly Term[]): string => `(${terms.map(written).join(' | ')})`
const written = ({ token, isPrefix }: Term): string =>
  `'${token.replaceAll('\\', '\\\\').replaceAll("'", "''")}'${isPrefix ? ':*' : ''}`
