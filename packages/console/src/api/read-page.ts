import type { CallOptions, Client, Page, Query, RecordIn } from '@svc/client'
import { filtersOf, type Kind, sortsOf } from '@svc/model'

/** Each word is a request: more of them would take too many. */
const maxWords = 12

/** The words of a field that are read one after another to sort a list by it; none for any other field. */
function wordsOf(kind: Kind, key: string): readonly string[] {
  const { schema, traits } = kind.fields[key] ?? {}
  const words = (schema?.enum ?? []).filter((word) => typeof word === 'string')
  return key in filtersOf(kind) && !traits?.nullable && words.length <= maxWords ? words : []
}

/** Whether a list can be read in the order of a field, however long the list is. */
export const isReadInOrderOf = (kind: Kind, key: string): boolean =>
  sortsOf(kind).includes(key) || wordsOf(kind, key).length > 0

interface Asked {
  readonly query: Query
  readonly limit: number
  /** Where the page before ended. */
  readonly cursor: string | undefined
}

/**
 * A page of a list. What the server does not sort by, but filters by, is read word by word: first all that are
 * critical, then all that are major. Its cursors say which word they are in.
 */
export async function readPage<K extends Kind>(
  client: Client,
  kind: K,
  { query, limit, cursor }: Asked,
  options: CallOptions,
): Promise<Page<RecordIn<K>>> {
  const records = client.records(kind)
  const { sort, ...narrowing } = query
  const key = String(sort ?? '').replace(/^-/, '')
  const words = wordsOf(kind, key)
  if (words.length === 0) return records.page({ ...query, limit, cursor }, options)
  if (narrowing[key] !== undefined) return records.page({ ...narrowing, limit, cursor }, options)
  const inOrder = String(sort).startsWith('-') ? words.toReversed() : words
  const read = (word: string | undefined, at?: string) =>
    records.page({ ...narrowing, [key]: word, limit, ...(at && { cursor: at }) }, options)
  const [, place = '0', at = ''] = /^(\d+):(.*)$/s.exec(cursor ?? '') ?? []
  // All at once at first, so that a slow network is waited for only once.
  const atOnce = cursor === undefined ? await Promise.all(inOrder.map((word) => read(word))) : []
  const items: RecordIn<K>[] = []
  for (let step = Number(place); step < inOrder.length; step += 1) {
    const page = atOnce[step] ?? (await read(inOrder[step], step === Number(place) ? at : undefined))
    items.push(...page.items)
    if (page.nextCursor) return { items, nextCursor: `${step}:${page.nextCursor}`, etag: null }
    if (items.length >= limit && step + 1 < inOrder.length)
      return { items, nextCursor: `${step + 1}:`, etag: null }
  }
  return { items, nextCursor: null, etag: null }
}
