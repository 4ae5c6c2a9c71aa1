import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allKinds, attributeNameOf, type Field, isRequired, type Kind, kinds } from '@svc/model'
import { clockBetweenJobs, type Fields, typeOf, useApp, writableFields } from '@svc/server/testing'
import type { Diagnostic } from '../protocol/diagnostic.ts'
import type { ObjectValue } from '../protocol/value.ts'
import { type Action, CommandError } from '../testing/driver.ts'
import { newScene, type Scene, typeOfKind } from './testing/scene.ts'
import { configOf, minimalOf } from './testing/in-code.ts'

const app = useApp('sqlite', { now: clockBetweenJobs() })
const resourceKinds = allKinds.filter(({ resourceType }) => resourceType !== undefined)

async function actionFor(scene: Scene, kind: Kind, config: ObjectValue): Promise<Action> {
  await scene.begin()
  return (await scene.driver.plan({ type: typeOfKind(kind), config })).action
}

const isUnordered = ({ type, traits }: Field): boolean =>
  (type === 'texts' || type === 'refs') && !traits.listed

for (const kind of resourceKinds) {
  const unordered = writableFields(kind).filter(([, field]) => isUnordered(field))
  if (unordered.length === 0) continue
  const reversed = (body: Fields): Fields => ({
    ...body,
    ...Object.fromEntries(unordered.map(([key]) => [key, (body[key] as readonly string[]).toReversed()])),
  })

  test(`${kind.resourceType}: order alone is no change, neither in code nor in the API`, async (t) => {
    const scene = await newScene(t, app)
    const several = unordered.map(async ([key]) => [key, await scene.value(kind, key, {})] as const)
    const body = { ...(await scene.fullBody(kind)), ...Object.fromEntries(await Promise.all(several)) }
    const config = configOf(kind, body)
    const made = await scene.driver.apply({ type: typeOfKind(kind), config })
    assert.equal(await actionFor(scene, kind, configOf(kind, reversed(body))), 'no-op')

    const others = Object.fromEntries(unordered.map(([key]) => [key, reversed(body)[key]]))
    assert.equal((await scene.client.patch(`${kind.path}/${made?.id}`, others)).status, 200)
    assert.equal(await actionFor(scene, kind, config), 'no-op')
  })
}

for (const kind of resourceKinds) {
  for (const [key, field] of writableFields(kind)) {
    if (!field.traits.listed) continue
    const name = attributeNameOf(key, field.schema)

    test(`${kind.resourceType}: another order of ${name} is a change, in code and in the API`, async (t) => {
      const scene = await newScene(t, app)
      const value = (await scene.value(kind, key, {})) as readonly string[]
      assert.ok(value.length > 1, 'there is an order')
      const type = typeOfKind(kind)
      const config = configOf(kind, { ...(await scene.fullBody(kind)), [key]: value })
      const other = { ...config, [name]: value.toReversed() }
      const made = await scene.driver.apply({ type, config })
      const address = `${kind.path}/${made?.id}`

      assert.equal(await actionFor(scene, kind, other), 'update')
      await scene.driver.apply({ type, config: other })
      assert.deepEqual((await scene.client.get(address)).body[key], value.toReversed())
      assert.equal(await actionFor(scene, kind, other), 'no-op')

      assert.equal((await scene.client.patch(address, { [key]: value })).status, 200)
      await scene.begin()
      await scene.driver.refresh()
      assert.deepEqual(scene.driver.state(type)?.[name], value)
      assert.equal(await actionFor(scene, kind, other), 'update')
    })
  }
}

test('a member list with another member, or one twice, is another', async (t) => {
  const scene = await newScene(t, app)
  const [one, two, three] = await Promise.all([1, 2, 3].map(async () => (await scene.make(kinds.user)).id))
  const config = { name: 'Payments', member_uids: [one, two] as string[] }
  await scene.driver.apply({ type: 'svc_team', config })
  const others = [[one, three], [one], [one, two, three], [one, one], []] as string[][]
  for (const member_uids of others) {
    assert.equal(await actionFor(scene, kinds.team, { ...config, member_uids }), 'update')
    await scene.driver.apply({ type: 'svc_team', config: { ...config, member_uids } })
    assert.equal(await actionFor(scene, kinds.team, { ...config, member_uids }), 'no-op')
    await scene.driver.apply({ type: 'svc_team', config })
  }
})

const scorecard = (params_json: string | null): ObjectValue => ({
  name: 'Readiness',
  applicable_kinds: ['api'],
  rules: [
    {
      type: 'lifecycle_in',
      label: 'Is in use',
      description: null,
      weight: 1,
      params_json: '{"lifecycles":["production"]}',
    },
    { type: 'has_description', label: 'Is described', description: null, weight: 1, params_json },
  ],
})

test('JSON in another spelling is no change, with another meaning it is', async (t) => {
  const scene = await newScene(t, app)
  const written = '{"a":1.0,"b":[1,{"c":null,"d":"é"}]}'
  const made = await scene.driver.apply({ type: 'svc_scorecard', config: scorecard(written) })
  assert.deepEqual((made as ObjectValue).rules, scorecard(written).rules)
  const same = [
    '{ "b" : [ 1, { "d": "é", "c": null } ],\n "a": 1 }',
    '{"a":10e-1,"b":[1,{"c":null,"d":"\\u00e9"}]}',
  ]
  for (const text of same)
    assert.equal(await actionFor(scene, kinds.scorecard, scorecard(text)), 'no-op', text)
  const others = [
    '{"a":1,"b":[{"c":null,"d":"é"},1]}',
    '{"a":"1","b":[1,{"c":null,"d":"é"}]}',
    '{"a":1,"b":[1,{"d":"é"}]}',
    null,
  ]
  for (const text of others) {
    assert.equal(await actionFor(scene, kinds.scorecard, scorecard(text)), 'update', String(text))
  }
  const { rules } = (await scene.client.get(`/scorecards/${made?.id}`)).body
  const [first, second]: readonly Fields[] = rules
  const respelled = { rules: [first, { ...second, params: { b: [1, { d: 'é', c: null }], a: 1 } }] }
  assert.equal((await scene.client.patch(`/scorecards/${made?.id}`, respelled)).status, 200)
  assert.equal(await actionFor(scene, kinds.scorecard, scorecard(written)), 'no-op')
})

for (const kind of resourceKinds) {
  for (const [key, field] of writableFields(kind)) {
    const empty = { string: '', array: [] }[typeOf(field.schema)]
    if (isRequired(field) || empty === undefined) continue
    const name = attributeNameOf(key, field.schema)

    test(`${kind.resourceType}: ${name} empty and left out`, async (t) => {
      const scene = await newScene(t, app)
      const type = typeOfKind(kind)
      const body = minimalOf(kind, await scene.body(kind))
      const config = configOf(kind, body)
      const bare = { ...config, [name]: null }
      const refusal = await refusalOf(scene.driver.apply({ type, config: { ...config, [name]: empty } }))
      if (refusal) {
        assert.equal((await scene.client.post(kind.path, { ...body, [key]: empty })).status, 400)
        assert.deepEqual(refusal.path, [name])
        return
      }
      for (const each of [{ ...config, [name]: empty }, bare, { ...config, [name]: empty }]) {
        await scene.begin()
        await scene.driver.apply({ type, config: each })
        assert.equal(await actionFor(scene, kind, each), 'no-op')
      }
      if (!kind.verbs.includes('update') || field.traits.immutable) return
      await scene.driver.apply({ type, config: bare })
      const id = scene.driver.state(type)?.id
      assert.equal((await scene.client.patch(`${kind.path}/${id}`, { [key]: empty })).status, 200)
      await scene.begin()
      await scene.driver.apply({ type, config: bare })
      assert.equal(await actionFor(scene, kind, bare), 'no-op')
    })
  }
}

async function refusalOf(command: Promise<unknown>): Promise<Diagnostic | undefined> {
  try {
    await command
    return undefined
  } catch (failure) {
    if (failure instanceof CommandError) return failure.diagnostics[0]
    throw failure
  }
}

test('inside a rule, empty and left out are kept as they are written', async (t) => {
  const scene = await newScene(t, app)
  const rules = [
    { description: null, params_json: null },
    { description: '', params_json: '{}' },
    { description: '', params_json: ' { } ' },
    { description: null, params_json: '{}' },
    { description: null, params_json: null },
  ]
  for (const written of rules) {
    const config = {
      ...scorecard(null),
      rules: [{ type: 'has_description', label: 'Is described', weight: 1, ...written }],
    }
    await scene.begin()
    await scene.driver.apply({ type: 'svc_scorecard', config })
    assert.equal(await actionFor(scene, kinds.scorecard, config), 'no-op', JSON.stringify(written))
  }
})
