import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { allKinds, type Field, type Kind } from '@svc/model'
import { clockBetweenJobs, companionFields, type Fields, useApp, writableFields } from '@svc/server/testing'
import { spelledPath } from '../protocol/diagnostic.ts'
import { type ObjectValue, unknown } from '../protocol/value.ts'
import type { Action } from '../testing/driver.ts'
import { placesIn, replaced } from './testing/places.ts'
import { newScene, recordIn, type Scene, typeOfKind } from './testing/scene.ts'
import { configOf, expectedOf, minimalOf, statedOf } from './testing/in-code.ts'

const app = useApp('sqlite', { now: clockBetweenJobs() })

for (const kind of allKinds.filter(({ resourceType }) => resourceType !== undefined)) {
  const type = typeOfKind(kind)

  /** Applies a body; then the API holds it, and there is nothing left to do. */
  async function settle(scene: Scene, body: Fields): Promise<Fields> {
    const config = configOf(kind, body)
    await scene.begin()
    const state = await scene.driver.apply({ type, config })
    const record = await recordIn(scene, kind, state?.id)
    assert.ok(record, 'it is there')
    assert.deepEqual(statedOf(kind, body, record), expectedOf(kind, body))
    assert.equal(await actionFor(scene, body), 'no-op')
    return record
  }

  async function actionFor(scene: Scene, body: Fields): Promise<Action> {
    await scene.begin()
    return (await scene.driver.plan({ type, config: configOf(kind, body) })).action
  }

  const bodies: Readonly<Record<string, (scene: Scene) => Promise<Fields>>> = {
    'no more than it must have': async (scene) => minimalOf(kind, await scene.body(kind)),
    'everything it can have': (scene) => scene.fullBody(kind),
  }

  for (const [about, bodyFor] of Object.entries(bodies)) {
    test(`${type} with ${about}: made, imported, deleted elsewhere, made again, destroyed`, async (t) => {
      const scene = await newScene(t, app)
      const body = await bodyFor(scene)
      assert.equal(await actionFor(scene, body), 'create')
      const { id } = await settle(scene, body)
      await importsAsIs(t, scene, kind, body, id)

      assert.equal((await scene.client.delete(`${kind.path}/${id}`)).status, 204)
      await scene.begin()
      await scene.driver.refresh()
      assert.equal(scene.driver.state(type), null)
      assert.equal(await actionFor(scene, body), 'create')

      const again = await settle(scene, body)
      await scene.begin()
      await scene.driver.destroy(type)
      assert.equal(scene.driver.state(type), null)
      assert.equal(await recordIn(scene, kind, again.id), undefined)
    })

    test(`${type} with ${about}: each attribute changes in place or makes another, as it says`, async (t) => {
      const scene = await newScene(t, app)
      let body = await bodyFor(scene)
      let record = await settle(scene, body)
      for (const [key] of writableFields(kind)) {
        const change = await another(scene, kind, key, body)
        const changed = { ...body, ...change }
        const expected = makesAnother(kind, body, change) ? 'replace' : 'update'
        assert.equal(await actionFor(scene, changed), expected, key)
        const now = await settle(scene, changed)
        assert.equal(now.id === record.id, expected === 'update', key)
        if (expected === 'replace') assert.equal(await recordIn(scene, kind, record.id), undefined, key)
        body = changed
        record = now
      }
    })

    if (!kind.verbs.includes('update')) continue

    test(`${type} with ${about}: what others change is shown, and put right`, async (t) => {
      const scene = await newScene(t, app)
      const body = await bodyFor(scene)
      const { id } = await settle(scene, body)
      for (const [key, field] of writableFields(kind)) {
        if (field.traits.immutable || (field.traits.measured && body[key] === undefined)) continue
        const drifted = await another(scene, kind, key, body)
        // What can only be said of another record cannot have come over this one.
        if (makesAnother(kind, body, drifted)) continue
        assert.equal((await scene.client.patch(`${kind.path}/${id}`, drifted)).status, 200)
        assert.equal(await actionFor(scene, body), 'update', key)
        assert.equal((await settle(scene, body)).id, id, key)
      }
    })
  }

  test(`${type}: what is only known while applying comes true as well`, async (t) => {
    const scene = await newScene(t, app)
    const body = await scene.fullBody(kind)
    const config = configOf(kind, body)
    for (const path of placesIn(config)) {
      const open = replaced(config, path, unknown) as ObjectValue
      for (const about of ['made', 'changed']) {
        await scene.driver.apply({ type, config: open, final: config })
        assert.equal(await actionFor(scene, body), 'no-op', `${spelledPath(path)}: ${about}`)
      }
      await scene.driver.destroy(type)
    }
  })
}

test('what svc measures is its own where the configuration does not say it', async (t) => {
  const scene = await newScene(t, app)
  const [slo] = allKinds.filter(({ fields }) => fields.currentValue?.traits.measured)
  assert.ok(slo)
  const type = typeOfKind(slo)
  const config = configOf(slo, minimalOf(slo, await scene.body(slo)))
  const made = await scene.driver.apply({ type, config })
  assert.equal(made?.current_value, null)
  await scene.client.patch(`${slo.path}/${made?.id}`, { currentValue: 99.95 })
  await scene.begin()
  assert.equal((await scene.driver.plan({ type, config })).action, 'no-op')
  const renamed = await scene.driver.apply({ type, config: { ...config, name: 'Another' } })
  assert.equal(renamed?.current_value, 99.95)
})

const replaces = ({ verbs }: Kind, { traits }: Field): boolean =>
  traits.immutable === true || !verbs.includes('update')

/** Whether a change is in what cannot change. */
const makesAnother = (kind: Kind, body: Fields, change: Fields): boolean =>
  Object.entries(change).some(
    ([key, value]) =>
      replaces(kind, kind.fields[key] as Field) && !isDeepStrictEqual(body[key] ?? null, value),
  )

/** Another value for a field, and with it for what depends on it. */
async function another(scene: Scene, kind: Kind, key: string, body: Fields): Promise<Fields> {
  for (let n = 1; n < 5; n += 1) {
    const value = await scene.value(kind, key, body, n)
    if (JSON.stringify(value) === JSON.stringify(body[key] ?? kind.fields[key]?.traits.default)) continue
    const changed = { ...body, [key]: value }
    const pointers = writableFields(kind).filter(
      ([, { target }]) => typeof target === 'object' && target.by === key,
    )
    const targets = pointers.map(async ([pointer]) => [pointer, await scene.value(kind, pointer, changed)])
    const change = {
      ...{ ...companionFields(kind, key), [key]: value },
      ...Object.fromEntries(await Promise.all(targets)),
    }
    return { ...change, ...(await broughtAlong(scene, kind, body, change)) }
  }
  // Of what takes one word alone, the other value is none.
  if (kind.fields[key]?.traits.only && kind.fields[key].traits.nullable) return { [key]: null }
  throw new Error(`There is no other ${key}.`)
}

/** What the rules want after a change: a reference where they require one, and nothing where they forbid it. */
async function broughtAlong(scene: Scene, kind: Kind, body: Fields, change: Fields): Promise<Fields> {
  const next: Record<string, unknown> = { ...expectedOf(kind, body), ...change }
  const along: Record<string, unknown> = {}
  for (const { field, holds } of kind.rules ?? []) {
    const isRef = kind.fields[field]?.type === 'ref'
    const isThere = (next[field] ?? null) !== null
    if (field in change || !(isRef || isThere) || holds(next as never)) continue
    next[field] = isThere ? null : await scene.value(kind, field, next)
    along[field] = next[field]
  }
  return along
}

/** Imported into an empty state, a record is just what the configuration says of it. */
async function importsAsIs(
  t: TestContext,
  { organisation, driver }: Scene,
  kind: Kind,
  body: Fields,
  id: unknown,
) {
  const type = typeOfKind(kind)
  const elsewhere = await newScene(t, app, { organisation })
  const imported = await elsewhere.driver.import(type, String(id))
  assert.deepEqual(imported, driver.state(type))
  await elsewhere.begin()
  assert.equal((await elsewhere.driver.plan({ type, config: configOf(kind, body) })).action, 'no-op')
}
