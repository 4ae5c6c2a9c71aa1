import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Kind, kinds, listKeyOf, maxPage } from '@svc/model'
import {
  caughtUp,
  clockBetweenJobs,
  companionFields,
  createFixtures,
  type Fields,
  kindsWith,
  mutableFields,
  useApp,
} from '@svc/server/testing'
import { createClient } from './index.ts'

const app = useApp('sqlite', { now: clockBetweenJobs() })

async function newScene() {
  const organisation = await app.organisation()
  const client = createClient({ endpoint: app.url, token: organisation.ownerToken })
  return { client, organisation, fixtures: createFixtures({ app, organisation }) }
}

/** The required filters of a list. */
const needed = ({ requiredFilters = [] }: Kind, record: Fields) =>
  Object.fromEntries(requiredFilters.map((key) => [key, String(record[key])]))

test('each kind offers the functions of its verbs and no others', async () => {
  const { client } = await newScene()
  const functions = {
    list: ['page', 'all'],
    create: ['create'],
    read: ['read'],
    update: ['update'],
    delete: ['delete'],
  }
  for (const [key, kind] of Object.entries(kinds) as [keyof typeof kinds, Kind][]) {
    assert.deepEqual(
      Object.keys(client[key]),
      kind.verbs.flatMap((verb) => functions[verb]),
      key,
    )
  }
  assert.deepEqual(
    Object.keys(client).toSorted(),
    [...Object.keys(kinds), 'ask', 'call', 'callTagged', 'download', 'records'].toSorted(),
  )
})

describe('create', () => {
  for (const kind of kindsWith('create')) {
    test(kind.name, async () => {
      const { client, organisation, fixtures } = await newScene()
      const { record, etag } = await client.records(kind).create(await fixtures.fullBody(kind))
      assert.match(String(record.id), new RegExp(`^${kind.idPrefix}_`))
      assert.match(etag ?? '', /^".+"$/)
      const { body } = await organisation.owner.get(kind.path)
      assert.ok(body[listKeyOf(kind)].some(({ id }: Fields) => id === record.id))
    })
  }
})

describe('read', () => {
  for (const kind of kindsWith('read')) {
    test(kind.name, async () => {
      const { client, organisation, fixtures } = await newScene()
      const id = String((await fixtures.make(kind)).id)
      await caughtUp(app)
      const { record, etag } = await client.records(kind).read(id)
      const { body, headers } = await organisation.owner.get(`${kind.path}/${id}`)
      assert.deepEqual([record, etag], [body, headers.get('etag')])
      assert.equal(await client.records(kind).read(id, { ifNoneMatch: etag }), 'not-modified')
      const other = await client.records(kind).read(id, { ifNoneMatch: '"other"' })
      assert.deepEqual(other, { record, etag })
    })
  }
})

describe('update', () => {
  for (const kind of kindsWith('update')) {
    test(kind.name, async () => {
      const { client, fixtures } = await newScene()
      const records = client.records(kind)
      const { id } = await fixtures.make(kind)
      const before = await records.read(String(id))
      const [key] = mutableFields(kind).find(
        ([name]) => Object.keys(companionFields(kind, name)).length === 0,
      ) ?? ['']
      const changes = { [key]: await fixtures.value(kind, key, before.record, 3) }
      const after = await records.update(String(id), changes, { ifMatch: before.etag })
      assert.deepEqual(after.record[key], changes[key])
      assert.notEqual(after.etag, before.etag)
      await assert.rejects(records.update(String(id), {}, { ifMatch: '"0"' }), {
        code: 'precondition_failed',
        status: 412,
      })
    })
  }
})

describe('delete', () => {
  for (const kind of kindsWith('delete')) {
    test(kind.name, async () => {
      const { client, fixtures } = await newScene()
      const records = client.records(kind)
      const { id } = await fixtures.make(kind)
      await assert.rejects(records.delete(String(id), { ifMatch: '"0"' }), { code: 'precondition_failed' })
      assert.equal(await records.delete(String(id)), undefined)
      await assert.rejects(records.delete(String(id)), { code: 'not_found' })
    })
  }
})

describe('page and all', () => {
  for (const kind of kindsWith('list')) {
    test(kind.name, async () => {
      const { client, fixtures } = await newScene()
      const records = client.records(kind)
      const first = await fixtures.make(kind)
      const query = needed(kind, first)
      await fixtures.make(kind, query)
      await caughtUp(app)
      const whole = await Array.fromAsync(records.all(query))
      const ids = whole.map(({ id }) => id)
      assert.ok(ids.includes(first.id) && ids.length >= 2)

      const start = await records.page({ ...query, limit: 1 })
      const rest = await records.page({ ...query, limit: 1_000, cursor: start.nextCursor ?? undefined })
      assert.deepEqual(
        [...start.items, ...rest.items].map(({ id }) => id),
        ids,
      )
      assert.equal(rest.nextCursor, null)

      const { etag, items } = await records.page(query)
      assert.deepEqual(
        items.map(({ id }) => id),
        ids,
      )
      assert.equal(await records.page(query, { ifNoneMatch: etag }), 'not-modified')
    })
  }
})

test('all reads several pages, and stops when its reader does', async () => {
  const { client } = await newScene()
  const count = maxPage + 5
  const left = Array.from({ length: count }, (_, n) => `domain ${n}`)
  const fill = async () => {
    for (let name = left.pop(); name !== undefined; name = left.pop()) await client.domain.create({ name })
  }
  await Promise.all(Array.from({ length: 16 }, fill))
  const names = new Set<string>()
  for await (const { name } of client.domain.all()) names.add(name)
  assert.equal(names.size, count)

  let seen = 0
  for await (const _ of client.domain.all({ q: 'domain' })) if (++seen === 3) break
  assert.equal(seen, 3)
})

test('a list can be filtered by the filters of its kind', async () => {
  const { client } = await newScene()
  const { record: team } = await client.team.create({ name: 'Payments' })
  await client.project.create({ name: 'Old', archived: true })
  const { record: shop } = await client.project.create({ name: 'Shop', ownerTeamId: team.id })
  const namesOf = async (query: Parameters<typeof client.project.all>[0]) =>
    (await Array.fromAsync(client.project.all(query))).map(({ name }) => name)
  assert.deepEqual(await namesOf({ ownerTeamId: team.id }), ['Shop'])
  assert.deepEqual(await namesOf({ archived: 'all', q: 'O' }), ['Shop', 'Old'])
  assert.deepEqual(await namesOf({ archived: 'true', ownerTeamId: undefined }), ['Old'])
  await client.issue.create({ appId: shop.id, title: 'a', severity: 'blocker' })
  assert.equal((await client.issue.page({ severity: 'blocker', limit: 5 })).items.length, 1)
  assert.equal((await client.issue.page({ severity: 'minor' })).items.length, 0)
})
