import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { type Client, onEachEngine, useApp } from '../../testing/index.ts'
import {
  type Body,
  idsOf,
  insertAll,
  make,
  partitionOf,
  read,
  refused,
  refusedField,
  remove,
} from './checks.ts'

const listIn = async (client: Client, path: string): Promise<readonly Body[]> => {
  const { nextCursor: _, ...list } = await read(client, path)
  return Object.values(list).flat() as readonly Body[]
}

const idsIn = async (client: Client, path: string): Promise<readonly string[]> =>
  idsOf(await listIn(client, path))

async function several(client: Client, path: string, inputs: readonly object[]): Promise<readonly string[]> {
  const ids: string[] = []
  for (const input of inputs) ids.push((await make(client, path, input)).id)
  return ids
}

const named = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `n${i}` }))

onEachEngine((engine) => {
  const app = useApp(engine)

  test('newest first', async () => {
    const { owner } = await app.organisation()
    for (const path of ['/projects', '/teams', '/apis', '/resources', '/systems', '/domains', '/templates']) {
      const ids = await several(owner, path, named(4))
      assert.deepEqual(await idsIn(owner, path), ids.toReversed(), path)
    }
    const [appId] = await idsIn(owner, '/projects')
    const issues = await several(owner, '/issues', [
      { appId, title: 'a' },
      { appId, title: 'b' },
    ])
    assert.deepEqual(await idsIn(owner, '/issues'), issues.toReversed())
    const [a, b, c] = await idsIn(owner, '/apis')
    const edges = await several(owner, '/dependencies', [
      { fromKind: 'api', fromId: a, toKind: 'api', toId: b },
      { fromKind: 'api', fromId: b, toKind: 'api', toId: c },
    ])
    assert.deepEqual(await idsIn(owner, '/dependencies'), edges.toReversed())
  })

  test('an empty list is empty', async () => {
    const { owner } = await app.organisation()
    assert.deepEqual(await read(owner, '/apis'), { apis: [] })
    assert.deepEqual(await read(owner, '/apis?limit=10'), { apis: [], nextCursor: null })
  })

  test('archived projects are left out unless asked for', async () => {
    const { owner } = await app.organisation()
    const [kept, old] = await several(owner, '/projects', [{ name: 'a' }, { name: 'b', archived: true }])
    assert.deepEqual(await idsIn(owner, '/projects'), [kept])
    assert.deepEqual(await idsIn(owner, '/projects?archived=false'), [kept])
    assert.deepEqual(await idsIn(owner, '/projects?archived=true'), [old])
    assert.deepEqual(await idsIn(owner, '/projects?archived=all'), [old, kept])
    refusedField(await owner.get('/projects?archived=maybe'), 'archived')
    assert.equal((await read(owner, `/projects/${old}`)).archived, true, 'still there to be read')
  })

  test('projects filter by type and tier, whole numbers from 1 to 4', async () => {
    const { owner } = await app.organisation()
    const [one, two] = await several(owner, '/projects', [
      { name: 'Shop', type: 'website', tier: 1 },
      { name: 'Prices', type: 'service', tier: 4 },
      { name: 'Old' },
    ])
    assert.deepEqual(await idsIn(owner, '/projects?tier=1'), [one])
    assert.deepEqual(await idsIn(owner, '/projects?type=service&tier=4'), [two])
    assert.deepEqual(await idsIn(owner, '/projects?type=Service'), [])
    assert.deepEqual(await idsIn(owner, '/projects?tier=3'), [])
    for (const wrong of ['0', '5', '1.5', 'one', '', 'null'])
      refusedField(await owner.get(`/projects?tier=${wrong}`), 'tier')
    for (const body of [{ tier: 0 }, { tier: 5 }, { tier: 1.5 }, { tier: '1' }])
      refusedField(await owner.post('/projects', { name: 'x', ...body }), 'tier')
    refusedField(await owner.post('/projects', { name: 'x', type: 'x'.repeat(65) }), 'type')
  })

  test('catalog kinds filter by owner, tag and lifecycle where they have the field, and by q', async () => {
    const { owner } = await app.organisation()
    const [team, otherTeam] = await several(owner, '/teams', named(2))
    for (const path of ['/projects', '/apis', '/resources', '/systems', '/domains']) {
      const staged = path !== '/domains'
      const [one, two, three] = await several(owner, path, [
        {
          name: 'Checkout Größe',
          ownerTeamId: team,
          tags: ['pci', 'eu'],
          ...(staged && { lifecycle: 'experimental' }),
        },
        {
          name: 'Search',
          description: 'the CHECKOUT of books',
          tags: ['eu'],
          ...(staged && { lifecycle: 'experimental' }),
        },
        {
          ...{ name: '100%_x', ownerTeamId: otherTeam, tags: ['pci-dss'] },
          ...(staged && { lifecycle: 'production' }),
        },
      ])
      const matches: readonly (readonly [string, readonly (string | undefined)[]])[] = [
        [`ownerTeamId=${team}`, [one]],
        ['ownerTeamId=team_none', []],
        ['q=checkout', [two, one]],
        ['q=CHECK', [two, one]],
        [`q=${encodeURIComponent('GRÖ')}`, [one]],
        ['q=%25', [three]],
        ['q=_', [three]],
        [`q=checkout&ownerTeamId=${team}`, [one]],
        [`q=search&ownerTeamId=${team}`, []],
        ['tag=pci', [one]],
        ['tag=eu', [two, one]],
        ['tag=PCI', []],
        ['tag=pci&q=search', []],
        ...(staged
          ? ([
              ['lifecycle=production', [three]],
              ['lifecycle=experimental', [two, one]],
              ['lifecycle=experimental&tag=pci', [one]],
            ] as const)
          : []),
      ]
      for (const [query, ids] of matches)
        assert.deepEqual(await idsIn(owner, `${path}?${query}`), ids, `${path}?${query}`)
      if (staged) refusedField(await owner.get(`${path}?lifecycle=old`), 'lifecycle')
      else refusedField(await owner.get(`${path}?lifecycle=production`), 'lifecycle')
    }
  })

  test('a changed record is found by what it is now', async () => {
    const { owner } = await app.organisation()
    const { id } = await make(owner, '/apis', { name: 'Old', tags: ['a'] })
    assert.equal((await owner.patch(`/apis/${id}`, { name: 'New', tags: ['b'] })).status, 200)
    assert.deepEqual(await idsIn(owner, '/apis?q=old'), [])
    assert.deepEqual(await idsIn(owner, '/apis?tag=a'), [])
    assert.deepEqual(await idsIn(owner, '/apis?q=new&tag=b'), [id])
  })

  test('issues filter by project, status, severity, type and assignee, all combined', async () => {
    const { owner, ownerId } = await app.organisation()
    const [shop, other] = await several(owner, '/projects', named(2))
    const [a, b, c] = await several(owner, '/issues', [
      { appId: shop, title: 'a', status: 'triaged', severity: 'major', assignedToUid: ownerId },
      { appId: shop, title: 'b', issueType: 'task' },
      { appId: other, title: 'c', status: 'triaged' },
    ])
    assert.deepEqual(await idsIn(owner, `/issues?appId=${shop}`), [b, a])
    assert.deepEqual(await idsIn(owner, '/issues?appId=prj_none'), [])
    assert.deepEqual(await idsIn(owner, '/issues?status=triaged'), [c, a])
    assert.deepEqual(await idsIn(owner, '/issues?severity=major'), [a])
    assert.deepEqual(await idsIn(owner, '/issues?issueType=task'), [b])
    assert.deepEqual(await idsIn(owner, `/issues?assignedToUid=${ownerId}`), [a])
    assert.deepEqual(await idsIn(owner, `/issues?appId=${other}&status=triaged&issueType=bug`), [c])
    for (const key of ['status', 'severity', 'issueType'])
      refusedField(await owner.get(`/issues?${key}=no`), key)
  })

  test('SLOs filter by project, status and type; bindings by scope, target and provider', async () => {
    const { owner } = await app.organisation()
    const [appId] = await several(owner, '/projects', named(1))
    const slo = { appId, window: 'rolling7d', target: 99 }
    const [a, b] = await several(owner, '/slos', [
      { ...slo, name: 'a', type: 'availability' },
      { ...slo, name: 'b', type: 'custom' },
    ])
    await owner.patch(`/slos/${a}`, { currentValue: 10 })
    assert.deepEqual(await idsIn(owner, `/slos?appId=${appId}`), [b, a])
    assert.deepEqual(await idsIn(owner, '/slos?type=custom'), [b])
    assert.deepEqual(await idsIn(owner, '/slos?status=breached&type=availability'), [a])
    assert.deepEqual(await idsIn(owner, '/slos?status=met'), [])
    for (const key of ['status', 'type']) refusedField(await owner.get(`/slos?${key}=no`), key)

    const [team] = await several(owner, '/teams', named(1))
    const { id: resource } = await make(owner, '/resources', { name: 'x' })
    const [x, y, z] = await several(owner, '/oncall/bindings', [
      { scope: 'team', targetId: team, provider: 'manual' },
      { scope: 'component', targetId: appId, provider: 'pagerduty', scheduleId: 'P1' },
      { scope: 'resource', targetId: resource, provider: 'manual' },
    ])
    assert.deepEqual(await idsIn(owner, '/oncall/bindings?scope=team'), [x])
    assert.deepEqual(await idsIn(owner, '/oncall/bindings?scope=resource'), [z])
    assert.deepEqual(await idsIn(owner, '/oncall/bindings?provider=manual'), [z, x])
    assert.deepEqual(await idsIn(owner, `/oncall/bindings?targetId=${appId}&provider=pagerduty`), [y])
    for (const key of ['scope', 'provider']) refusedField(await owner.get(`/oncall/bindings?${key}=no`), key)
  })

  test('an unknown query parameter is 400 and named, wherever it is sent', async () => {
    const { owner } = await app.organisation()
    const { id } = await make(owner, '/projects', { name: 'x' })
    const paths = ['/projects', `/projects/${id}`, '/users', '/dependencies', '/me', `/costs?appId=${id}`]
    for (const path of [...paths, `/drift?appId=${id}`, '/audit-log', '/secrets', '/scorecards', '/tokens']) {
      refusedField(await owner.get(`${path}${path.includes('?') ? '&' : '?'}wings=2`), 'wings')
    }
    refusedField(await owner.get('/apis?kind=rest&kind=grpc'), 'kind')
    refusedField(await owner.get('/apis?kind=soap'), 'kind')
    refusedField(await owner.get('/resources?provider=oracle'), 'provider')
  })

  test('limit is 1 to 1,000', async () => {
    const { owner } = await app.organisation()
    await several(owner, '/apis', named(2))
    for (const limit of ['0', '1001', '-1', '1.5', 'ten', '', '1e2', ' 5'])
      refusedField(await owner.get(`/apis?limit=${limit}`), 'limit')
    assert.equal((await listIn(owner, '/apis?limit=1')).length, 1)
    assert.equal((await listIn(owner, '/apis?limit=1000')).length, 2)
  })

  test('pages follow one another and end with null', async () => {
    const { owner } = await app.organisation()
    const ids = (await several(owner, '/apis', named(5))).toReversed()
    const first = await read(owner, '/apis?limit=2')
    assert.deepEqual(idsOf(first.apis), ids.slice(0, 2))
    assert.equal(typeof first.nextCursor, 'string')
    const second = await read(owner, `/apis?limit=2&cursor=${encodeURIComponent(first.nextCursor)}`)
    assert.deepEqual(idsOf(second.apis), ids.slice(2, 4))
    const last = await read(owner, `/apis?limit=2&cursor=${encodeURIComponent(second.nextCursor)}`)
    assert.deepEqual(idsOf(last.apis), ids.slice(4))
    assert.equal(last.nextCursor, null)
    assert.equal((await read(owner, '/apis?limit=5')).nextCursor, null, 'a full last page is the end too')
    const rest = await read(owner, `/apis?cursor=${encodeURIComponent(first.nextCursor)}`)
    assert.deepEqual(idsOf(rest.apis), ids.slice(2))
  })

  test('pages respect the filter and neither skip nor repeat while others write', async () => {
    const { owner } = await app.organisation()
    const ids = await several(
      owner,
      '/apis',
      named(9).map((input, i) => ({ ...input, tags: [i % 3 === 0 ? 'third' : 'rest'] })),
    )
    const expected = ids.filter((_, i) => i % 3 !== 0).toReversed()
    const seen: string[] = []
    let cursor = ''
    for (let page = 0; page < 10; page += 1) {
      const { apis, nextCursor } = await read(owner, `/apis?tag=rest&limit=2${cursor}`)
      seen.push(...idsOf(apis))
      if (nextCursor === null) break
      cursor = `&cursor=${encodeURIComponent(nextCursor)}`
      await make(owner, '/apis', { name: 'new', tags: ['rest'] })
      await owner.patch(`/apis/${seen[0]}`, { name: `changed ${page}` })
      if (page > 0) await remove(owner, `/apis/${seen.at(-1)}`)
    }
    assert.deepEqual(seen, expected)
  })

  test('a cursor that this list did not issue is 400', async () => {
    const { owner } = await app.organisation()
    await several(owner, '/apis', named(3))
    await several(owner, '/teams', named(3))
    const { nextCursor } = await read(owner, '/teams?limit=1')
    for (const cursor of ['x', '', '%00', 'null', '0', nextCursor]) {
      refusedField(await owner.get(`/apis?limit=1&cursor=${cursor}`), 'cursor')
    }
  })

  test('every list pages', async () => {
    const { owner, id, user } = await app.organisation()
    for (const role of ['viewer', 'member'] as const) await user(role)
    await several(owner, '/templates', named(3))
    for (const path of ['/users', '/templates', '/audit-log']) {
      const whole = await idsIn(owner, path)
      assert.ok(whole.length >= 3, path)
      const seen: string[] = []
      let page = await read(owner, `${path}?limit=1`)
      for (;;) {
        seen.push(
          ...idsOf(
            Object.values(page)
              .flat()
              .filter((one) => typeof one === 'object' && one) as Body[],
          ),
        )
        if (page.nextCursor === null) break
        page = await read(owner, `${path}?limit=1&cursor=${encodeURIComponent(page.nextCursor)}`)
      }
      assert.deepEqual(seen, whole, `${path} of ${id}`)
    }
  })

  test('without a limit a list returns everything, however long', async () => {
    const organisation = await app.organisation()
    const fields = { kind: 'rest', lifecycle: 'experimental', tags: [] }
    const many = Array.from({ length: 2_500 }, (_, i) => ({ ...fields, name: `n${i}` }))
    const ids = await insertAll(app, partitionOf(organisation), kinds.api, many)
    assert.deepEqual(await idsIn(organisation.owner, '/apis'), ids.toReversed())
    const page = await read(organisation.owner, '/apis?limit=1000')
    assert.equal(page.apis.length, 1_000)
    refused(await organisation.owner.get('/apis?limit=2500'), 400, 'invalid_request')
  })
})
