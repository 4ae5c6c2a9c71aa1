import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { kinds } from '@svc/model'
import { partitionIdOf } from '@svc/server'
import { type Fields, useApp } from '@svc/server/testing'
import { type Middleman, type Passed, startProxy } from './testing/proxy.ts'
import { newScene, type Scene } from './testing/scene.ts'
import { configOf } from './testing/in-code.ts'

const app = useApp('sqlite')

async function counted(t: TestContext): Promise<{ scene: Scene; proxy: Middleman }> {
  const proxy = await startProxy(t, app.url)
  const scene = await newScene(t, app, { endpoint: proxy.url })
  proxy.taken()
  return { scene, proxy }
}

/** Makes projects without the provider, all at once, and gives their ids. */
async function projects(
  { organisation }: Scene,
  count: number,
  over: Fields = {},
): Promise<readonly string[]> {
  const actor = { type: 'system', id: null, name: 'test' } as const
  const request = { partitionId: partitionIdOf(organisation.id, 'live'), actor, now: () => new Date() }
  const bare = Object.fromEntries(
    Object.entries(kinds.project.fields).map(([key, { traits }]) => [
      key,
      'default' in traits ? traits.default : null,
    ]),
  )
  return app.store.write(request, async (change) => {
    const ids = Array.from({ length: count }, () => `prj_${randomUUID()}`)
    for (const id of ids) {
      const times = { createdAt: change.at, updatedAt: change.at }
      await change.insert(kinds.project, { ...bare, ...times, id, name: id, ...over })
    }
    return ids
  })
}

/** `GET /projects?limit 200`: cursors differ from run to run. */
const shortly = ({ method, path, status }: Passed): string =>
  `${method} ${path.replace(/[?&]cursor=[^&]+/, '').replace(/=[^&]+/g, '')} ${status}`

const importAll = ({ driver }: Scene, ids: readonly string[]): Promise<unknown> =>
  Promise.all(ids.map((id) => driver.import('svc_project', id, id)))

const page = 'GET /projects?limit&archived 200'
const unchanged = 'GET /projects?limit&archived 304'

test('2,500 records are read with three requests, and none by itself', async (t) => {
  const { scene, proxy } = await counted(t)
  const ids = await projects(scene, 2_500)
  await importAll(scene, ids)
  assert.deepEqual(proxy.taken().map(shortly), [page, page, page])

  await t.test('the next command asks whether they have changed', async () => {
    await scene.begin()
    await scene.driver.refresh()
    assert.deepEqual(proxy.taken().map(shortly), ['GET /me 200', unchanged, unchanged, unchanged])
  })

  await t.test('what others have changed is read anew', async () => {
    const [first = '', second = ''] = [...ids].sort()
    await scene.client.patch(`/projects/${first}`, { name: 'Renamed' })
    await scene.client.delete(`/projects/${second}`)
    await scene.begin()
    await scene.driver.refresh()
    assert.deepEqual(proxy.taken().map(shortly), [
      'GET /me 200',
      page,
      page,
      page,
      `GET /projects/${second} 404`,
    ])
    assert.equal(scene.driver.state('svc_project', first)?.name, 'Renamed')
    assert.equal(scene.driver.state('svc_project', second), null)
  })
})

test('who asks at the same time shares the answer, also about what is not in the list', async (t) => {
  const { scene, proxy } = await counted(t)
  const [id = ''] = await projects(scene, 1)
  const read = (one: string) => scene.driver.read('svc_project', { id: one })
  await Promise.all(Array.from({ length: 20 }, () => read(id)))
  assert.deepEqual(proxy.taken().map(shortly), [page])
  await Promise.allSettled(Array.from({ length: 20 }, () => read('prj_nope')))
  assert.deepEqual(proxy.taken().map(shortly), ['GET /projects/prj_nope 404'])
})

test('archived projects are found with all others', async (t) => {
  const { scene, proxy } = await counted(t)
  const ids = await projects(scene, 3, { archived: true })
  await importAll(scene, ids)
  assert.deepEqual(proxy.taken().map(shortly), [page])
  for (const id of ids) assert.equal(scene.driver.state('svc_project', id)?.archived, true)
})

test('a record that was made after the list was read is found by one request', async (t) => {
  const { scene, proxy } = await counted(t)
  await importAll(scene, await projects(scene, 2))
  proxy.taken()
  const [late = ''] = await projects(scene, 1)
  assert.equal((await scene.driver.read('svc_project', { id: late })).id, late)
  assert.deepEqual(proxy.taken().map(shortly), [`GET /projects/${late} 200`])
})

test('our own writes are seen without asking', async (t) => {
  const { scene, proxy } = await counted(t)
  await projects(scene, 2)
  const type = 'svc_project'
  const made = await scene.driver.apply({ type, config: { name: 'One' } })
  await scene.driver.apply({ type, config: { name: 'Two' } })
  assert.equal((await scene.driver.plan({ type, config: { name: 'Two' } })).action, 'no-op')
  await scene.driver.destroy(type)
  assert.deepEqual(proxy.taken().map(shortly), [
    'POST /projects 201',
    `PATCH /projects/${made?.id} 200`,
    `DELETE /projects/${made?.id} 204`,
  ])
})

test('edges have no address of their own: what is not in the list is not there', async (t) => {
  const { scene, proxy } = await counted(t)
  const { id } = await scene.make(kinds.dependency)
  await scene.driver.import('svc_dependency_edge', String(id))
  await assert.rejects(scene.driver.import('svc_dependency_edge', 'edge_nope', 'other'))
  assert.deepEqual(proxy.taken().map(shortly), ['GET /dependencies?limit 200'])
})

test('a data source sees what our own writes have brought about elsewhere', async (t) => {
  const { scene } = await counted(t)
  const { id } = await scene.make(kinds.user)
  const user = () => scene.driver.read('svc_user', { id: String(id) })
  assert.deepEqual((await user()).team_ids, [])
  const team = await scene.driver.apply({
    type: 'svc_team',
    config: { name: 'Payments', member_uids: [String(id)] },
  })
  assert.deepEqual((await user()).team_ids, [team?.id])
  await scene.driver.destroy('svc_team')
  assert.deepEqual((await user()).team_ids, [])
})

test('a data source finds an edge that this very run has made', async (t) => {
  const { scene } = await counted(t)
  const { id } = await scene.make(kinds.dependency)
  assert.equal((await scene.driver.read('svc_dependency_edge', { id: String(id) })).id, id)
  const config = configOf(kinds.dependency, await scene.body(kinds.dependency))
  const made = await scene.driver.apply({ type: 'svc_dependency_edge', config })
  for (const each of [made?.id, id]) {
    assert.equal((await scene.driver.read('svc_dependency_edge', { id: String(each) })).id, each)
  }
})

test('a list that could not be read is asked for again', async (t) => {
  const { scene, proxy } = await counted(t)
  const ids = await projects(scene, 2)
  const body = JSON.stringify({ code: 'internal', message: 'Something went wrong here.', requestId: 'req_1' })
  proxy.decide((method) =>
    method === 'GET' ? { status: 500, headers: { 'content-type': 'application/json' }, body } : 'passed',
  )
  await assert.rejects(
    importAll(scene, ids),
    /Something went wrong here\. Look up this request id in the server log/,
  )
  proxy.decide(() => 'passed')
  proxy.taken()
  await importAll(scene, ids)
  assert.deepEqual(proxy.taken().map(shortly), [page])
})

test('another token sees another catalog', async (t) => {
  const { scene, proxy } = await counted(t)
  const [id = ''] = await projects(scene, 1)
  assert.equal((await scene.driver.read('svc_project', { id })).id, id)
  const other = await app.organisation()
  await scene.driver.configure({ endpoint: proxy.url, token: other.ownerToken })
  await assert.rejects(scene.driver.read('svc_project', { id }), /There is no such project/)
})
