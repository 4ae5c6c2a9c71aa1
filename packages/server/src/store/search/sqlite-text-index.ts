import { insertInto, type RowStatement, removeFrom, texts } from '../row-statement.ts'
import type { TextIndex } from '../sql.ts'
import type { Term } from './wanted.ts'

const key = texts('partition_id', 'record_id')
const docOf = 'select doc from search_docs where partition_id = ? and record_id = ?'

/** FTS5 can be joined with nothing, so rows are written one by one. */
const inIndex = (one: string, columns = key): RowStatement => ({
  table: 'search_index',
  columns,
  one,
  many: () => {
    throw new Error('The index takes one row at a time.')
  },
})

/** FTS5, without what is never read from it: the texts themselves, and where in them a token is. */
export const sqliteTextIndex: TextIndex = {
  add: [
    insertInto('search_docs', key, 'on conflict do nothing'),
    inIndex(
      `insert or replace into search_index (rowid, tokens)
       select d.doc, ?3 from search_docs d where d.partition_id = ?1 and d.record_id = ?2`,
      texts('partition_id', 'record_id', 'tokens'),
    ),
  ],
  remove: [inIndex(`delete from search_index where rowid = (${docOf})`), removeFrom('search_docs', key)],
  // The order of the tables keeps SQLite from walking the records of the partition instead.
  find: `select d.record_id from search_index i cross join search_docs d
    where i.search_index match ? and d.doc = i.rowid and d.partition_id = ? order by i.rowid desc limit ?`,
  params: (partitionId, wanted) => [wanted.map(anyOf).join(' AND '), partitionId],
  // A look-up asks each part. So many pages take a few milliseconds.
  join: `insert into search_index (search_index, rank) values ('merge', 200)`,
}

const anyOf = (terms: readonly Term[]): string => `(${terms.map(written).join(' OR ')})`
const written = ({ token, isPrefix }: Term): string =>
  `"${token.replaceAll('"', '""')}"${isPrefix ? '*' : ''}`
