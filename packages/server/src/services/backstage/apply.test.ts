import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, useApp } from '../../testing/index.ts'
import { type Context, systemCaller } from '../context.ts'
import { organisation } from '../identity/operator.ts'
import { applyImport } from './apply.ts'
import { planImport } from './plan.ts'

const component = (name: string, spec: object = {}) => ({
  source: 'here',
  location: `${name}.yaml`,
  document: { apiVersion: 'backstage.io/v1alpha1', kind: 'Component', metadata: { name }, spec },
})

onEachEngine((engine) => {
  const app = useApp(engine)

  async function newScene() {
    const { id, owner } = await app.organisation()
    const caller = systemCaller(await organisation(app.store, id), 'live')
    const ctx: Context = { store: app.store, caller, now: () => new Date() }
    const names = async (): Promise<readonly string[]> =>
      ((await owner.get('/projects')).body.projects as { name: string }[]).map(({ name }) => name).toSorted()
    const plan = (...documents: readonly ReturnType<typeof component>[]) =>
      planImport(ctx, { documents, complete: new Set(['here']) })
    return { ctx, owner, names, plan }
  }

  test('two imports planned at the same moment create each entity once', async () => {
    const { ctx, names, plan } = await newScene()
    const first = await plan(component('a', { dependsOn: ['component:b'] }), component('b'))
    const second = await plan(component('a'), component('b'), component('c'))
    assert.deepEqual(await applyImport(ctx, first), [])
    const refused = await applyImport(ctx, second)
    assert.deepEqual(
      refused.map(({ step, why }) => [step.ref, why]),
      ['a', 'b'].map((name) => [
        `component:default/${name}`,
        'Another import has just created it: run this one again.',
      ]),
    )
    assert.deepEqual(await names(), ['a', 'b', 'c'])
  })

  test('a step that became impossible after planning is reported and does not stop the others', async () => {
    const { ctx, owner, names, plan } = await newScene()
    await applyImport(ctx, await plan(component('a'), component('b')))
    const { projects } = (await owner.get('/projects')).body
    const b = projects.find(({ name }: { name: string }) => name === 'b')
    const next = await plan(component('a', { dependsOn: ['component:b'] }), component('b'), component('c'))
    await owner.delete(`/projects/${b.id}`)
    const progress: string[] = []
    const refused = await applyImport(ctx, next, (done, total) => progress.push(`${done}/${total}`))
    assert.equal(refused.length, 1)
    assert.match(refused[0]?.why ?? '', /^toId names the project "prj_\w+", which does not exist\.$/)
    assert.deepEqual(progress, ['2/2'])
    assert.deepEqual(await names(), ['a', 'c'])
  })
})
