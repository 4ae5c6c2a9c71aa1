import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allKinds, type Field, type Kind, listKeyOf } from '@svc/model'
import { clockBetweenJobs, type Fields, onEachEngine, sampleOf, useApp } from '../../testing/index.ts'
import { done, newScene, readOf, refusedAt } from './suite.ts'

const limited = allKinds.flatMap((kind) =>
  Object.entries(kind.fields)
    .filter(([, { traits }]) => traits.maxEntries !== undefined)
    .map(([key, field]) => ({ kind, key, field, most: field.traits.maxEntries ?? 0 })),
)

const told = allKinds.flatMap((kind) =>
  Object.entries(kind.fields).flatMap(([key, { traits }]) =>
    traits.only ? [{ kind, key, only: traits.only }] : [],
  ),
)

const entries = ({ schema }: Field, count: number, key: string): readonly unknown[] =>
  Array.from({ length: count }, (_, n) => sampleOf(schema.items ?? {}, n, key))

/** What a stored record must have and only the service sets, such as a webhook's secret. */
const hidden = (kind: Kind): Fields =>
  Object.fromEntries(
    Object.entries(kind.fields)
      .filter(([, { type, traits }]) => type === 'text' && traits.internal && !traits.nullable)
      .filter(([, { traits }]) => traits.default === undefined)
      .map(([key]) => [key, 'sealed']),
  )

onEachEngine((engine) => {
  const app = useApp(engine, { now: clockBetweenJobs() })

  for (const { kind, key, field, most } of limited) {
    test(`${kind.name}.${key}: a new one respects its limit, an old larger one still works and can only shrink`, async () => {
      const scene = await newScene(app)
      const { client } = scene
      refusedAt(
        await client.post(kind.path, await scene.body(kind, { [key]: entries(field, most + 1, key) })),
        key,
        'create',
      )

      const { id } = await scene.put(kind, { [key]: entries(field, most + 20, key) })
      const path = `${kind.path}/${id}`
      const held = (await readOf(client, path))[key] as readonly unknown[]
      assert.equal(held.length, most + 20)
      done(await client.patch(path, { name: 'Another name' }))
      done(await client.patch(path, { [key]: held }))
      const grown = await client.patch(path, { [key]: entries(field, most + 21, key) })
      refusedAt(grown, key, 'grow')
      assert.match(
        grown.body.message,
        new RegExp(`at most ${most} .* ${most + 20} now, so it can only shrink`),
      )
      done(await client.patch(path, { [key]: held.slice(0, most + 5) }))
      refusedAt(await client.patch(path, { [key]: held }), key, 'grow back')
      done(await client.patch(path, { [key]: held.slice(0, most) }))
      refusedAt(await client.patch(path, { [key]: held.slice(0, most + 1) }), key, 'beyond the limit again')
    })
  }

  for (const { kind, key, only } of told) {
    test(`${kind.name}.${key}: only allowed values are accepted, and old ones are kept`, async () => {
      const scene = await newScene(app)
      const { client } = scene
      const refusal = await client.post(kind.path, await scene.body(kind, { [key]: 'another word' }))
      refusedAt(refusal, key, 'create')
      for (const word of only) assert.ok(refusal.body.message.includes(word), refusal.text)
      for (const value of [...only, null])
        assert.equal((await scene.make(kind, { [key]: value }))[key], value)

      const { id } = await scene.put(kind, { [key]: 'from before' })
      const path = `${kind.path}/${id}`
      const held = await readOf(client, path)
      assert.equal(held[key], 'from before')
      done(await client.patch(path, { name: 'Another name' }))
      done(await client.patch(path, { ...(await readOf(client, path)), name: 'A third' }))
      const changed = await client.patch(path, { [key]: 'another word' })
      refusedAt(changed, key, 'change')
      for (const word of only) assert.ok(changed.body.message.includes(word), changed.text)
      assert.equal((await readOf(client, path))[key], 'from before')
      done(await client.patch(path, { [key]: only[0] }))
      refusedAt(await client.patch(path, { [key]: 'from before' }), key, 'back')
      done(await client.patch(path, { [key]: null }))
    })
  }

  for (const kind of allKinds.filter(({ maxRecords = 1_000 }) => maxRecords < 1_000)) {
    test(`${kind.name}: where there are more than allowed, they still work and can only get fewer`, async () => {
      const scene = await newScene(app)
      const { client } = scene
      const most = kind.maxRecords ?? 0
      // The first one as callers create it: a kind with secrets then has its key.
      const first = done(await client.post(kind.path, await scene.body(kind)), 201)
      const made = await Promise.all(Array.from({ length: most + 1 }, () => scene.put(kind, hidden(kind))))
      const ids = [first, ...made].map(({ id }) => String(id))
      const list = async (of: Kind) => (await readOf(client, of.path))[listKeyOf(of)] as readonly unknown[]
      assert.equal((await list(kind)).length, most + 2)
      for (const id of ids.slice(0, 3)) {
        const refused = await client.post(kind.path, await scene.body(kind))
        assert.deepEqual([refused.status, refused.body.code], [400, 'quota_exceeded'])
        done(await client.delete(`${kind.path}/${id}`), 204)
      }
      done(await client.post(kind.path, await scene.body(kind)), 201)
    })
  }
})
