import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOperations, type Kind, kinds, listKeyOf, schemasOf } from '@svc/model'
import {
  addressedBy,
  addressOf,
  clockBetweenJobs,
  echoOf,
  eventually,
  type Fields,
  isFilledIn,
  idsIn,
  kindInPath,
  kindsWith,
  onEachEngine,
  requiredQueryOf,
  useApp,
  writableFields,
} from '../../testing/index.ts'
import {
  done,
  newScene,
  pick,
  readOf,
  refusedAt,
  requiredFields,
  type Scene,
  settled,
  without,
} from './suite.ts'

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

onEachEngine((engine) => {
  const now = clockBetweenJobs()
  const app = useApp(engine, { now })

  for (const kind of kindsWith('create')) {
    test(`${kind.name}: its example is created, read back and listed`, async () => {
      const scene = await newScene(app)
      const body = await scene.body(kind)
      const startedAt = now().toISOString()
      const created = await scene.client.post(kind.path, body)
      const record: Fields = done(created, 201)

      assert.deepEqual(pick(record, Object.keys(body)), body)
      assert.deepEqual(Object.keys(record), shownKeys(kind), 'every field is there, in the kind’s order')
      assert.match(String(record.id), new RegExp(`^${kind.idPrefix}_[0-9a-z]{20,}$`))
      assert.equal(created.headers.get('location'), `/v1${kind.path}/${record.id}`)
      for (const key of ['createdAt', 'updatedAt', 'addedAt'].filter((one) => kind.fields[one])) {
        assert.match(String(record[key]), timestamp)
        assert.ok(String(record[key]) >= startedAt, `${key} is the moment of creation`)
      }
      assert.deepEqual(await storedOf(scene, kind, record), settled(record))
      const { [listKeyOf(kind)]: list, ...rest } = await readOf(scene.client, kind.path)
      assert.deepEqual((list as Fields[]).map(settled), [settled(record)])
      assert.deepEqual(rest, {}, 'a whole list has one member')
    })

    test(`${kind.name}: every field that a caller may write is stored`, async () => {
      const scene = await newScene(app)
      const body = await scene.fullBody(kind)
      const record: Fields = done(await scene.client.post(kind.path, body), 201)
      for (const [key, value] of Object.entries(body))
        assert.deepEqual(record[key], echoOf(kind, key, value, record[key]), key)
      assert.deepEqual(await storedOf(scene, kind, record), settled(record))
    })

    test(`${kind.name}: a missing field gets its default, or null`, async () => {
      const scene = await newScene(app)
      const body = await leastBody(scene, kind)
      const record: Fields = done(await scene.client.post(kind.path, body), 201)
      for (const [key, { traits }] of writableFields(kind)) {
        if (body[key] === undefined && isFilledIn(kind, key)) continue
        const expected = body[key] === undefined ? (traits.default ?? null) : body[key]
        assert.deepEqual(record[key], expected, key)
      }
    })

    test(`${kind.name}: a field that it does not have is refused by name`, async () => {
      const scene = await newScene(app)
      const body = await scene.body(kind)
      for (const key of ['nope', 'constructor', 'toString', ...internalFields(kind)]) {
        refusedAt(await scene.client.post(kind.path, { ...body, [key]: 1 }), key, key)
      }
      assert.deepEqual(await readOf(scene.client, kind.path), { [listKeyOf(kind)]: [] })
    })

    test(`${kind.name}: read-only fields in a body are ignored, whatever their value`, async () => {
      const scene = await newScene(app)
      const body = await scene.body(kind)
      const managed = Object.keys(kind.fields).filter((key) => isManaged(kind, key))
      for (const junk of ['junk', 7, null, { a: [1] }]) {
        const sent = { ...(await scene.body(kind, pickText(kind, body))), ...mapKeys(managed, () => junk) }
        const record: Fields = done(await scene.client.post(kind.path, sent), 201)
        for (const key of managed) assert.notDeepEqual(record[key], junk === null ? undefined : junk, key)
        done(await scene.client.delete(`${kind.path}/${record.id}`), 204)
      }
    })

    test(`${kind.name}: a deleted one is gone, and cannot be deleted twice`, async () => {
      const scene = await newScene(app)
      const kept = await scene.make(kind)
      const { id } = await scene.make(kind)
      done(await scene.client.delete(`${kind.path}/${id}`), 204)
      if (kind.verbs.includes('read')) done(await scene.client.get(`${kind.path}/${id}`), 404)
      if (kind.verbs.includes('update')) done(await scene.client.patch(`${kind.path}/${id}`, {}), 404)
      done(await scene.client.delete(`${kind.path}/${id}`), 404)
      const { [listKeyOf(kind)]: list } = await readOf(scene.client, kind.path)
      assert.deepEqual((list as Fields[]).map(settled), [settled(kept)])
    })
  }

  for (const kind of kindsWith('create').filter((one) => requiredFields(one).length > 0)) {
    test(`${kind.name}: the refusal names each required field that is missing`, async () => {
      const scene = await newScene(app)
      const body = await scene.body(kind)
      const required = requiredFields(kind)
      for (const key of required) {
        refusedAt(await scene.client.post(kind.path, without(body, key)), key, `without ${key}`)
        refusedAt(await scene.client.post(kind.path, { ...body, [key]: null }), key, `${key} null`)
      }
      const empty = await scene.client.post(kind.path, {})
      for (const key of required) refusedAt(empty, key, 'an empty body')
      assert.deepEqual(await readOf(scene.client, kind.path), { [listKeyOf(kind)]: [] })
    })
  }

  for (const kind of kindsWith('create').filter(({ unique }) => unique)) {
    test(`${kind.name}: a second one with the same identity is refused, and the refusal names the first`, async () => {
      const scene = await newScene(app)
      const body = await scene.body(kind)
      const first: Fields = done(await scene.client.post(kind.path, body), 201)
      const second = await scene.client.post(kind.path, body)
      assert.equal(done(second, 409).code, 'duplicate')
      assert.ok(second.body.message.includes(String(first.id)))
      for (const key of kind.unique ?? []) assert.ok(second.body.message.includes(key), key)
      done(await scene.client.delete(`${kind.path}/${first.id}`), 204)
      done(await scene.client.post(kind.path, body), 201)
    })
  }

  for (const kind of kindsWith('list').filter(({ verbs }) => !verbs.includes('create'))) {
    test(`${kind.name}: what automation has stored can be listed and read`, async () => {
      const scene = await newScene(app)
      const stored = await scene.make(kind)
      const query = (kind.requiredFilters ?? []).map((key) => `${key}=${stored[key]}`).join('&')
      const list = await readOf(scene.client, `${kind.path}?${query}`)
      const records = list[listKeyOf(kind)] as readonly Fields[]
      const record = records.find(({ id }) => id === stored.id)
      assert.ok(record, 'it is in the list')
      assert.deepEqual(Object.keys(record), shownKeys(kind))
      for (const [key, value] of Object.entries(stored)) {
        const { derivedFrom, internal } = kind.fields[key]?.traits ?? {}
        if (!derivedFrom && !internal) assert.deepEqual(record[key], value, key)
      }
      if (kind.verbs.includes('read'))
        assert.deepEqual(await readOf(scene.client, `${kind.path}/${stored.id}`), record)
    })
  }

  test('every GET endpoint answers as described when there is data', async () => {
    const scene = await newScene(app)
    const made = await oneOfEach(scene)
    const asked = allOperations.filter(({ method, asksOutside }) => method === 'GET' && !asksOutside)
    const addresses: string[] = []
    // Before anything is asked, so that each list has something.
    for (const { path } of asked) {
      const kind = kindInPath(path)
      const ids = await idsIn(scene.client, path, kind && addressedBy(kind, made.get(kind)))
      addresses.push(addressOf(path, ...ids))
    }
    for (const [place, operation] of asked.entries()) {
      const { path } = operation
      const query = requiredQueryOf(operation, made.get(kinds.driftSnapshot)?.appId)
      const reply = await scene.client.get(`${addresses[place]}?${query}`)
      assert.equal(reply.status, 200, `${path}: ${reply.text}`)
      const [list] = Object.values(reply.body).filter(Array.isArray)
      if (Object.keys(without(reply.body, 'nextCursor')).length === 1)
        assert.notEqual(list?.length, 0, `${path} lists something`)
    }
  })
})

/** A record of every kind that can be listed or has a sub-list, with related ones linked to each other. */
async function oneOfEach(scene: Scene): Promise<ReadonlyMap<Kind, Fields>> {
  const made = new Map<Kind, Fields>()
  const others = [
    ...[kinds.apiKey, kinds.token, kinds.scimToken, kinds.oncallFeed],
    ...[kinds.integration, kinds.errorTracker],
  ]
  for (const kind of [...kindsWith('list'), ...others]) made.set(kind, await scene.make(kind))
  await scene.make(kinds.sloSnapshot, { sloId: made.get(kinds.slo)?.id })
  await scene.make(kinds.webhookDelivery, { webhookId: made.get(kinds.webhook)?.id })
  done(await scene.client.post('/sso/saml-keys', {}), 201)
  done(await scene.client.delete(`/teams/${(await scene.make(kinds.team)).id}`), 204)
  await scene.make(kinds.runbook, { linkedAppIds: [made.get(kinds.issue)?.appId] })
  await eventually(
    () => readOf(scene.client, `/scorecards/${made.get(kinds.scorecard)?.id}/scores`),
    ({ scores }) => (scores as readonly unknown[]).length > 0,
  )
  return made
}

const shownKeys = (kind: Kind): readonly string[] => schemasOf(kind).record.required ?? []

const internalFields = (kind: Kind): readonly string[] =>
  Object.keys(kind.fields).filter((key) => kind.fields[key]?.traits.internal && key !== kind.softDelete)

const isManaged = (kind: Kind, key: string): boolean =>
  kind.fields[key]?.traits.managed === true && kind.fields[key]?.traits.internal !== true

const mapKeys = (keys: readonly string[], value: () => unknown): Fields =>
  Object.fromEntries(keys.map((key) => [key, value()]))

/** The parts of a body that another record of the kind may have too. */
const pickText = (kind: Kind, body: Fields): Fields =>
  pick(
    body,
    Object.keys(body).filter((key) => !kind.unique?.includes(key) && kind.fields[key]?.type !== 'ref'),
  )

/** Only the required fields. A binding without a provider needs no schedule. */
async function leastBody(scene: Scene, kind: Kind): Promise<Fields> {
  const over = kind.name === kinds.oncallBinding.name ? { provider: 'manual' } : {}
  const body = await scene.body(kind, over)
  const isRuled = (key: string): boolean =>
    kind.fields[key]?.traits.nullable === true &&
    (kind.rules ?? []).some(({ field, holds }) => field === key && !holds({ ...body, [key]: null } as never))
  return pick(body, [...requiredFields(kind), ...Object.keys(body).filter(isRuled)])
}

/** The record as it is read; from the list where there is no other way. */
async function storedOf({ client }: Scene, kind: Kind, { id }: Fields): Promise<Fields> {
  if (kind.verbs.includes('read')) return settled(await readOf(client, `${kind.path}/${id}`))
  const list = (await readOf(client, kind.path))[listKeyOf(kind)] as readonly Fields[]
  return settled(list.find((one) => one.id === id) ?? {})
}
