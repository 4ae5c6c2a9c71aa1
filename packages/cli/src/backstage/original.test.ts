import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { onEachEngine, useApp } from '@svc/server/testing'
import { sceneOn } from './testing/scene.ts'

const folder = process.env.SVC_BACKSTAGE_EXAMPLES
const skip = folder
  ? false
  : 'SVC_BACKSTAGE_EXAMPLES names no folder with packages/catalog-model/examples of github.com/backstage/backstage'

onEachEngine((engine) => {
  const app = useApp(engine)

  for (const [what, ...paths] of [
    ['searched as a folder', ''],
    ['by its Locations', 'all.yaml', 'acme-corp.yaml'],
  ] as const) {
    test(`Backstage's own example catalog, ${what}, is imported once`, { skip }, async (t) => {
      const scene = await sceneOn(app, t)
      const given = paths.map((path) => join(folder ?? '', path))
      const first = await scene.import(...given)
      assert.ok(first.counts.create > 50, `${first.counts.create} created`)
      assert.equal(first.counts.update, 0)
      assert.ok(first.losses.some(({ loss }) => loss === 'inline_definition'))
      assert.ok(first.lines.some(({ action, ref }) => action === 'skip' && ref.startsWith('user:')))
      if (paths.length === 1) {
        const invalid = first.lines.find(({ ref }) => ref === 'component:default/invalid component')
        assert.equal(invalid?.action, 'skip')
      }
      const stand = await scene.stand()
      const { counts } = await scene.import(...given)
      assert.deepEqual([counts.create, counts.update, counts.adopt, counts.gone], [0, 0, 0, 0])
      assert.deepEqual(await scene.stand(), stand)
    })
  }
})
