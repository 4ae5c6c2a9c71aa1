import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOperations, filtersOf, type Kind, kinds, listKeyOf, maxPage, type Operation } from '@svc/model'
import {
  clockBetweenJobs,
  addressOf,
  type Client,
  eventually,
  type Fields,
  kindInPath,
  kindsWith,
  onEachEngine,
  sampleOf,
  useApp,
  writableFields,
} from '../../testing/index.ts'
import { done, newScene, readOf, refusedAt, type Scene, settled } from './suite.ts'

const size = 7
const listed = kindsWith('list')
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

  for (const kind of listed) {
    test(`${kind.name}: is listed newest first, or sorted as it says`, async () => {
      const { all, made } = await filledWith(kind)
      const ids = all.map(({ id }) => id)
      const { sortBy } = kind
      const expected = sortBy
        ? made.toSorted((a, b) => (fold(a[sortBy]) < fold(b[sortBy]) ? -1 : 1))
        : made.toReversed()
      const known = new Set(made.map(({ id }) => id))
      assert.deepEqual(
        ids.filter((id) => known.has(id)),
        expected.map(({ id }) => id),
      )
    })

    for (const filter of Object.keys(filtersOf(kind))) {
      test(`${kind.name}: ${filter} narrows the list to what fits exactly`, async () => {
        const { client, query, all } = await filledWith(kind)
        const fits = matcherOf(kind, filter)
        const values = valuesOf(kind, filter, all)
        assert.ok(values.length > 0, 'there is something to look for')
        for (const value of values) {
          const found = await itemsOf(client, kind, { ...query, ...narrowed(kind, filter), [filter]: value })
          const expected = all.filter((record) => fits(record, value))
          assert.deepEqual(found.map(settled), expected.map(settled), `${filter}=${value}`)
        }
      })
    }

    test(`${kind.name}: filters combine with AND`, async () => {
      const { client, query, all } = await filledWith(kind)
      const filters = Object.keys(filtersOf(kind)).filter((key) => kind.fields[key] && key !== kind.hiddenBy)
      for (const [index, first] of filters.entries()) {
        for (const second of filters.slice(index + 1)) {
          const [a, b] = [all.at(0)?.[first], all.at(-1)?.[second]]
          if (typeof a !== 'string' || typeof b !== 'string') continue
          const found = await itemsOf(client, kind, { ...query, [first]: a, [second]: b })
          const expected = all.filter((one) => one[first] === a && one[second] === b)
          assert.deepEqual(found.map(settled), expected.map(settled), `${first}, ${second}`)
        }
      }
    })

    test(`${kind.name}: a filter outside its words is refused, one that nothing has finds nothing`, async () => {
      const { client, query } = await filledWith(kind)
      for (const [key, schema] of Object.entries(filtersOf(kind))) {
        const reply = await client.get(`${kind.path}?${new URLSearchParams({ ...query, [key]: 'no such' })}`)
        const isRequired = kind.requiredFilters?.includes(key)
        if (schema.enum || isRequired) refusedAt(reply, key, key)
        else assert.deepEqual(done(reply)[listKeyOf(kind)], [], key)
      }
    })
  }

  for (const operation of lists) {
    test(`GET ${operation.path}: pages of any size come to the whole list`, async () => {
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

    test(`GET ${operation.path}: a cursor is good for its own list only`, async () => {
      const { client, path, query, key } = await placeOf(operation)
      const { nextCursor } = await pageOf(client, path, { ...query, limit: 1 }, key)
      const cursor = String(nextCursor)
      const ask = (params: Fields) => client.get(`${path}?${new URLSearchParams(params as never)}`)
      const flipped = `${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}`
      for (const bad of ['', 'x', flipped, cursor.slice(1), Buffer.from('["a"]').toString('base64url')])
        refusedAt(await ask({ ...query, limit: 1, cursor: bad }), 'cursor', bad)
      for (const other of freeFilters(operation))
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

/** Filters that take any text, and do not name a record that must be there. */
const freeFilters = ({ query = {}, requiredQuery = [] }: Operation): readonly string[] =>
  Object.entries(query).flatMap(([key, { type, enum: words, format }]) =>
    type === 'string' && !words && !format && key !== 'cursor' && !requiredQuery.includes(key) ? [key] : [],
  )

function once<K, V>(make: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const known = new Map<K, Promise<V>>()
  return (key) => {
    const value = known.get(key) ?? make(key)
    known.set(key, value)
    return value
  }
}

interface Filled {
  readonly client: Client
  readonly query: Readonly<Record<string, string>>
  /** In the order they were made. */
  readonly made: readonly Fields[]
  /** All that the list shows with the query, in its order. */
  readonly all: readonly Fields[]
}

/** Some records of a kind that differ from each other wherever they can. */
async function filled(scene: Scene, kind: Kind): Promise<Filled> {
  const made: Fields[] = []
  const targets = new Map<string, readonly unknown[]>()
  for (const [key, field] of writableFields(kind)) {
    const ids = async () => [await scene.value(kind, key, {}), await scene.value(kind, key, {}), null]
    if (field.type === 'ref' && field.traits.nullable && field.traits.filter) targets.set(key, await ids())
  }
  const required = (kind.requiredFilters ?? []).map((key) => [key, kind.fields[key]] as const)
  const shared = Object.fromEntries(
    await Promise.all(required.map(async ([key]) => [key, await scene.value(kind, key, {})])),
  )
  for (let n = 0; n < size; n += 1) {
    const over: Record<string, unknown> = { ...shared }
    for (const [key, field] of writableFields(kind)) {
      if (key in shared || field.target || kind.unique?.includes(key)) continue
      if (field.type === 'enum' || field.type === 'boolean' || key === 'tags' || field.traits.filter)
        over[key] = sampleOf(field.schema, n % 3, key)
    }
    if (kind.sortBy) over[kind.sortBy] = ['b', 'A', 'a', 'C', 'Ä', 'c', 'B'][n] ?? `z${n}`
    else if (kind.search) over[kind.search[0] ?? ''] = `Name ${n % 2 === 0 ? 'Even' : 'odd'} ${n} 100%_\\`
    for (const [key, ids] of targets) over[key] = ids[n % 3]
    made.push(await scene.make(kind, consistent(kind, over, n)))
  }
  const query = shared as Record<string, string>
  const all = await itemsOf(scene.client, kind, { ...query, ...narrowed(kind) })
  return { client: scene.client, query, made, all }
}

/** Where fields depend on each other, what goes together. */
function consistent(kind: Kind, over: Fields, n: number): Fields {
  if (kind.name === kinds.slo.name) return { ...over, currentValue: [null, 99.99, 50][n % 3] }
  if (kind.name === kinds.identityProvider.name) return { ...over, protocol: 'oidc' }
  return over
}

const fold = (value: unknown): string => String(value).toLowerCase()

/** What makes a list show everything, unless the filter in question is that very parameter. */
const narrowed = (kind: Kind, filter = ''): Readonly<Record<string, string>> =>
  kind.hiddenBy && kind.hiddenBy !== filter ? { [kind.hiddenBy]: 'all' } : {}

function valuesOf(kind: Kind, filter: string, all: readonly Fields[]): readonly string[] {
  if (filter === kind.hiddenBy) return ['true', 'false', 'all']
  if (filter === 'tag') return [...new Set(all.flatMap(({ tags }) => tags as readonly string[]))]
  if (filter === 'q') return ['EVEN', 'name o', '100%_\\', 'odd 1', '%', '_', 'nothing has this']
  return [...new Set(all.flatMap((record) => (record[filter] === null ? [] : [String(record[filter])])))]
}

function matcherOf(kind: Kind, filter: string): (record: Fields, value: string) => boolean {
  if (filter === kind.hiddenBy) return (record, value) => value === 'all' || String(record[filter]) === value
  if (filter === 'tag') return ({ tags }, value) => (tags as readonly string[]).includes(value)
  if (filter === 'q')
    return (record, value) => (kind.search ?? []).some((key) => fold(record[key] ?? '').includes(fold(value)))
  return (record, value) => record[filter] === value
}

async function itemsOf(client: Client, kind: Kind, query: Fields): Promise<readonly Fields[]> {
  const list = await readOf(client, `${kind.path}?${new URLSearchParams(query as never)}`)
  return list[listKeyOf(kind)] as readonly Fields[]
}

interface Place {
  readonly client: Client
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly key: string
}

const placeOfKind = (kind: Kind, { client, query }: Filled): Place => ({
  client,
  path: kind.path,
  query: { ...query, ...narrowed(kind) },
  key: listKeyOf(kind),
})

/** Where a list with several entries is. */
async function place(scene: Scene, operation: Operation): Promise<Place> {
  const { client } = scene
  const [key = ''] = operation.success.schema?.required ?? []
  const owner = kindInPath(operation.path)
  const { id } = owner ? await scene.make(owner) : {}
  const path = addressOf(operation.path, id)
  await fill[operation.id]?.(scene, String(id))
  await eventually(
    () => readOf(client, `${path}?limit=${maxPage}`),
    (list) => (list[key] as readonly unknown[]).length >= 3,
  )
  return { client, path, query: {}, key }
}

/** How the lists that are not a kind's own come to have entries. */
const fill: Readonly<Record<string, (scene: Scene, id: string) => Promise<unknown>>> = {
  listTokens: (scene) => times(3, () => scene.make(kinds.token)),
  listApiKeys: (scene) => times(3, () => scene.make(kinds.apiKey)),
  listSloSnapshots: (scene, sloId) =>
    times(4, (n) => scene.make(kinds.sloSnapshot, { sloId, takenAt: `2026-11-01T06:${n}0:00.000Z` })),
  listScorecardScores: (scene) => times(3, () => scene.make(kinds.project)),
  listScores: async (scene) => {
    await times(2, () => scene.make(kinds.scorecard))
    await times(2, () => scene.make(kinds.api))
  },
  listIssueActivity: async (scene, id) => {
    await eventually(
      () => readOf(scene.client, `/issues/${id}`),
      ({ sequenceNumber }) => sequenceNumber !== null,
    )
    for (const status of ['triaged', 'fixed']) done(await scene.client.patch(`/issues/${id}`, { status }))
  },
  listAuditLog: async (scene) => {
    await times(3, () => scene.make(kinds.team))
    await scene.make(kinds.ssoDomain)
  },
}

async function times(count: number, run: (n: number) => Promise<unknown>): Promise<void> {
  for (let n = 0; n < count; n += 1) await run(n)
}

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
