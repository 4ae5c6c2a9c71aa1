import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kind } from '@svc/model'
import {
  type Client,
  clockBetweenJobs,
  echoOf,
  eventually,
  type Fields,
  isFilledIn,
  mutableFields,
  onEachEngine,
  type Reply,
  useApp,
} from '../../testing/index.ts'
import {
  changeable,
  changeableFor,
  changeableKinds,
  done,
  newScene,
  readOf,
  refusedAt,
  type Scene,
  settled,
  without,
} from './suite.ts'

/**
 * What a change may affect besides the field itself: everything the service sets, and what follows from the
 * change.
 */
const followers: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  slo: { type: ['currentValue', 'objective'] },
}

onEachEngine((engine) => {
  const app = useApp(engine, { now: clockBetweenJobs() })

  for (const kind of changeableKinds) {
    test(`${kind.name}: each field changes on its own`, async () => {
      const scene = await newScene(app)
      const recordFor = changeableFor(scene, kind)
      for (const [key] of mutableFields(kind)) {
        const { path, record } = await recordFor(key)
        const value = await otherValue(scene, kind, key, record)
        await sleep(2)
        const changed: Fields = done(await scene.client.patch(path, { [key]: value }))
        assert.deepEqual(changed[key], echoOf(kind, key, value, changed[key]), key)
        assert.deepEqual(unmanaged(kind, changed, key), unmanaged(kind, record, key), `beside ${key}`)
        if (kind.fields.updatedAt) assert.ok(String(changed.updatedAt) > String(record.updatedAt), key)
        if (kind.fields.version) assert.equal(changed.version, Number(record.version) + 1)
        assert.equal(changed.createdAt, record.createdAt)
        assert.deepEqual(settled(await readOf(scene.client, path)), settled(changed))
      }
    })

    test(`${kind.name}: null clears a field that may be null, and no other`, async () => {
      const scene = await newScene(app)
      const recordFor = changeableFor(scene, kind)
      for (const [key, { traits }] of mutableFields(kind)) {
        const { path, record } = await recordFor(key)
        if (!traits.nullable) {
          refusedAt(await scene.client.patch(path, { [key]: null }), key, `${key}: null`)
          assert.deepEqual(settled(await readOf(scene.client, path)), settled(record))
          continue
        }
        done(await scene.client.patch(path, { [key]: await otherValue(scene, kind, key, record) }))
        if (isFilledIn(kind, key)) continue
        const cleared = { ...(await readOf(scene.client, path)), [key]: null }
        if (kind.rules?.some(({ field, holds }) => field === key && !holds(cleared as never))) {
          refusedAt(await scene.client.patch(path, { [key]: null }), key, `${key}: a rule requires it`)
          continue
        }
        assert.equal(done(await scene.client.patch(path, { [key]: null }))[key], null, key)
        assert.equal((await readOf(scene.client, path))[key], null, key)
      }
    })

    test(`${kind.name}: a change that changes nothing leaves no trace`, async () => {
      const scene = await newScene(app)
      const { path } = await changeable(scene, kind, {})
      await sleep(2)
      const before = await settledReply(scene.client, path)
      const eventsBefore = await auditOf(scene.client, before.body)
      const bodies: readonly Fields[] = [
        {},
        before.body,
        ...Object.keys(before.body).map((key) => ({ [key]: before.body[key] })),
      ]
      for (const body of bodies) {
        const about = JSON.stringify(body)
        const reply = await scene.client.patch(path, body)
        assert.deepEqual(done(reply), before.body, about)
        assert.equal(reply.headers.get('etag'), before.headers.get('etag'), about)
      }
      const after = await scene.client.get(path)
      assert.deepEqual(after.body, before.body)
      assert.equal(after.headers.get('etag'), before.headers.get('etag'))
      assert.deepEqual(await auditOf(scene.client, before.body), eventsBefore)
    })

    test(`${kind.name}: read-only fields are ${kind.strict ? 'refused' : 'ignored'}, whatever they are`, async () => {
      const scene = await newScene(app)
      const { path, record } = await changeable(scene, kind)
      const managed = Object.entries(kind.fields).filter(
        ([, { traits }]) => traits.managed && !traits.guards && !traits.internal,
      )
      for (const junk of ['junk', 7, null, { a: [1] }]) {
        const body = Object.fromEntries(managed.map(([key]) => [key, junk]))
        if (kind.strict) {
          for (const [key] of managed) {
            if (record[key] === junk) continue
            refusedAt(await scene.client.patch(path, { [key]: junk }), key, `${key}: ${JSON.stringify(junk)}`)
          }
          assert.deepEqual(await readOf(scene.client, path), record)
          continue
        }
        assert.deepEqual(settled(done(await scene.client.patch(path, body))), settled(record))
      }
    })

    test(`${kind.name}: a field that it does not have is refused by name`, async () => {
      const scene = await newScene(app)
      const { path, record } = await changeable(scene, kind)
      const internal = Object.keys(kind.fields).filter(
        (key) => kind.fields[key]?.traits.internal && key !== kind.softDelete,
      )
      for (const key of ['nope', 'constructor', ...internal]) {
        refusedAt(await scene.client.patch(path, { [key]: 1 }), key, key)
      }
      assert.deepEqual(settled(await readOf(scene.client, path)), settled(record))
    })
  }

  for (const kind of changeableKinds.filter((one) => fieldsOfType(one, 'texts', 'refs').length > 0)) {
    test(`${kind.name}: an array replaces the whole array`, async () => {
      const scene = await newScene(app)
      const { path, record } = await changeable(scene, kind)
      for (const key of fieldsOfType(kind, 'texts', 'refs')) {
        const two = (await otherValue(scene, kind, key, record)) as readonly string[]
        const isFree = kind.fields[key]?.schema.minItems === undefined
        for (const value of [two, two.slice(1), two.toReversed(), ...(isFree ? [[]] : [])]) {
          assert.deepEqual(done(await scene.client.patch(path, { [key]: value }))[key], value)
          assert.deepEqual((await readOf(scene.client, path))[key], value)
        }
      }
    })
  }

  for (const kind of changeableKinds.filter((one) => guardFields(one).length > 0)) {
    test(`${kind.name}: a change that names a version other than the current one is refused`, async () => {
      const scene = await newScene(app)
      const { path, record } = await changeable(scene, kind)
      const [[field = ''] = []] = mutableFields(kind)
      for (const key of guardFields(kind)) {
        const current = Number(record[key])
        const body = { [field]: await otherValue(scene, kind, field, record) }
        for (const version of [current - 1, current + 1]) {
          const reply = await scene.client.patch(path, { ...body, [key]: version })
          assert.equal(done(reply, 409).code, 'version_conflict')
        }
        refusedAt(await scene.client.patch(path, { ...body, [key]: 'x' }), key, key)
        assert.deepEqual(settled(await readOf(scene.client, path)), settled(record))
        assert.equal(done(await scene.client.patch(path, { ...body, [key]: current }))[key], current + 1)
      }
    })
  }

  for (const kind of changeableKinds.filter((one) => immutableFields(one).length > 0)) {
    test(`${kind.name}: what cannot change is refused, unless it stays the same`, async () => {
      const scene = await newScene(app)
      const { path, record } = await changeable(scene, kind)
      for (const key of immutableFields(kind)) {
        const value = kind.unique?.includes(key) ? (await scene.body(kind))[key] : undefined
        const other =
          value === undefined || value === record[key] ? await otherValue(scene, kind, key, record) : value
        refusedAt(await scene.client.patch(path, { [key]: other }), key, key)
        assert.deepEqual(done(await scene.client.patch(path, { [key]: record[key] })), record)
      }
      assert.deepEqual(await readOf(scene.client, path), record)
    })
  }
})

/** A valid value for a field that differs from the one a record has. */
async function otherValue(scene: Scene, kind: Kind, key: string, record: Fields): Promise<unknown> {
  for (let n = 1; n < 5; n += 1) {
    const value = await scene.value(kind, key, record, n)
    if (JSON.stringify(value) !== JSON.stringify(record[key])) return value
  }
  throw new Error(`No other value for ${kind.name}.${key}.`)
}

function unmanaged(kind: Kind, record: Fields, changed: string): Fields {
  const managed = Object.keys(kind.fields).filter((key) => kind.fields[key]?.traits.managed)
  return without(record, changed, ...managed, ...(followers[kind.name]?.[changed] ?? []))
}

function fieldsOfType(kind: Kind, ...types: readonly string[]): readonly string[] {
  return mutableFields(kind).flatMap(([key, { type }]) => (types.includes(type) ? [key] : []))
}

function guardFields(kind: Kind): readonly string[] {
  return Object.keys(kind.fields).filter((key) => kind.fields[key]?.traits.guards)
}

function immutableFields(kind: Kind): readonly string[] {
  return Object.keys(kind.fields).filter((key) => kind.fields[key]?.traits.immutable)
}

/** A record once the background is done with it: an issue when it has its number. */
const settledReply = (client: Client, path: string): Promise<Reply> =>
  eventually(
    () => client.get(path),
    ({ body }) => body.sequenceNumber !== null,
  )

const auditOf = async (client: Client, { id }: Fields): Promise<unknown> =>
  readOf(client, id === undefined ? '/audit-log?subjectKind=sso_settings' : `/audit-log?subjectId=${id}`)
