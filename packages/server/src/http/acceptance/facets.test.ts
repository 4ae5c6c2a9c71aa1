import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds, maxCounted } from '@svc/model'
import { onEachEngine, type TestOrganisation, useApp } from '../../testing/index.ts'
import { recordStatements } from '../../testing/record-statements.ts'
import { insertAll, make, partitionOf, read, refusedField } from './checks.ts'

onEachEngine((engine) => {
  const statements = recordStatements(engine)
  const app = useApp(engine)

  test('counts each value of each filter, the most common first', async () => {
    const { owner } = await app.organisation()
    const team = await make(owner, '/teams', { name: 'Payments' })
    await make(owner, '/projects', {
      name: 'A',
      lifecycle: 'production',
      tier: 1,
      tags: ['x', 'y'],
      ownerTeamId: team.id,
    })
    await make(owner, '/projects', { name: 'B', lifecycle: 'production', tags: ['x'] })
    await make(owner, '/projects', { name: 'C', lifecycle: 'deprecated', type: 'service' })
    assert.deepEqual(await read(owner, '/facets?kind=project'), {
      facets: {
        ownerTeamId: [
          { value: null, count: 2 },
          { value: team.id, count: 1 },
        ],
        lifecycle: [
          { value: 'production', count: 2 },
          { value: 'deprecated', count: 1 },
        ],
        type: [
          { value: null, count: 2 },
          { value: 'service', count: 1 },
        ],
        tier: [
          { value: null, count: 2 },
          { value: '1', count: 1 },
        ],
        tag: [
          { value: 'x', count: 2 },
          { value: 'y', count: 1 },
        ],
      },
      total: 3,
      isExact: true,
    })
  })

  test('within the filters of the list, and as the list shows records', async () => {
    const { owner } = await app.organisation()
    await make(owner, '/projects', { name: 'A', lifecycle: 'production', tags: ['x'] })
    await make(owner, '/projects', { name: 'B', lifecycle: 'production', archived: true })
    await make(owner, '/projects', { name: 'C', lifecycle: 'deprecated' })
    const { facets, total } = await read(owner, '/facets?kind=project&lifecycle=production')
    assert.equal(total, 1, 'without the archived one')
    assert.deepEqual(facets.tag, [{ value: 'x', count: 1 }])
    assert.equal((await read(owner, '/facets?kind=project&archived=all')).total, 3)
    assert.equal((await read(owner, '/facets?kind=project&q=c')).total, 1)
    assert.equal((await read(owner, '/facets?kind=project&tag=x&ownerTeamId=none')).total, 1)
  })

  test('a field that is called kind is filtered by kindIs', async () => {
    const { owner } = await app.organisation()
    for (const kind of ['grpc', 'rest', 'rest']) await make(owner, '/apis', { name: kind, kind })
    const { facets, total } = await read(owner, '/facets?kind=api&kindIs=rest')
    assert.equal(total, 2)
    assert.deepEqual(facets.kind, [{ value: 'rest', count: 2 }])
  })

  test('filters of other kinds and unknown values are refused', async () => {
    const { owner } = await app.organisation()
    refusedField(await owner.get('/facets?kind=project&provider=aws'), 'provider')
    refusedField(await owner.get('/facets?kind=project&archived=maybe'), 'archived')
    refusedField(await owner.get('/facets'), 'kind')
  })

  test('runbooks above the role of the caller, and deleted ones, are not counted', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    await make(owner, '/runbooks', { ...kinds.runbook.example, visibilityRoleMin: 'owner' })
    const gone = await make(owner, '/runbooks', kinds.runbook.example)
    assert.equal((await owner.delete(`/runbooks/${gone.id}`)).status, 204)
    assert.equal((await read(owner, '/facets?kind=runbook')).total, 1)
    const viewer = await organisation.person('viewer', { scopes: ['read'] })
    assert.equal((await read(viewer, '/facets?kind=runbook')).total, 0)
  })

  test('a long list without filters is counted to its end', async () => {
    const organisation = await app.organisation()
    await makeMany(organisation)
    const { facets, total, isExact } = await read(organisation.owner, '/facets?kind=system')
    assert.deepEqual([total, isExact], [maxCounted + 2, true])
    assert.deepEqual(facets.lifecycle, [
      { value: 'production', count: maxCounted + 1 },
      { value: 'deprecated', count: 1 },
    ])
  })

  test('within a filter the newest of a long list are counted, and the answer says so', async () => {
    const organisation = await app.organisation()
    await makeMany(organisation)
    const one = await read(organisation.owner, '/facets?kind=system&lifecycle=production')
    assert.deepEqual([one.total, one.isExact], [maxCounted + 1, false], 'its own number is kept')
    assert.deepEqual(one.facets.lifecycle, [{ value: 'production', count: maxCounted + 1 }])
    assert.deepEqual(one.facets.ownerTeamId, [{ value: null, count: maxCounted }])
    const none = await read(organisation.owner, '/facets?kind=system&ownerTeamId=none')
    assert.deepEqual([none.total, none.isExact], [maxCounted + 2, false])
    const two = await read(organisation.owner, '/facets?kind=system&lifecycle=production&ownerTeamId=none')
    assert.deepEqual([two.total, two.isExact], [maxCounted, false])
  })

  test('a change of what no filter is about writes no counts', async () => {
    const { owner } = await app.organisation()
    const { id } = await make(owner, '/projects', { name: 'A', lifecycle: 'production', tags: ['x'] })
    const renamed = await statements.during(() => owner.patch(`/projects/${id}`, { name: 'B', tags: ['x'] }))
    assert.ok(renamed.some((text) => text.startsWith('update projects')))
    assert.deepEqual(aboutCounts(renamed), [])
    const moved = await statements.during(() => owner.patch(`/projects/${id}`, { lifecycle: 'deprecated' }))
    // On SQLite a statement is run once for each row.
    assert.equal(aboutCounts(moved).length, engine === 'sqlite' ? 3 : 2, moved.join('\n'))
  })

  const makeMany = (organisation: TestOrganisation) =>
    insertAll(app, partitionOf(organisation), kinds.system, [
      ...Array.from({ length: maxCounted + 1 }, (_, n) => ({ name: `System ${n}`, lifecycle: 'production' })),
      { name: 'Old', lifecycle: 'deprecated' },
    ])
})

const aboutCounts = (texts: readonly string[]): readonly string[] =>
  texts.filter((text) => text.includes('facet_counts'))
