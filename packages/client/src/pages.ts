import { maxPage } from '@svc/model'
import type { Query } from './address.ts'

/** A page of a list; all of it if neither the query nor the kind has a limit. */
export interface Page<R> {
  readonly items: readonly R[]
  /** The cursor of the next page, null after the last. */
  readonly nextCursor: string | null
  readonly etag: string | null
}

type ReadPage<R> = (query: Query) => Promise<Page<R>>

/** Each record of a list, in order, read in pages of maximum size. */
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
