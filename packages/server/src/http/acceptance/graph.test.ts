import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { type Client, onEachEngine, useApp } from '../../testing/index.ts'
import { type Body, insertAll, make, partitionOf, read, refusedField } from './checks.ts'

const plainApi = { kind: 'rest', lifecycle: 'experimental', tags: [] }

const namesOf = (nodes: readonly Body[]): readonly string[] => nodes.map(({ name }) => name)

/** A chain of projects, each needing the next: a → b → c → d, and an edge of another type from a to d. */
async function chain(owner: Client): Promise<Readonly<Record<string, string>>> {
  const ids: Record<string, string> = {}
  for (const name of ['a', 'b', 'c', 'd']) ids[name] = (await make(owner, '/projects', { name })).id
  await join(owner, ids.a, ids.b)
  await join(owner, ids.b, ids.c)
  await join(owner, ids.c, ids.d)
  await join(owner, ids.a, ids.d, 'reads_from')
  return ids
}

const join = (owner: Client, fromId: unknown, toId: unknown, type = 'calls') =>
  make(owner, '/dependencies', { fromKind: 'component', fromId, toKind: 'component', toId, type })

onEachEngine((engine) => {
  const app = useApp(engine)

  test('the graph follows edges in a direction, to a depth, by type', async () => {
    const { owner } = await app.organisation()
    const ids = await chain(owner)
    const ask = (query: string) => read(owner, `/graph?root=component:${ids.b}&${query}`)
    const distances = ({ nodes }: Body) => nodes.map(({ name, distance }: Body) => `${name}${distance}`)
    assert.deepEqual(distances(await ask('direction=dependsOn&depth=1')), ['b0', 'c1'])
    assert.deepEqual(distances(await ask('direction=dependsOn&depth=10')), ['b0', 'c1', 'd2'])
    assert.deepEqual(distances(await ask('direction=dependents')), ['b0', 'a1'])
    const both = await ask('direction=both&depth=2')
    assert.deepEqual(namesOf(both.nodes).toSorted(), ['a', 'b', 'c', 'd'])
    assert.equal(both.edges.length, 4, 'edges between nodes that were reached are there too')
    assert.equal(both.truncated, false)
    assert.deepEqual(distances(await ask('types=reads_from')), ['b0'])
    assert.deepEqual((await ask('types=reads_from,calls&depth=1&direction=dependents')).edges.length, 1)
    assert.deepEqual(namesOf((await read(owner, '/graph')).nodes).toSorted(), ['a', 'b', 'c', 'd'])
  })

  test('a cycle is followed once', async () => {
    const { owner } = await app.organisation()
    const ids = await chain(owner)
    await join(owner, ids.d, ids.a)
    const { nodes, edges } = await read(owner, `/graph?root=component:${ids.a}&direction=dependsOn&depth=10`)
    assert.deepEqual(namesOf(nodes).toSorted(), ['a', 'b', 'c', 'd'])
    assert.equal(edges.length, 5)
  })

  test('a node shows who owns it, who is on call, and its health', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const team = await make(owner, '/teams', { name: 'Payments' })
    const project = await make(owner, '/projects', {
      name: 'Checkout',
      ownerTeamId: team.id,
      type: 'service',
      tier: 1,
    })
    const api = await make(owner, '/apis', {
      name: 'Orders',
      kind: 'grpc',
      componentId: project.id,
      ownerTeamId: team.id,
      lifecycle: 'production',
    })
    const slo = { name: 'Up', appId: project.id, type: 'availability', window: 'rolling30d' }
    await make(owner, '/slos', { ...slo, target: 99, currentValue: 99.9 })
    await make(owner, '/slos', { ...slo, name: 'Broken', target: 99.9, currentValue: 90 })
    await make(owner, '/issues', { appId: project.id, title: 'Down', severity: 'blocker' })
    await make(owner, '/issues', {
      appId: project.id,
      title: 'Was down',
      severity: 'critical',
      status: 'fixed',
    })
    await make(owner, '/issues', { appId: project.id, title: 'Ugly', severity: 'minor' })
    await insertAll(app, partitionOf(organisation), kinds.oncallBinding, [
      { scope: 'team', targetId: team.id, provider: 'manual', currentlyOnCallUserName: 'Ada' },
    ])
    await make(owner, '/dependencies', {
      fromKind: 'component',
      fromId: project.id,
      toKind: 'api',
      toId: api.id,
    })
    const { nodes } = await read(owner, `/graph?root=api:${api.id}`)
    const [first, second] = nodes
    for (const node of [first, second]) {
      assert.equal(node.ownerTeamName, 'Payments')
      assert.equal(node.sloStatus, 'breached', 'the worst of them')
      assert.equal(node.openCriticalIssues, 1)
      assert.equal(node.onCall.userName, 'Ada')
    }
    assert.deepEqual([first.kind, first.lifecycle, first.distance], ['api', 'production', 0])
    assert.deepEqual([second.kind, second.lifecycle, second.distance], ['component', null, 1])
    assert.deepEqual([first.type, first.tier], ['grpc', null])
    assert.deepEqual([second.type, second.tier], ['service', 1])
  })

  test('a node says which system and domain it is in, wherever the graph begins and ends', async () => {
    const { owner } = await app.organisation()
    const domain = await make(owner, '/domains', { name: 'Shopping' })
    const [inside, lonely] = [
      await make(owner, '/projects', { name: 'inside' }),
      await make(owner, '/projects', { name: 'lonely' }),
    ]
    const api = await make(owner, '/apis', { name: 'api' })
    const plain = await make(owner, '/systems', { name: 'Plain', apiIds: [api.id] })
    const system = await make(owner, '/systems', {
      name: 'Ordering',
      domainId: domain.id,
      componentIds: [inside.id],
    })
    await make(owner, '/systems', { name: 'Later', componentIds: [inside.id] })
    const uses = (fromId: string, toKind: string, toId: string) =>
      make(owner, '/dependencies', { fromKind: 'component', fromId, toKind, toId })
    await uses(inside.id, 'component', lonely.id)
    await uses(lonely.id, 'api', api.id)
    const placesOf = ({ nodes }: Body) =>
      Object.fromEntries(
        nodes.map(({ name, systemName, domainName }: Body) => [name, [systemName, domainName]]),
      )
    const below = await read(owner, `/graph?root=component:${inside.id}&direction=dependsOn`)
    assert.deepEqual(placesOf(below), {
      inside: ['Ordering', 'Shopping'],
      lonely: [null, null],
      api: ['Plain', null],
    })
    const whole = await read(owner, '/graph')
    assert.deepEqual(placesOf(whole), {
      ...placesOf(below),
      Ordering: [null, 'Shopping'],
      Plain: [null, null],
      Later: [null, null],
      Shopping: [null, null],
    })
    const found = whole.nodes.find(({ id }: Body) => id === inside.id)
    assert.deepEqual([found.systemId, found.domainId], [system.id, domain.id])
    assert.equal(whole.nodes.find(({ id }: Body) => id === api.id).systemId, plain.id)
  })

  test('impact lists what is affected, by distance, with teams, people and SLOs', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const team = await make(owner, '/teams', { name: 'Shop' })
    const database = await make(owner, '/resources', { name: 'orders-db' })
    const orders = await make(owner, '/projects', { name: 'Orders' })
    const api = await make(owner, '/apis', { name: 'Orders API', componentId: orders.id })
    const shop = await make(owner, '/projects', { name: 'Shop', ownerTeamId: team.id })
    const bystander = await make(owner, '/projects', { name: 'Bystander' })
    const edge = (fromId: string, toKind: string, toId: string) =>
      make(owner, '/dependencies', { fromKind: 'component', fromId, toKind, toId })
    await edge(orders.id, 'resource', database.id)
    await edge(shop.id, 'api', api.id)
    await edge(bystander.id, 'component', shop.id)
    await make(owner, '/slos', {
      name: 'Shop is up',
      appId: shop.id,
      type: 'availability',
      target: 99,
      window: 'rolling30d',
      currentValue: 99.5,
    })
    const impact = await read(owner, `/impact?of=resource:${database.id}`)
    assert.equal(impact.of.name, 'orders-db')
    assert.deepEqual(
      impact.entities.map(({ name, distance }: Body) => [name, distance]),
      [
        ['Orders', 1],
        ['Orders API', 2],
        ['Shop', 3],
        ['Bystander', 4],
      ],
    )
    assert.deepEqual(impact.teams, [{ id: team.id, name: 'Shop', entities: 1 }])
    assert.deepEqual(
      impact.slos.map(({ name, status }: Body) => [name, status]),
      [['Shop is up', 'met']],
    )
    assert.deepEqual(impact.onCall, [])
    assert.equal(impact.truncated, false)
  })

  test('a large graph is truncated, and says so', async () => {
    const organisation = await app.organisation()
    const partition = partitionOf(organisation)
    const hub = await make(organisation.owner, '/projects', { name: 'hub' })
    const apis = await insertAll(
      app,
      partition,
      kinds.api,
      Array.from({ length: 2_100 }, (_, n) => ({ ...plainApi, name: `api ${n}` })),
    )
    await insertAll(
      app,
      partition,
      kinds.dependency,
      apis.map((toId) => ({ fromKind: 'component', fromId: hub.id, toKind: 'api', toId, type: 'calls' })),
    )
    const around = `/graph?root=component:${hub.id}&depth=1`
    for (const [limit, expected] of [
      ['', 1_000],
      ['&limit=2000', 2_000],
      ['&limit=7', 7],
    ] as const) {
      const { nodes, edges, truncated } = await read(organisation.owner, `${around}${limit}`)
      assert.deepEqual([nodes.length, truncated], [expected, true])
      assert.equal(edges.length, expected - 1, 'only edges between nodes in the answer')
    }
    assert.equal((await read(organisation.owner, '/graph')).truncated, true)
  })

  test('a root that does not exist, or is not an entity, is refused', async () => {
    const { owner } = await app.organisation()
    const other = await (await app.organisation()).owner.post('/projects', { name: 'theirs' })
    refusedField(await owner.get('/graph?root=component:prj_none'), 'root', 'prj_none')
    refusedField(await owner.get(`/graph?root=component:${other.body.id}`), 'root', other.body.id)
    refusedField(await owner.get(`/impact?of=api:${other.body.id}`), 'of', other.body.id)
    for (const root of ['prj_1', 'team:team_1', 'component:', ':x'])
      refusedField(await owner.get(`/graph?root=${root}`), 'root')
    refusedField(await owner.get('/graph?depth=11'), 'depth')
    refusedField(await owner.get('/graph?types=Calls'), 'types')
    refusedField(await owner.get('/impact'), 'of')
  })
})
