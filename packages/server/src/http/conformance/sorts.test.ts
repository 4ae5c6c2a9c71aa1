import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Kind, kinds, listKeyOf, sortsOf } from '@svc/model'
import { clockBetweenJobs, type Fields, kindsWith, onEachEngine, useApp } from '../../testing/index.ts'
import { type Filled, filled, itemsOf, narrowed, once } from './filled-lists.ts'
import { done, newScene, readOf, refusedAt } from './suite.ts'

const sortable = kindsWith('list').filter((kind) => sortsOf(kind).length > 0)

onEachEngine((engine) => {
  const app = useApp(engine, { now: clockBetweenJobs() })
  // Only read, except for the changes that give every record a different time.
  const filledWith = once(async (kind: Kind) => {
    const all = await filled(await newScene(app), kind)
    for (const index of [3, 0, 5]) await touch(kind, all, index)
    return all
  })

  for (const kind of sortable) {
    for (const field of sortsOf(kind)) {
      test(`${kind.name}: is sorted by ${field} both ways, whole and paged`, async () => {
        const { client, query } = await filledWith(kind)
        const asked = { ...query, ...narrowed(kind) }
        const records = await itemsOf(client, kind, asked)
        const rising = records.toSorted(byField(field)).map(({ id }) => id)
        for (const [sort, expected] of [
          [field, rising],
          [`-${field}`, rising.toReversed()],
        ] as const) {
          const whole = await itemsOf(client, kind, { ...asked, sort })
          assert.deepEqual(idsOf(whole), expected, sort)
          assert.deepEqual(idsOf(await paged(client, kind, { ...asked, sort, limit: '2' })), expected, sort)
        }
      })
    }

    test(`${kind.name}: a cursor is valid only for the order that it came with`, async () => {
      const { client, query } = await filledWith(kind)
      const [name = '', ...others] = sortsOf(kind)
      const at = (over: Fields) => `${kind.path}?${new URLSearchParams({ ...query, ...over, limit: '2' })}`
      const { nextCursor } = await readOf(client, at({ sort: name }))
      for (const over of [{}, { sort: `-${name}` }, ...others.map((sort) => ({ sort }))])
        refusedAt(await client.get(at({ ...over, cursor: nextCursor })), 'cursor', JSON.stringify(over))
    })
  }

  test('an unknown order is refused, and the refusal lists the allowed ones', async () => {
    const { owner } = await app.organisation()
    for (const sort of ['', 'id', '--name', 'name,updatedAt', 'description', 'NAME'])
      refusedAt(await owner.get(`/projects?${new URLSearchParams({ sort })}`), 'sort', sort)
    const { text } = await owner.get('/projects?sort=cost')
    for (const one of ['name', '-name', 'createdAt', '-updatedAt']) assert.ok(text.includes(one), one)
  })

  test('a name sorts before those that start with it, regardless of case, with letters beyond ASCII last', async () => {
    const { owner } = await app.organisation()
    const names = ['Payments', 'payments API', 'Älpler', 'payment', 'Zebra', 'PAYMENTS API v2', 'ärger']
    for (const name of names) done(await owner.post('/domains', { name, description: 'a' }), 201)
    const domains = await itemsOf(owner, kinds.domain, { sort: 'name' })
    assert.deepEqual(
      domains.map(({ name }) => name),
      ['payment', 'Payments', 'payments API', 'PAYMENTS API v2', 'Zebra', 'Älpler', 'ärger'],
    )
    const found = await itemsOf(owner, kinds.domain, { q: 'api', sort: '-name' })
    assert.deepEqual(
      found.map(({ name }) => name),
      ['PAYMENTS API v2', 'payments API'],
    )
  })

  test('a renamed record changes its position', async () => {
    const { owner } = await app.organisation()
    const [first] = [
      done(await owner.post('/teams', { name: 'B' }), 201),
      done(await owner.post('/teams', { name: 'C' }), 201),
    ]
    done(await owner.patch(`/teams/${first?.id}`, { name: 'd' }))
    const teams = await itemsOf(owner, kinds.team, { sort: 'name' })
    assert.deepEqual(
      teams.map(({ name }) => name),
      ['C', 'd'],
    )
  })
})

async function touch(kind: Kind, { client, made }: Filled, index: number): Promise<void> {
  const [name = ''] = sortsOf(kind)
  const record = made[index]
  done(await client.patch(`${kind.path}/${record?.id}`, { [name]: `${record?.[name]} changed` }))
}

async function paged(client: Filled['client'], kind: Kind, query: Fields): Promise<readonly Fields[]> {
  const items: Fields[] = []
  for (let cursor: unknown; cursor !== null; ) {
    const asked = { ...query, ...(cursor === undefined ? {} : { cursor }) }
    const page: Fields = await readOf(client, `${kind.path}?${new URLSearchParams(asked as never)}`)
    items.push(...(page[listKeyOf(kind)] as readonly Fields[]))
    cursor = page.nextCursor
  }
  return items
}

const idsOf = (records: readonly Fields[]): readonly unknown[] => records.map(({ id }) => id)

const byField =
  (field: string) =>
  (a: Fields, b: Fields): number => {
    const [one, other] = [a, b].map((record) => `${String(record[field]).toLowerCase()}\0${record.id}`)
    return String(one) < String(other) ? -1 : 1
  }
