import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { type Client, onEachEngine, useApp } from '../../testing/index.ts'
import { type Body, change, insertAll, make, partitionOf, read, refused, refusedField } from './checks.ts'

/** How failure spreads: docs/numbers.md, “Impact”. */

const paths = {
  component: '/projects',
  api: '/apis',
  resource: '/resources',
  system: '/systems',
  domain: '/domains',
} as const

interface Made {
  readonly kind: keyof typeof paths
  readonly id: string
  readonly name: string
}

const entity = async (owner: Client, kind: Made['kind'], name: string, fields = {}): Promise<Made> => ({
  kind,
  name,
  id: (await make(owner, paths[kind], { name, ...fields })).id,
})

const edge = (owner: Client, from: Made, to: Made, fields: object = {}) =>
  make(owner, '/dependencies', {
    fromKind: from.kind,
    fromId: from.id,
    toKind: to.kind,
    toId: to.id,
    ...fields,
  })

const impactOf = (owner: Client, { kind, id }: Made, query = ''): Promise<Body> =>
  read(owner, `/impact?of=${kind}:${id}${query}`)

/** Names and distances, in any order. */
const hitBy = async (owner: Client, failing: Made): Promise<readonly string[]> =>
  (await impactOf(owner, failing)).entities
    .map(({ name, distance }: Body) => `${name} ${distance}`)
    .toSorted()

onEachEngine((engine) => {
  const app = useApp(engine)

  test('a provider’s failure affects its APIs, and theirs affects neither it nor its other APIs', async () => {
    const { owner } = await app.organisation()
    const shop = await entity(owner, 'component', 'shop')
    const orders = await entity(owner, 'api', 'orders', { componentId: shop.id })
    await entity(owner, 'api', 'stock', { componentId: shop.id })
    const prices = await entity(owner, 'api', 'prices')
    await edge(owner, shop, prices, { type: 'provides_api' })
    const caller = await entity(owner, 'component', 'caller')
    await edge(owner, caller, orders, { type: 'consumes_api' })
    await edge(owner, caller, prices, { type: 'consumes_api' })
    assert.deepEqual(await hitBy(owner, orders), ['caller 1'])
    assert.deepEqual(await hitBy(owner, prices), ['caller 1'], 'a provider that only an edge names')
    assert.deepEqual(await hitBy(owner, shop), ['caller 2', 'orders 1', 'prices 1', 'stock 1'])
  })

  test('a part’s failure affects the whole and whatever depends on it, never its siblings', async () => {
    const { owner } = await app.organisation()
    const domain = await entity(owner, 'domain', 'domain')
    const worker = await entity(owner, 'component', 'worker')
    const part = await entity(owner, 'component', 'part')
    const api = await entity(owner, 'api', 'api')
    const queue = await entity(owner, 'resource', 'queue')
    const system = await entity(owner, 'system', 'system', {
      domainId: domain.id,
      componentIds: [worker.id],
      apiIds: [api.id],
      resourceIds: [queue.id],
    })
    await edge(owner, part, worker, { type: 'part_of' })
    const needs = await entity(owner, 'component', 'needs')
    await edge(owner, needs, system)
    const around = ['domain 2', 'needs 2', 'system 1']
    for (const member of [worker, api, queue]) assert.deepEqual(await hitBy(owner, member), around)
    assert.deepEqual(await hitBy(owner, part), ['domain 3', 'needs 3', 'system 2', 'worker 1'])
    assert.deepEqual(await hitBy(owner, system), ['domain 1', 'needs 1'])
    assert.deepEqual(await hitBy(owner, domain), [])
  })

  test('a resource’s failure affects the project that owns it, not the other way round', async () => {
    const { owner } = await app.organisation()
    const shop = await entity(owner, 'component', 'shop')
    const table = await entity(owner, 'resource', 'table', { componentId: shop.id })
    await entity(owner, 'resource', 'cache', { componentId: shop.id })
    assert.deepEqual(await hitBy(owner, table), ['shop 1'])
    assert.deepEqual(await hitBy(owner, shop), [])
  })

  test('the graph has every relation as an edge, with the same meaning as in impact', async () => {
    const { owner } = await app.organisation()
    const shop = await entity(owner, 'component', 'shop')
    const api = await entity(owner, 'api', 'api', { componentId: shop.id })
    const table = await entity(owner, 'resource', 'table', { componentId: shop.id })
    const domain = await entity(owner, 'domain', 'domain')
    const system = await entity(owner, 'system', 'system', { componentIds: [shop.id], domainId: domain.id })
    const caller = await entity(owner, 'component', 'caller')
    const { id } = await edge(owner, caller, api, { type: 'calls', criticality: 'soft' })
    const expected = [
      [api, 'offered_by', shop, 'from', 'api.componentId'],
      [shop, 'owns', table, 'from', 'resource.componentId'],
      [shop, 'part_of', system, 'to', 'system.componentIds'],
      [system, 'part_of', domain, 'to', 'system.domainId'],
    ] as const
    const relations = expected.map(([from, type, to, hitEnd, relation]) => ({
      fromKind: from.kind,
      fromId: from.id,
      toKind: to.kind,
      toId: to.id,
      type,
      criticality: 'hard',
      hitEnd,
      relation,
    }))
    const bare = ({ id: _, ...rest }: Body) => rest
    const byType = (a: Body, b: Body) => `${a.type}${a.relation}`.localeCompare(`${b.type}${b.relation}`)
    for (const query of ['', `?root=component:${shop.id}`]) {
      const { nodes, edges, truncated } = await read(owner, `/graph${query}`)
      assert.equal(nodes.length, 6)
      assert.equal(truncated, false)
      const [written, ...others] = edges.toSorted(byType)
      assert.deepEqual(
        [written.id, written.type, written.criticality, written.hitEnd, written.relation],
        [id, 'calls', 'soft', 'from', null],
      )
      assert.deepEqual(others.map(bare), relations.toSorted(byType))
      assert.equal(new Set(edges.map((one: Body) => one.id)).size, 5, 'each has its own id')
    }
    const around = async (root: Made, query: string) =>
      (await read(owner, `/graph?root=${root.kind}:${root.id}&${query}`)).nodes
        .slice(1)
        .map(({ name, distance }: Body) => `${name} ${distance}`)
        .toSorted()
    for (const failing of [shop, api, table, domain, system, caller])
      assert.deepEqual(await around(failing, 'direction=dependents&depth=10'), await hitBy(owner, failing))
    assert.deepEqual(await around(caller, 'direction=dependsOn&depth=10'), ['api 1', 'shop 2', 'table 3'])
    assert.deepEqual(await around(shop, 'types=offered_by'), ['api 1'])
    assert.deepEqual(await around(shop, 'types=part_of'), ['domain 2', 'system 1'])
    assert.deepEqual((await read(owner, '/graph?types=owns')).edges.length, 1)
  })

  test('relations of another mode or organisation are not followed', async () => {
    const [ours, theirs] = [await app.organisation(), await app.organisation()]
    const shop = await entity(ours.owner, 'component', 'shop')
    refusedField(await theirs.owner.post('/apis', { name: 'api', componentId: shop.id }), 'componentId')
    await entity(theirs.owner, 'system', 'system')
    assert.deepEqual((await read(ours.owner, '/graph')).nodes, [])
    assert.deepEqual(await hitBy(ours.owner, shop), [])
  })

  test('impact reaches the end of a chain of 40, and goes round a cycle once', async () => {
    const { owner } = await app.organisation()
    const chain: Made[] = []
    for (let n = 0; n <= 40; n++) chain.push(await entity(owner, 'component', `p${n}`))
    for (const [n, from] of chain.entries()) {
      const to = chain[n + 1]
      if (to) await edge(owner, from, to)
    }
    const [first, last] = [chain[0] as Made, chain[40] as Made]
    const { entities, truncated, leftOut, leftOutIsExact } = await impactOf(owner, last)
    assert.deepEqual(
      entities.map(({ name, distance }: Body) => [name, distance]),
      chain
        .slice(0, 40)
        .map(({ name }, n) => [name, 40 - n])
        .reverse(),
    )
    assert.deepEqual([truncated, leftOut, leftOutIsExact], [false, 0, true])
    await edge(owner, last, first)
    assert.equal((await impactOf(owner, last)).entities.length, 40)
    assert.equal((await impactOf(owner, first)).entities.length, 40)
  })

  test('what is not listed is counted, however much there is', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const partition = partitionOf(organisation)
    const hub = await entity(owner, 'component', 'hub')
    const middles = await insertAll(
      app,
      partition,
      kinds.project,
      Array.from({ length: 60 }, (_, n) => ({ name: `p${n}` })),
    )
    await insertAll(
      app,
      partition,
      kinds.dependency,
      middles.map((fromId) => ({ fromKind: 'component', fromId, toKind: 'component', toId: hub.id })),
    )
    // More from one alone than an answer has edges, so that it is read by pages; of the rest ten each.
    const owners = [...Array(10_050).fill(middles[0]), ...middles.flatMap((id) => Array(10).fill(id))]
    const retired = owners.length - 7
    await insertAll(
      app,
      partition,
      kinds.api,
      owners.map((componentId, n) => ({
        name: `a${n}`,
        componentId,
        lifecycle: n < retired ? 'production' : 'retired',
      })),
    )
    const total = middles.length + retired
    for (const [query, listed] of [
      ['', 2_000],
      ['&limit=1', 1],
      ['&limit=100', 100],
    ] as const) {
      const impact = await impactOf(owner, hub, query)
      assert.equal(impact.entities.length, listed)
      assert.deepEqual(
        [impact.truncated, impact.leftOut, impact.leftOutIsExact],
        [true, total - listed, true],
        query,
      )
      assert.equal(impact.inactive.length, Math.min(7, listed))
    }
    refusedField(await owner.get(`/impact?of=component:${hub.id}&limit=2001`), 'limit')
    refusedField(await owner.get(`/impact?of=component:${hub.id}&limit=0`), 'limit')
  })

  test('an impact is soft if every path to it has a soft edge', async () => {
    const { owner } = await app.organisation()
    const made: Record<string, Made> = {}
    for (const name of ['root', 'soft', 'behind', 'hard', 'far', 'late', 'tail'])
      made[name] = await entity(owner, 'component', name)
    const join = (from: string, to: string, criticality?: string) =>
      edge(owner, made[from] as Made, made[to] as Made, criticality ? { criticality } : {})
    await join('soft', 'root', 'soft')
    await join('behind', 'soft')
    await join('hard', 'root')
    await join('far', 'hard', 'hard')
    // Near by a soft edge, and hard by a longer path: the longer one counts, for it and for what lies behind it.
    await join('late', 'root', 'soft')
    await join('tail', 'late')
    await join('late', 'far')
    const { entities } = await impactOf(owner, made.root as Made)
    assert.deepEqual(
      Object.fromEntries(
        entities.map(({ name, distance, criticality }: Body) => [name, `${distance} ${criticality}`]),
      ),
      {
        soft: '1 soft',
        behind: '2 soft',
        hard: '1 hard',
        far: '2 hard',
        late: '1 hard',
        tail: '2 hard',
      },
    )
  })

  test('a depth limits what is listed, never what is said about it, and what is further away is counted', async () => {
    const { owner } = await app.organisation()
    const made: Record<string, Made> = {}
    for (const name of ['root', 'near', 'soft', 'far']) made[name] = await entity(owner, 'component', name)
    made.old = await entity(owner, 'component', 'old', { archived: true })
    const join = (from: string, to: string, criticality = 'hard') =>
      edge(owner, made[from] as Made, made[to] as Made, { criticality })
    await join('near', 'root', 'soft')
    await join('soft', 'root', 'soft')
    await join('far', 'root')
    await join('old', 'near')
    // One step away by a soft edge, and hit hard by a path of two.
    await join('near', 'far')
    const one = await impactOf(owner, made.root as Made, '&depth=1')
    assert.deepEqual(one.entities.map(({ name, criticality }: Body) => `${name} ${criticality}`).toSorted(), [
      'far hard',
      'near hard',
      'soft soft',
    ])
    assert.deepEqual([one.counts, one.inactive], [{ hard: 2, soft: 1, further: 0 }, []])
    const tail = await entity(owner, 'component', 'tail')
    await edge(owner, tail, made.near as Made)
    assert.equal((await impactOf(owner, made.root as Made, '&depth=1')).counts.further, 1)
    const all = await impactOf(owner, made.root as Made)
    assert.deepEqual([all.counts, all.inactive.length], [{ hard: 3, soft: 1, further: 0 }, 1])
    const cut = await impactOf(owner, made.root as Made, '&limit=1')
    assert.deepEqual([cut.counts, cut.leftOut], [all.counts, 3])
    for (const depth of ['0', '11', 'x'])
      refusedField(await owner.get(`/impact?of=component:${made.root?.id}&depth=${depth}`), 'depth')
  })

  test('an edge is hard by default, and cannot be changed later', async () => {
    const { owner } = await app.organisation()
    const [a, b] = [await entity(owner, 'component', 'a'), await entity(owner, 'api', 'b')]
    assert.equal((await edge(owner, a, b)).criticality, 'hard')
    assert.equal((await edge(owner, a, b, { type: 'calls', criticality: 'soft' })).criticality, 'soft')
    const again = { fromKind: 'component', fromId: a.id, toKind: 'api', toId: b.id, type: 'calls' }
    refused(await owner.post('/dependencies', { ...again, criticality: 'hard' }), 409, 'duplicate')
    for (const criticality of ['weak', 'Hard', '', null, 1])
      refusedField(await owner.post('/dependencies', { ...again, type: 'x', criticality }), 'criticality')
    const { dependencies } = await read(owner, '/dependencies')
    assert.deepEqual(dependencies.map(({ type, criticality }: Body) => [type, criticality]).toSorted(), [
      ['calls', 'soft'],
      ['depends_on', 'hard'],
    ])
  })

  test('what is archived or retired is listed separately, and failure spreads through it', async () => {
    const { owner } = await app.organisation()
    const team = await make(owner, '/teams', { name: 'Old hands' })
    const table = await entity(owner, 'resource', 'table')
    const old = await entity(owner, 'component', 'old', { ownerTeamId: team.id, archived: true })
    const gone = await entity(owner, 'api', 'gone', { componentId: old.id, lifecycle: 'retired' })
    const caller = await entity(owner, 'component', 'caller')
    await edge(owner, old, table, { criticality: 'soft' })
    await edge(owner, caller, gone)
    await make(owner, '/slos', {
      name: 'Old is up',
      appId: old.id,
      type: 'availability',
      target: 99,
      window: 'rolling30d',
    })
    const impact = await impactOf(owner, table)
    const said = (nodes: readonly Body[]) =>
      nodes.map(({ name, distance, criticality, active }) => [name, distance, criticality, active])
    assert.deepEqual(said(impact.entities), [['caller', 3, 'soft', true]])
    assert.deepEqual(said(impact.inactive), [
      ['old', 1, 'soft', false],
      ['gone', 2, 'soft', false],
    ])
    assert.deepEqual([impact.teams, impact.slos, impact.truncated], [[], [], false])
    await change(owner, `/projects/${old.id}`, { archived: false })
    const back = await impactOf(owner, table)
    assert.deepEqual([back.entities.length, back.inactive.length], [2, 1])
    assert.deepEqual(back.teams, [{ id: team.id, name: 'Old hands', entities: 1 }])
    assert.equal(back.slos.length, 1)
  })

  test('SLOs without a status are never shown as met', async () => {
    const { owner } = await app.organisation()
    const table = await entity(owner, 'resource', 'table')
    const shop = await entity(owner, 'component', 'shop')
    await edge(owner, shop, table)
    const slo = { appId: shop.id, type: 'availability', target: 99, window: 'rolling30d' }
    const add = (name: string, fields: object = {}) => make(owner, '/slos', { ...slo, name, ...fields })
    const shown = async () => {
      const { entities, slos } = await impactOf(owner, table)
      const [{ sloStatus, unknownSlos }] = entities
      return [sloStatus, unknownSlos, slos.map(({ name }: Body) => name)]
    }
    assert.deepEqual(await shown(), [null, 0, []])
    await add('fine', { currentValue: 99.9 })
    assert.deepEqual(await shown(), ['met', 0, ['fine']])
    await add('unmeasured')
    assert.deepEqual(await shown(), [null, 1, ['unmeasured', 'fine']])
    await add('broken', { currentValue: 90 })
    assert.deepEqual(await shown(), ['breached', 1, ['broken', 'unmeasured', 'fine']])
  })
})
