import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOperations, type Kind, maxPage, type Operation } from '@svc/model'
import {
  addressOf,
  type Client,
  clockBetweenJobs,
  type Fields,
  onEachEngine,
  useApp,
} from '../../testing/index.ts'
import { filled, once, place, placeOfKind } from './filled-lists.ts'
import { newScene, readOf, refusedAt, settled } from './suite.ts'

const lists = allOperations.filter(({ query }) => query?.cursor !== undefined)

onEachEngine((engine) => {
  const app = useApp(engine, { now: clockBetweenJobs() })
  // The lists are only read here, so each is filled once.
  const filledWith = once(async (kind: Kind) => filled(await newScene(app), kind))
  const placeOf = once(async (operation: Operation) =>
    operation.kind
      ? placeOfKind(operation.kind, await filledWith(operation.kind))
      : place(await newScene(app), operation),
  )

  for (const operation of lists) {
    test(`GET ${operation.path}: pages of any size add up to the whole list`, async () => {
      const { client, path, query, key } = await placeOf(operation)
      const whole = await pageOf(client, path, { ...query, limit: maxPage }, key)
      assert.equal(whole.nextCursor, null, 'the last page says so')
      assert.ok(whole.items.length >= 3, 'there is more than one page')
      for (const limit of [1, 2, whole.items.length - 1, whole.items.length]) {
        const pages = await allPages(client, path, { ...query, limit }, key)
        assert.ok(pages.slice(0, -1).every(({ length }) => length === limit))
        assert.ok((pages.at(-1)?.length ?? 0) > 0, 'no page is empty')
        const items = isAscending(operation) ? pages.toReversed().flat() : pages.flat()
        assert.deepEqual(items.map(settled), whole.items.map(settled), `limit=${limit}`)
      }
      const { nextCursor: _, ...unpaged } = await readOf(client, `${path}?${new URLSearchParams(query)}`)
      assert.deepEqual((unpaged[key] as Fields[]).map(settled), whole.items.map(settled))
      assert.deepEqual(Object.keys(unpaged), [key])
    })

    test(`GET ${operation.path}: a cursor is valid for its own list only`, async () => {
      const { client, path, query, key } = await placeOf(operation)
      const { nextCursor } = await pageOf(client, path, { ...query, limit: 1 }, key)
      const cursor = String(nextCursor)
      const ask = (params: Fields) => client.get(`${path}?${new URLSearchParams(params as never)}`)
      const flipped = `${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}`
      for (const bad of ['', 'x', flipped, cursor.slice(1), Buffer.from('["a"]').toString('base64url')])
        refusedAt(await ask({ ...query, limit: 1, cursor: bad }), 'cursor', bad)
      // Of records that have no words, no query asks for one.
      const takesWord = (filter: string) => filter !== 'query' || operation.kind?.search !== undefined
      for (const other of freeFilters(operation).filter(takesWord))
        refusedAt(await ask({ ...query, limit: 1, cursor, [other]: 'x' }), 'cursor', other)
      for (const elsewhere of lists) {
        if (elsewhere.path === operation.path || elsewhere.path.includes('{') || elsewhere.requiredQuery)
          continue
        const reply = await client.get(`${elsewhere.path}?limit=1&cursor=${cursor}`)
        refusedAt(reply, 'cursor', `at ${elsewhere.path}`)
      }
    })

    test(`GET ${operation.path}: limits and parameters that make no sense are refused`, async () => {
      const { client, path, query } = await placeOf(operation)
      const ask = (text: string) => client.get(`${path}?${new URLSearchParams(query)}&${text}`)
      for (const limit of ['0', '1001', '-1', '1.5', 'all', '', '1e2', '0x10', ' 1'])
        refusedAt(await ask(`limit=${encodeURIComponent(limit)}`), 'limit', `limit=${limit}`)
      for (const name of ['nope', 'Limit', 'constructor', '__proto__'])
        refusedAt(await ask(`${name}=1`), name, name)
      refusedAt(await ask('limit=1&limit=2'), 'limit', 'given twice')
      for (const filter of freeFilters(operation))
        refusedAt(await ask(`${filter}=%00`), filter, `${filter} with NUL`)
    })
  }

  test('every other endpoint refuses a query parameter that it does not have', async () => {
    const { client } = await newScene(app)
    for (const { method, path, query = {}, body, scope } of allOperations) {
      if (scope === null || query.cursor) continue
      const reply = await client.send(method, `${addressOf(path, 'x')}?nope=1`, body && {})
      assert.equal(reply.status, 400, `${method} ${path}: ${reply.text}`)
      assert.ok(reply.text.includes('nope') || body, `${method} ${path}: ${reply.text}`)
    }
  })
})

/** Filters that accept any text and do not name a record that must exist. */
const freeFilters = ({ query = {}, requiredQuery = [] }: Operation): readonly string[] =>
  Object.entries(query).flatMap(([key, { type, enum: words, format }]) =>
    type === 'string' && !words && !format && key !== 'cursor' && !requiredQuery.includes(key) ? [key] : [],
  )

interface Page {
  readonly items: readonly Fields[]
  readonly nextCursor: string | null
}

async function pageOf(client: Client, path: string, query: Fields, key: string): Promise<Page> {
  const body = await readOf(client, `${path}?${new URLSearchParams(query as never)}`)
  assert.deepEqual(Object.keys(body), [key, 'nextCursor'], 'a page has exactly these members')
  return { items: body[key] as readonly Fields[], nextCursor: body.nextCursor as string | null }
}

async function allPages(
  client: Client,
  path: string,
  query: Fields,
  key: string,
): Promise<readonly (readonly Fields[])[]> {
  const pages: (readonly Fields[])[] = []
  let cursor: string | null | undefined
  do {
    const page = await pageOf(client, path, { ...query, ...(cursor && { cursor }) }, key)
    pages.push(page.items)
    cursor = page.nextCursor
    assert.ok(pages.length < 100, 'the pages come to an end')
  } while (cursor !== null)
  return pages
}

/** Snapshots are shown oldest first, though their pages go back in time. */
const isAscending = ({ id }: Operation): boolean => id === 'listSloSnapshots'
