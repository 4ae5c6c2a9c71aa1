import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { type Client, onEachEngine, useApp } from '../../testing/index.ts'
import { type Body, change, insertAll, make, partitionOf, read, refusedField, remove } from './checks.ts'

const asked = (query: string, more = ''): string => `?query=${encodeURIComponent(query)}${more}`

const namesIn = async (client: Client, path: string, key: string): Promise<readonly string[]> =>
  (await read(client, path))[key].map((record: Body) => record.name ?? record.title).sort()

onEachEngine((engine) => {
  const app = useApp(engine)

  const company = async () => {
    const { owner, ...organisation } = await app.organisation()
    const payments = await make(owner, '/teams', { name: 'Payments' })
    const search = await make(owner, '/teams', { name: 'Search & Find' })
    const projects = {
      checkout: await make(owner, '/projects', {
        ...{ name: 'Checkout', ownerTeamId: payments.id, lifecycle: 'production' },
        ...{ tier: 1, tags: ['pci', 'core'] },
      }),
      ledger: await make(owner, '/projects', {
        ...{ name: 'Ledger', ownerTeamId: payments.id, lifecycle: 'deprecated', tags: ['pci'] },
      }),
      index: await make(owner, '/projects', { name: 'Index', ownerTeamId: search.id, type: 'worker' }),
      orphan: await make(owner, '/projects', { name: 'Orphan checkout', lifecycle: 'production' }),
      old: await make(owner, '/projects', { name: 'Old', ownerTeamId: payments.id, archived: true }),
    }
    const listed = (query: string, more = '') => namesIn(owner, `/projects${asked(query, more)}`, 'projects')
    return { ...organisation, owner, payments, search, projects, listed }
  }

  test('finds what its terms and words say, all of them', async () => {
    const { owner, payments, projects, listed } = await company()
    assert.deepEqual(await listed('owner:payments'), ['Checkout', 'Ledger'])
    assert.deepEqual(await listed(`owner:${payments.id}`), ['Checkout', 'Ledger'])
    assert.deepEqual(await listed('team:PAYMENTS lifecycle:production tag:pci'), ['Checkout'])
    assert.deepEqual(await listed('owner:"search & find",payments'), ['Checkout', 'Index', 'Ledger'])
    assert.deepEqual(await listed('no:owner'), ['Orphan checkout'])
    assert.deepEqual(await listed('owner:none'), ['Orphan checkout'])
    assert.deepEqual(await listed('no:lifecycle'), ['Index'])
    assert.deepEqual(await listed('no:tag no:tier'), ['Index', 'Orphan checkout'])
    assert.deepEqual(await listed('lifecycle:production,deprecated'), [
      'Checkout',
      'Ledger',
      'Orphan checkout',
    ])
    assert.deepEqual(await listed('-lifecycle:production'), ['Index', 'Ledger'])
    assert.deepEqual(await listed('-owner:payments'), ['Index', 'Orphan checkout'])
    assert.deepEqual(await listed('-tag:core'), ['Index', 'Ledger', 'Orphan checkout'])
    assert.deepEqual(await listed('-tag:core,pci'), ['Index', 'Orphan checkout'])
    assert.deepEqual(await listed('tag:core,other'), ['Checkout'])
    assert.deepEqual(await listed('tag:pci tag:core'), ['Checkout'])
    assert.deepEqual(await listed('tier:1,2'), ['Checkout'])
    assert.deepEqual(await listed('-tier:1 owner:payments'), ['Ledger'])
    assert.deepEqual(await listed('checkout no:owner'), ['Orphan checkout'])
    assert.deepEqual(await listed('checkout orphan'), ['Orphan checkout'])
    assert.deepEqual(await listed('is:archived'), ['Old'])
    assert.deepEqual(await listed('owner:payments archived:all'), ['Checkout', 'Ledger', 'Old'])
    assert.deepEqual(await listed(''), await namesIn(owner, '/projects', 'projects'))
    const issue = { appId: projects.ledger.id, issueType: 'bug' }
    await make(owner, '/issues', { ...issue, title: 'Open', severity: 'critical' })
    const done = await make(owner, '/issues', { ...issue, title: 'Done', severity: 'minor' })
    await change(owner, `/issues/${done.id}`, { status: 'verified' })
    const issues = (query: string) => namesIn(owner, `/issues${asked(query)}`, 'issues')
    assert.deepEqual(await issues('project:ledger is:open severity:critical,blocker'), ['Open'])
    assert.deepEqual(await issues('-is:open'), ['Done'])
    assert.deepEqual(await issues('no:assigned type:bug'), ['Done', 'Open'])
  })

  test('combines with the filters of the list', async () => {
    const { payments, search, listed } = await company()
    assert.deepEqual(await listed('lifecycle:production', `&ownerTeamId=${payments.id}`), ['Checkout'])
    assert.deepEqual(await listed('owner:payments', `&ownerTeamId=${search.id}`), [])
    assert.deepEqual(await listed('owner:payments', '&q=edg&sort=name'), ['Ledger'])
    assert.deepEqual(await listed('is:archived', '&archived=false'), [])
    assert.deepEqual(await listed('owner:payments', '&archived=true'), ['Old'])
  })

  test('what is part of something is found by its name', async () => {
    const { owner, projects, listed } = await company()
    const { checkout, index } = projects
    const system = await make(owner, '/systems', { name: 'Shop', componentIds: [checkout.id, index.id] })
    assert.deepEqual(await listed('system:shop'), ['Checkout', 'Index'])
    assert.deepEqual(await listed('system:shop owner:payments'), ['Checkout'])
    assert.deepEqual(await listed('system:shop check'), ['Checkout'])
    await change(owner, `/systems/${system.id}`, { componentIds: [] })
    assert.deepEqual(await listed('system:shop'), [])
  })

  test('names of members are names and e-mail addresses', async () => {
    const { owner, projects } = await company()
    const me = await read(owner, '/me')
    await make(owner, '/issues', {
      ...{ title: 'Mine', severity: 'minor', issueType: 'bug' },
      ...{ appId: projects.index.id, assignedToUid: me.user.id },
    })
    const { email } = await read(owner, `/users/${me.user.id}`)
    assert.deepEqual(await namesIn(owner, `/issues${asked(`assigned:${email}`)}`, 'issues'), ['Mine'])
    assert.deepEqual(await namesIn(owner, `/issues${asked(`assigned:${me.user.id}`)}`, 'issues'), ['Mine'])
  })

  test('what is not understood is refused, with what is meant', async () => {
    const { owner } = await company()
    const refusedWith = async (query: string, message: RegExp) => {
      const reply = await owner.get(`/projects${asked(query)}`)
      refusedField(reply, 'query')
      assert.match(reply.body.message, message)
    }
    await refusedWith(
      'owner:paymnets',
      /at character 7: owner: none of the teams is called paymnets; did you mean Payments\?/,
    )
    await refusedWith('owner:pay', /did you mean Payments\?/)
    await refusedWith('owner:team_nobody', /none of the teams is called team_nobody/)
    await refusedWith('owner:" "', /none of the teams/)
    await make(owner, '/teams', { name: 'payments' })
    await refusedWith(
      'tag:a owner:payments',
      /at character 13: owner: several teams are called payments: use an id, such as team_/,
    )
    await refusedWith('lifecycel:production', /did you mean lifecycle\?/)
    refusedField(await owner.get(`/facets?kind=project&query=${'x:y'}`), 'query')
    refusedField(await owner.get(`/search?query=${'nokey:y'}`), 'query')
    refusedField(await owner.get('/search'), 'q')
    refusedField(await owner.get(`/projects?query=${'a'.repeat(501)}`), 'query')
  })

  test('names mean only what the caller may see', async () => {
    const { owner, listed } = await company()
    const other = await app.organisation()
    await make(other.owner, '/teams', { name: 'Elsewhere' })
    const reply = await owner.get(`/projects${asked('owner:elsewhere')}`)
    refusedField(reply, 'query')
    assert.doesNotMatch(reply.body.message, /mean/)
    assert.deepEqual(await listed('no:owner'), ['Orphan checkout'])
  })

  test('counts are of the same records, exact where one filter says it', async () => {
    const { owner } = await company()
    const facets = (query: string) => read(owner, `/facets${asked(query)}&kind=project`)
    const { total, facets: found } = await facets('owner:payments')
    assert.equal(total, 2)
    assert.deepEqual(found.tag, [
      { value: 'pci', count: 2 },
      { value: 'core', count: 1 },
    ])
    assert.equal((await facets('-lifecycle:production')).total, 2)
    assert.equal((await facets('no:owner check')).total, 1)
    assert.deepEqual(await facets(''), await read(owner, '/facets?kind=project'))
  })

  test('pages are exact in every order, and a cursor belongs to what was asked for', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const lifecycles = ['production', 'retired', null]
    await insertAll(
      app,
      partitionOf(organisation),
      kinds.project,
      Array.from({ length: 60 }, (_, index) => ({
        ...{
          name: `P${index}`,
          lifecycle: lifecycles[index % 3] ?? null,
          updatedAt: new Date(index).toISOString(),
        },
        tags: index % 2 === 0 ? ['even'] : [],
      })),
    )
    for (const query of [
      '-lifecycle:retired',
      'lifecycle:production,retired',
      'no:tag',
      'no:lifecycle p',
      'tag:even,odd',
    ])
      for (const sort of ['-createdAt', 'name', '-updatedAt']) {
        const path = `/projects${asked(query, `&sort=${sort}`)}`
        const whole = (await read(owner, path)).projects
        const paged: Body[] = []
        let page = await read(owner, `${path}&limit=7`)
        paged.push(...page.projects)
        while (page.nextCursor !== null) {
          page = await read(owner, `${path}&limit=7&cursor=${page.nextCursor}`)
          paged.push(...page.projects)
        }
        assert.ok(whole.length >= 10 && whole.length < 60, query)
        assert.deepEqual(paged, whole, `${query} ${sort}`)
      }
    const { nextCursor } = await read(owner, `/projects${asked('no:tag')}&limit=2`)
    refusedField(await owner.get(`/projects${asked('no:lifecycle')}&limit=2&cursor=${nextCursor}`), 'cursor')
  })

  test('an answer is kept until what it names is called otherwise', async () => {
    const { owner, payments, listed } = await company()
    const path = `/projects${asked('owner:payments -tag:core')}`
    const first = await owner.get(path)
    const etag = first.headers.get('etag') ?? ''
    assert.equal((await owner.get(path, { 'if-none-match': etag })).status, 304)
    assert.deepEqual(await listed('owner:payments -tag:core'), ['Ledger'])
    const other = await make(owner, '/teams', { name: 'Later' })
    await change(owner, `/teams/${payments.id}`, { name: 'Money' })
    refusedField(await owner.get(path, { 'if-none-match': etag }), 'query')
    await change(owner, `/teams/${other.id}`, { name: 'Payments' })
    const renamed = await owner.get(path, { 'if-none-match': etag })
    assert.equal(renamed.status, 200)
    assert.deepEqual(renamed.body.projects, [])
    assert.deepEqual(await listed('owner:money -tag:core'), ['Ledger'])
    await remove(owner, `/teams/${other.id}`)
    refusedField(await owner.get(path), 'query')
  })

  test('the search takes it too, and leaves out kinds that lack a key', async () => {
    const { owner, payments } = await company()
    await make(owner, '/apis', { name: 'Checkout API', kind: 'rest', ownerTeamId: payments.id })
    await make(owner, '/scorecards', {
      ...kinds.scorecard.example,
      name: 'Checkout rules',
      scopeTeamId: null,
    })
    const found = async (query: string) =>
      (await read(owner, `/search${asked(query)}`)).results
        .map((hit: Body) => `${hit.kind} ${hit.name}`)
        .sort()
    assert.deepEqual(await found('checkout owner:payments'), ['api Checkout API', 'project Checkout'])
    assert.deepEqual(await found('checkout is:scorecard'), ['scorecard Checkout rules'])
    assert.deepEqual(await found('checkout is:api'), ['api Checkout API'])
    assert.deepEqual(await found('owner:payments -lifecycle:production is:project'), ['project Ledger'])
    assert.deepEqual(await found('tier:1'), ['project Checkout'])
    const { didYouMean } = await read(owner, `/search${asked('chekout owner:payments')}`)
    assert.equal(didYouMean, 'owner:payments checkout')
  })
})
