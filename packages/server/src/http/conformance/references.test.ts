import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Field, type Kind, kinds } from '@svc/model'
import { targetOf } from '../../services/records/references.ts'
import { clockBetweenJobs, kindsWith, onEachEngine, useApp, writableFields } from '../../testing/index.ts'
import { changeable, changeableKinds, done, newScene, readOf, refusedAt, settled } from './suite.ts'

const unknown = 'nobody_01jcq8z3v1000a7k2m9x4q6r8t'

onEachEngine((engine) => {
  const app = useApp(engine, { now: clockBetweenJobs() })

  for (const kind of kindsWith('create').filter((one) => references(one).length > 0)) {
    test(`${kind.name}: what it points at must exist when it is created`, async () => {
      const scene = await newScene(app)
      const body = await scene.body(kind)
      const others = { team: await scene.make(kinds.domain), domain: await scene.make(kinds.team) }
      const before = await readOf(scene.client, kind.path)
      for (const [key, field] of references(kind)) {
        const { id: other } = targetOf(field, body) === 'team' ? others.team : others.domain
        for (const id of [unknown, '', String(other)]) {
          const reply = await scene.client.post(kind.path, { ...body, [key]: holding(field, id) })
          refusedAt(reply, pathOf(key, field), `${key}: ${id}`)
          assert.ok(reply.body.message.includes(JSON.stringify(id)), `${key}: ${id} is named`)
        }
      }
      assert.deepEqual(await readOf(scene.client, kind.path), before)
    })
  }

  for (const kind of changeableKinds.filter((one) => references(one).some(isMutable))) {
    test(`${kind.name}: what it points at must exist when it is changed`, async () => {
      const scene = await newScene(app)
      const { path, record } = await changeable(scene, kind)
      for (const [key, field] of references(kind).filter(isMutable)) {
        const reply = await scene.client.patch(path, { [key]: holding(field, unknown) })
        refusedAt(reply, pathOf(key, field), key)
        assert.ok(reply.text.includes(unknown), `${unknown} is named`)
      }
      assert.deepEqual(settled(await readOf(scene.client, path)), settled(record))
    })
  }

  for (const kind of changeableKinds.filter((one) => arrays(one).length > 0)) {
    test(`${kind.name}: one unknown among many known is found and named by its position`, async () => {
      const scene = await newScene(app)
      const { path } = await changeable(scene, kind)
      for (const [key] of arrays(kind)) {
        const known = (await scene.value(kind, key, {})) as readonly string[]
        refusedAt(await scene.client.patch(path, { [key]: [...known, unknown] }), `${key}/2`, key)
        assert.deepEqual(done(await scene.client.patch(path, { [key]: known }))[key], known)
      }
    })
  }

  test('several unknown references are all named at once', async () => {
    const { client } = await newScene(app)
    const reply = await client.post('/systems', {
      name: 'x',
      ownerTeamId: 'team_x',
      apiIds: ['api_x', 'api_y'],
    })
    for (const path of ['ownerTeamId', 'apiIds/0', 'apiIds/1']) refusedAt(reply, path, path)
  })
})

type Reference = readonly [string, Field]

function references(kind: Kind): readonly Reference[] {
  return writableFields(kind).filter(([, { target }]) => target !== undefined)
}

function arrays(kind: Kind): readonly Reference[] {
  return references(kind).filter(([, { type }]) => type === 'refs')
}

function isMutable([, { traits }]: Reference): boolean {
  return traits.immutable !== true
}

const holding = ({ type }: Field, id: string): unknown => (type === 'refs' ? [id] : id)
const pathOf = (key: string, { type }: Field): string => (type === 'refs' ? `${key}/0` : key)
