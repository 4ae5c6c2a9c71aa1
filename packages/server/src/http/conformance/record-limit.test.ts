import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allKinds, type Kind, listKeyOf } from '@svc/model'
import { createFixtures, onEachEngine, useApp } from '../../testing/index.ts'
import { done, newScene, readOf, type Scene } from './suite.ts'

const bounded = allKinds.filter(({ maxRecords }) => maxRecords !== undefined)

onEachEngine((engine) => {
  const app = useApp(engine)

  for (const kind of bounded) {
    test(`${kind.name}: the maximum number can exist, and not one more even concurrently`, async () => {
      const scene = await newScene(app)
      const maxRecords = kind.maxRecords ?? 0
      const few = 5
      const many = 25
      for (let count = 0; count < maxRecords - 1; count += many)
        await Promise.all(
          Array.from({ length: Math.min(many, maxRecords - 1 - count) }, () => scene.make(kind)),
        )
      const bodies = await Promise.all(Array.from({ length: few }, () => scene.body(kind)))
      const replies = await Promise.all(bodies.map((body) => scene.client.post(kind.path, body)))
      const refused = replies.filter(({ status }) => status !== 201)
      assert.equal(refused.length, few - 1)
      for (const { status, body } of refused) {
        assert.deepEqual([status, body.code], [400, 'quota_exceeded'])
        assert.match(body.message, new RegExp(`at most ${maxRecords} \\w+`))
      }
      assert.equal((await listed(scene, kind)).length, maxRecords)

      const [first] = await listed(scene, kind)
      done(await scene.client.delete(`${kind.path}/${(first as { id: string }).id}`), 204)
      done(await scene.client.post(kind.path, await scene.body(kind)), 201)
      const other = await app.organisation()
      await createFixtures({ app, organisation: other }).make(kind)
    })
  }
})

const listed = async ({ client }: Scene, kind: Kind): Promise<readonly unknown[]> =>
  (await readOf(client, kind.path))[listKeyOf(kind)] as readonly unknown[]
