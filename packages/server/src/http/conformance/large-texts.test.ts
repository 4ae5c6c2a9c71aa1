import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Field, type Kind, logged as loggedOf, newValueSchema } from '@svc/model'
import { type PartitionId, partitionIdOf } from '../../store/partition-id.ts'
import {
  addressedBy,
  clockBetweenJobs,
  createFixtures,
  type Fields,
  kindsWith,
  mutableFields,
  onEachEngine,
  sampleOf,
  type TestApp,
  useApp,
} from '../../testing/index.ts'
import { rowsIn, withTables } from '../../testing/tables.ts'
import { done } from './suite.ts'

const patches = 5

/** Every field that can hold a value of many kilobytes, with such a value, and a small field beside it. */
const cases = kindsWith('create', 'update').flatMap((kind) =>
  mutableFields(kind).flatMap(([key, field]) => {
    const value = largeValue(key, field)
    const [small] = mutableFields(kind).filter(([other, one]) => other !== key && isSmallText(one))
    return value !== undefined && small ? [{ kind, key, value, small: small[0] }] : []
  }),
)

function largeValue(key: string, field: Field): unknown {
  const { maxLength = 0, items, maxItems = 0 } = newValueSchema(field)
  if (field.type === 'text')
    return maxLength >= 10_000 ? 'ä"'.repeat(Math.min(maxLength, 50_000) / 2) : undefined
  if (field.type !== 'json' || !items) return undefined
  const value = Array.from({ length: Math.min(maxItems, 200) }, (_, n) => sampleOf(items, n, key))
  return JSON.stringify(value).length >= 10_000 ? value : undefined
}

function isSmallText({ type, schema }: Field): boolean {
  return type === 'text' && (schema.maxLength ?? 0) <= 200
}

/** What the log of a partition uses in the database. */
async function logBytes({ store }: TestApp, partitionId: PartitionId): Promise<number> {
  const [events] = await rowsIn(
    store,
    `select sum(coalesce(octet_length(state_before), 0) + coalesce(octet_length(state_after), 0)) as bytes
     from events where partition_id = ?`,
    [partitionId],
  )
  const [texts] = await rowsIn(
    store,
    'select sum(octet_length(body)) as bytes from event_texts where partition_id = ?',
    [partitionId],
  )
  return Number(events?.bytes ?? 0) + Number(texts?.bytes ?? 0)
}

onEachEngine((engine) => {
  const app = useApp(engine, { now: clockBetweenJobs() })

  for (const { kind, key, value, small } of cases) {
    test(`${kind.name}.${key}: a small change does not store a large value again, and the log shows it whole`, async () => {
      const organisation = await app.organisation()
      const { client, body } = createFixtures({ app, organisation })
      const made = done(await client.post(kind.path, await body(kind, { [key]: value })), 201)
      const partitionId = partitionIdOf(organisation.id, kind.home === 'organisation' ? 'home' : 'live')
      const before = await logBytes(app, partitionId)
      const states: Fields[] = [made]
      for (let n = 0; n < patches; n += 1) {
        const field = sampleOf(kind.fields[small]?.schema ?? {}, n + 10, small)
        states.push(done(await client.patch(`${kind.path}/${addressedBy(kind, made)}`, { [small]: field })))
      }
      const size = Buffer.byteLength(JSON.stringify(value))
      const grown = (await logBytes(app, partitionId)) - before
      assert.ok(grown < size, `${patches} small changes stored ${grown} bytes beside a value of ${size}`)

      const log = logged(
        done(await client.get(`/audit-log?subjectId=${made.id}&subjectKind=${kind.name}`)).auditLog,
      )
      assert.deepEqual(log.toReversed(), expected(kind, states))
      const feed = logged(done(await client.get(`/events?kind=${kind.name}&limit=100`)).events)
      assert.deepEqual(feed, expected(kind, states))
    })
  }

  test('a large value is kept once in each partition, and never shared between two', async () => {
    const bodyMd = 'the same text'.repeat(1_000)
    const one = await app.organisation()
    const other = await app.organisation()
    for (const client of [one.owner, other.owner, await one.person('owner', { mode: 'test' })])
      for (const title of ['a', 'b'])
        done(await client.post('/runbooks', { title, runbookType: 'x', bodyMd }), 201)
    const rows = await rowsIn(app.store, 'select partition_id, digest from event_texts where body = ?', [
      JSON.stringify(bodyMd),
    ])
    assert.deepEqual(
      rows.map(({ partition_id }) => String(partition_id)).toSorted(),
      [
        partitionIdOf(one.id, 'live'),
        partitionIdOf(one.id, 'test'),
        partitionIdOf(other.id, 'live'),
      ].toSorted(),
    )
  })

  test('events from the previous version, with whole states, are shown alongside new ones', async () => {
    const { id: organisationId, owner } = await app.organisation()
    const bodyMd = 'old and large '.repeat(2_000)
    const { id } = done(await owner.post('/runbooks', { title: 'a', runbookType: 'x', bodyMd }), 201)
    const partitionId = partitionIdOf(organisationId, 'live')
    const [{ state_after = '' } = {}] = await rowsIn(
      app.store,
      'select state_after from events where partition_id = ?',
      [partitionId],
    )
    const whole = JSON.stringify({ ...JSON.parse(String(state_after)), bodyMd })
    await withTables(app.store, async (tx) => {
      await tx.run('update events set state_after = ?, parts = null, bytes = null where partition_id = ?', [
        whole,
        partitionId,
      ])
      await tx.run('delete from event_texts where partition_id = ?', [partitionId])
    })
    done(await owner.patch(`/runbooks/${id}`, { title: 'b' }))
    const { events } = done(await owner.get('/events'))
    assert.deepEqual(
      events.map(({ before, after }: Entry) => [before?.bodyMd, after?.bodyMd]),
      [
        [undefined, bodyMd],
        [bodyMd, bodyMd],
      ],
    )
  })
})

interface Entry {
  readonly type: string
  readonly before: Fields | null
  readonly after: Fields | null
}

/** Without what the service itself adds later, such as the number of an issue. */
const logged = (events: readonly Entry[]): readonly unknown[] =>
  events
    .filter(({ type }) => /\.(created|updated)$/.test(type))
    .map(({ type, before, after }) => ({ type, before: stated(before), after: stated(after) }))

const stated = (state: Fields | null): Fields | null =>
  state && Object.fromEntries(Object.entries(state).filter(([key]) => key !== 'sequenceNumber'))

const expected = (kind: Kind, states: readonly Fields[]): readonly unknown[] =>
  states
    .map((state) => stated(loggedOf(kind, state)))
    .map((after, index, all) => ({
      type: `${kind.name}.${index === 0 ? 'created' : 'updated'}`,
      before: all[index - 1] ?? null,
      after,
    }))
