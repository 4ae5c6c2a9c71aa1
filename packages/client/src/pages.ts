import { maxPage } from '@svc/model'
import type { Query } from './address.ts'

/** A part of a list; all of it where the query has no limit and the kind has none of its own. */
export interface Page<R> {
  readonly items: readonly R[]
  /** Where the next page begins, null after the last. */
  readonly nextCursor: string | null
  readonly etag: string | null
}

type ReadPage<R> = (query: Query) => Promise<Page<R>>

/** Each record of a list, in order, read in pages as large as they may be. */
export async function* eachRecord<R>(
  readPage: ReadPage<R>,
  query: Query,
): AsyncGenerator<R, void, undefined> {
  let cursor: string | undefined
  do {
    const { items, nextCursor } = await readPage({ ...query, limit: maxPage, cursor })
    yield* items
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
}
