import type { Client } from '@svc/client'
import { type Kind, listKeyOf, maxPage, type Operation, pathParams } from '@svc/model'
import type { RecordJson } from '../state.ts'
import { ask } from './ask.ts'

interface Wanted {
  readonly kind: Kind
  /** By their names in the API: path parameters and filters. */
  readonly values: Readonly<Record<string, string>>
  /** By default all, page by page. */
  readonly most?: number | undefined
}

/** The records of a list operation. */
export async function listed(
  client: Client,
  operation: Operation,
  { kind, values, most }: Wanted,
): Promise<readonly RecordJson[]> {
  const { path, query: offered = {} } = operation
  const inPath = new Set(pathParams(path))
  const parts = Object.groupBy(Object.entries(values), ([key]) => (inPath.has(key) ? 'params' : 'query'))
  const params = Object.fromEntries(parts.params ?? [])
  // A list that is always short has no pages.
  const limit = 'limit' in offered ? { limit: most ?? maxPage } : {}
  const query = { ...Object.fromEntries(parts.query ?? []), ...limit }
  const found: RecordJson[] = []
  let cursor: string | undefined
  do {
    const here = { ...query, ...(cursor !== undefined && { cursor }) }
    const page = await ask(client, operation, { params, query: here })
    found.push(...(page[listKeyOf(kind)] as readonly RecordJson[]))
    cursor = (page.nextCursor ?? undefined) as string | undefined
  } while (cursor !== undefined && most === undefined)
  return found
}
