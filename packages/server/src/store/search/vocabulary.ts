import type { Kind } from '@svc/model'
import type { PartitionId } from '../partition-id.ts'
import { insertInto, type RowWrites, texts } from '../row-statement.ts'
import type { Sql } from '../sql.ts'
import { foundBy, runsIn } from './tokens.ts'
import { wordsOfRun } from './words.ts'

/** In shorter words nearly every letter makes another word. */
export const minLetters = 4
export const maxLetters = 24
/** A word with more of them is a code: nobody types one when they mean another. */
const maxDigits = 4

/**
 * The words of a partition, each once, so that hundreds of spellings of a mistyped one can be looked up at once: the
 * text index would be asked for each of them. Words that no record has any more stay: the index has the last word.
 */
const addWord = insertInto('search_words', texts('partition_id', 'word'), 'on conflict do nothing')

type Fields = Readonly<Record<string, unknown>>

export function wordsWritten(partitionId: PartitionId, kind: Kind, records: readonly Fields[]): RowWrites {
  // Records share most of their runs.
  const runs = new Set<string>()
  for (const record of records) for (const run of runsIn(record, foundBy(kind))) runs.add(run)
  const words = new Set([...runs].flatMap(wordsOfRun).filter(isCorrected))
  // In the same order everywhere: processes that add the same words at once take turns.
  return { statement: addWord, rows: [...words].toSorted().map((word) => [partitionId, word]) }
}

/** Whether a word can be what somebody meant who mistyped another. */
function isCorrected(word: string): boolean {
  const { length } = [...word]
  const digits = word.match(/\p{Nd}/gu)?.length ?? 0
  return length >= minLetters - 1 && length <= maxLetters + 1 && digits <= maxDigits && digits < length
}

/** Those of these words that a record has, or had. */
export async function inVocabulary(
  sql: Sql,
  partitionId: PartitionId,
  words: readonly string[],
): Promise<readonly string[]> {
  const text = `select word from search_words where ${sql.dialect.oneOfPartition('word')}`
  const rows = await sql.all(text, [partitionId, JSON.stringify(words)])
  return rows.map(({ word }) => String(word))
}
