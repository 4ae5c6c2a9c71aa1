import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runJob } from '../../services/jobs/jobs.ts'
import { executeIn, onEachEngine, useApp } from '../../testing/index.ts'
import { idsOf, partitionOf } from './checks.ts'

onEachEngine((engine) => {
  const app = useApp(engine)
  const index = () => runJob({ store: app.store, now: () => new Date() }, 'search-index')

  test('finds records of every kind, those that start with the words first', async () => {
    const { owner } = await app.organisation()
    for (const name of ['The checkout', 'Checkout']) await owner.post('/projects', { name })
    await owner.post('/apis', { name: 'Checkout API' })
    await owner.post('/teams', { name: 'Search' })
    const { body } = await owner.get('/search?q=checkout')
    const found = body.results.map(({ kind, name }: { kind: string; name: string }) => [kind, name])
    assert.deepEqual(found, [
      ['project', 'Checkout'],
      ['project', 'The checkout'],
      ['api', 'Checkout API'],
    ])
    const { body: one } = await owner.get('/search?q=checkout&kind=project&limit=1')
    assert.equal(one.results.length, 1)
    assert.equal((await owner.get('/search')).status, 400)
  })

  test('an exact match is found, however many newer ones contain the words too', async () => {
    const { owner } = await app.organisation()
    for (const name of ['Pay', 'Pay%', 'Payments', 'Épargne']) await owner.post('/projects', { name })
    for (let n = 0; n < 12; n++) await owner.post('/projects', { name: `Repay ${n}`, description: 'pay%' })
    const asked = async (q: string) =>
      (await owner.get(`/search?q=${encodeURIComponent(q)}&kind=project&limit=2`)).body.results.map(
        ({ name }: { name: string }) => name,
      )
    assert.deepEqual(await asked('Pay'), ['Pay', 'Pay%'])
    assert.deepEqual(await asked('paym'), ['Payments'])
    assert.deepEqual(await asked('pay%'), ['Pay%', 'Repay 11'])
    assert.deepEqual(await asked('éparg'), ['Épargne'])
  })

  test('finds by anything that people know a record by', async () => {
    const { owner } = await app.organisation()
    const made = async (path: string, body: object) => (await owner.post(path, body)).body
    const team = await made('/teams', { name: 'Crew', slackChannel: '#money-talks' })
    const shop = await made('/projects', {
      name: 'PaymentGateway',
      description: 'Takes cards.',
      tags: ['pci-dss'],
      ownerTeamId: team.id,
    })
    const runbook = await made('/runbooks', {
      title: 'Restart',
      runbookType: 'rollback',
      bodyMd: '1. Drain the *aqueduct* first.',
    })
    const issue = await made('/issues', { appId: shop.id, title: 'Cards are declined' })
    const cafe = await made('/projects', { name: 'Café Zürich', description: '決済サービス' })
    await runJob({ store: app.store, now: () => new Date() }, 'issue-numbering')
    const { sequenceNumber } = (await owner.get(`/issues/${issue.id}`)).body
    const found = async (q: string) =>
      (await owner.get(`/search?q=${encodeURIComponent(q)}`)).body.results.map(({ id }: { id: string }) => id)
    for (const [q, id] of [
      ['money-talks', team.id],
      ['#money', team.id],
      ['pci', shop.id],
      ['gateway payment', shop.id],
      ['gateway', shop.id],
      ['cards takes', shop.id],
      ['AQUEDUCT', runbook.id],
      [`#${sequenceNumber}`, issue.id],
      [shop.id, shop.id],
      [shop.id.slice(0, 14), shop.id],
      ['cafe zurich', cafe.id],
      ['CAFÉ', cafe.id],
      ['決', cafe.id],
      ['済サ', cafe.id],
      ['サービス', cafe.id],
    ])
      assert.ok((await found(q)).includes(id), q)
    assert.deepEqual(await found('aqueduct cards'), [])
    const { results } = (await owner.get('/search?q=paymentgateway')).body
    assert.deepEqual(results, [
      { kind: 'project', id: shop.id, name: 'PaymentGateway', ownerTeamId: team.id, ownerTeamName: 'Crew' },
    ])
  })

  test('many records with a word hide neither those of another kind nor those that have it as it is', async () => {
    const { owner } = await app.organisation()
    const made = async (path: string, body: object) => (await owner.post(path, body)).body
    const few = await made('/projects', { name: 'Few', tags: ['bulk'] })
    const first = await made('/resources', { name: 'box unit1', kind: 'database', tags: ['bulk'] })
    await Promise.all(
      Array.from({ length: 310 }, (_, n) =>
        made('/resources', { name: `box unit1${n + 10}`, kind: 'database', tags: ['bulk', `unit${n}x`] }),
      ),
    )
    await index()
    const found = async (q: string) =>
      (await owner.get(`/search?q=${encodeURIComponent(q)}`)).body.results.map(({ id }: { id: string }) => id)
    assert.ok((await found('bulk')).includes(few.id))
    assert.deepEqual((await owner.get('/search?q=bulk&kind=project')).body.results.length, 1)
    assert.equal((await found('unit1'))[0], first.id)
    const answer = (await owner.get('/search?q=unit7x')).body
    assert.deepEqual([answer.results[0]?.name, answer.didYouMean], ['box unit117', null])
  })

  test('among many titles with a word, the one that is the word comes first, then the newest', async () => {
    const { owner } = await app.organisation()
    const made = async (name: string): Promise<string> => (await owner.post('/systems', { name })).body.id
    const exact = await made('Valve')
    for (let n = 0; n < 12; n++) await made(`aft valve ${n}`)
    const last = await made('Valve Z, the newest')
    const found = async (): Promise<readonly string[]> =>
      (await owner.get('/search?q=valve&limit=3')).body.results.map(({ id }: { id: string }) => id)
    const before = await found()
    assert.deepEqual(before.slice(0, 2), [exact, last])
    await index()
    assert.deepEqual((await found()).slice(0, 2), [exact, last])
    assert.equal((await found()).length, 3)
    await owner.patch(`/systems/${last}`, { name: 'Gasket' })
    assert.ok(!(await found()).includes(last))
    await index()
    assert.ok(!(await found()).includes(last))
  })

  test('what many names begin with finds the newest of them, indexed or not', async () => {
    const { owner } = await app.organisation()
    const names = Array.from({ length: 45 }, (_, n) => `payments-${String(n).padStart(3, '0')}`)
    for (const name of names) await owner.post('/projects', { name })
    const newest = names.slice(-3).reverse()
    const found = async (q: string): Promise<readonly string[]> =>
      (await owner.get(`/search?q=${q}&limit=3`)).body.results.map(({ name }: { name: string }) => name)
    assert.deepEqual(await found('paym'), newest)
    assert.deepEqual(await found('payments'), newest)
    await index()
    assert.deepEqual(await found('paym'), newest)
    assert.deepEqual(await found('payments'), newest)
  })

  test('a text that only looks like an id is looked for like any other', async () => {
    const { owner } = await app.organisation()
    const { id: appId } = (await owner.post('/projects', { name: 'API Gateway' })).body
    const { id } = (await owner.post('/issues', { appId, title: 'Slow', description: 'See api_gateway.' }))
      .body
    await index()
    assert.deepEqual(
      idsOf((await owner.get('/search?q=api_gateway')).body.results).toSorted(),
      [id, appId].toSorted(),
    )
  })

  test('what the caller cannot see takes no place from what they can', async () => {
    const { owner } = await app.organisation()
    const { id } = (await owner.post('/projects', { name: 'Checkout' })).body
    for (let n = 0; n < 9; n++) {
      const { id: hidden } = (await owner.post('/projects', { name: `Checkout ${n}` })).body
      await owner.patch(`/projects/${hidden}`, { archived: true })
    }
    await index()
    for (const q of ['checkout', 'check', 'chekout'])
      assert.deepEqual(idsOf((await owner.get(`/search?q=${q}&limit=2`)).body.results), [id], q)
  })

  test('an exact name is first although many newer ones have the word, whatever its accents', async () => {
    const { owner } = await app.organisation()
    const { id } = (await owner.post('/systems', { name: 'Café' })).body
    for (let n = 0; n < 9; n++) await owner.post('/systems', { name: `Old cafe ${n}` })
    await index()
    for (const q of ['cafe', 'café'])
      assert.equal((await owner.get(`/search?q=${encodeURIComponent(q)}&limit=3`)).body.results[0].id, id, q)
  })

  test('while the index is built anew, the newest are found as before', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    for (let n = 0; n < 12; n++) await owner.post('/systems', { name: `the pump ${n}` })
    await index()
    const found = async () => idsOf((await owner.get('/search?q=pump&limit=3')).body.results)
    const before = await found()
    const partitionId = partitionOf(organisation)
    await executeIn(app.store, `insert into search_backlog (partition_id, position) values (?, '+')`, [
      partitionId,
    ])
    assert.deepEqual(await found(), before)
    assert.equal((await owner.get('/systems?q=pump%2011')).body.systems.length, 1)
    await index()
    assert.deepEqual(await found(), before)
  })

  test('the number of an issue, with its sign, finds that issue first', async () => {
    const { owner } = await app.organisation()
    const { id: appId } = (await owner.post('/projects', { name: 'Numbered' })).body
    const ids: string[] = []
    for (let n = 0; n < 13; n++)
      ids.push((await owner.post('/issues', { appId, title: `Problem of sort ${13 - n}` })).body.id)
    await runJob({ store: app.store, now: () => new Date() }, 'issue-numbering')
    for (const id of [ids[0], ids[11]]) {
      const { sequenceNumber } = (await owner.get(`/issues/${id}`)).body
      const [hit] = (await owner.get(`/search?q=%23${sequenceNumber}`)).body.results
      assert.equal(hit.id, id, `#${sequenceNumber}`)
    }
    const { sequenceNumber } = (await owner.get(`/issues/${ids[0]}`)).body
    for (let n = 0; n < 5; n++)
      await owner.post('/issues', { appId, title: `Step ${sequenceNumber} of ${n}` })
    await index()
    const [hit] = (await owner.get(`/search?q=%23${sequenceNumber}&limit=3`)).body.results
    assert.equal(hit.id, ids[0], 'although many titles have the number')
  })

  test('finds people by name and e-mail address', async () => {
    const organisation = await app.organisation()
    const { results } = (await organisation.owner.get('/search?q=example&kind=user')).body
    const [me] = (await organisation.owner.get('/users')).body.users
    const [name] = String(me.email).split('@')
    const { body } = await organisation.owner.get(`/search?q=${encodeURIComponent(String(name))}`)
    assert.ok(
      body.results.some(({ kind, id }: { kind: string; id: string }) => kind === 'user' && id === me.id),
    )
    assert.ok(Array.isArray(results))
  })

  test('one wrong letter in a word still finds it, and the answer says what was meant', async () => {
    const { owner } = await app.organisation()
    for (const name of ['Checkout', 'Checkout API', 'Ledger']) await owner.post('/projects', { name })
    for (const q of ['chekcout', 'chekout', 'checkput', 'checkoutt', 'Chceckout']) {
      const { results, didYouMean } = (await owner.get(`/search?q=${q}`)).body
      const names = results.map(({ name }: { name: string }) => name)
      assert.deepEqual([names, didYouMean], [['Checkout', 'Checkout API'], 'checkout'], q)
    }
    const { didYouMean } = (await owner.get('/search?q=api%20chekcout')).body
    assert.equal(didYouMean, 'api checkout')
    assert.deepEqual((await owner.get('/search?q=lodr')).body, { results: [], didYouMean: null })
    assert.equal((await owner.get('/search?q=checkout')).body.didYouMean, null)
    const [ledger] = (await owner.get('/search?q=ledger')).body.results
    await index()
    assert.equal((await owner.get('/search?q=legder')).body.didYouMean, 'ledger')
    await owner.patch(`/projects/${ledger.id}`, { name: 'Cashbook' })
    for (const _ of ['pending', 'indexed']) {
      assert.deepEqual((await owner.get('/search?q=legder')).body, { results: [], didYouMean: null })
      assert.equal((await owner.get('/search?q=cashbok')).body.didYouMean, 'cashbook')
      await index()
    }
  })

  test('nothing is found, or suggested, that the caller may not see', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const runbook = { title: 'Aardvark', runbookType: 'rollback', bodyMd: 'x', visibilityRoleMin: 'owner' }
    await owner.post('/runbooks', runbook)
    const gone = (await owner.post('/projects', { name: 'Zeppelin', archived: true })).body
    const other = (await app.organisation()).owner
    await other.post('/projects', { name: 'Xylophone' })
    const member = await organisation.person('member')
    const asked = async (client: typeof owner, q: string) => (await client.get(`/search?q=${q}`)).body
    const nothing = { results: [], didYouMean: null }
    for (const q of ['aardvark', 'aardvrak', 'a', 'zeppelin', 'zepelin', 'xylophone', 'xylophon', gone.id])
      assert.deepEqual(
        (await asked(member, q)).results.filter(({ kind }: { kind: string }) => kind !== 'user'),
        [],
        q,
      )
    for (const q of ['aardvrak', 'zepelin', 'xylophon']) assert.deepEqual(await asked(member, q), nothing, q)
    assert.equal((await asked(owner, 'aardvrak')).didYouMean, 'aardvark')
  })

  test('names are returned for ids of any kind at once, but not for what the caller may not see', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const project = (await owner.post('/projects', { name: 'Shop' })).body
    const team = (await owner.post('/teams', { name: 'Web' })).body
    const secret = (await owner.post('/secrets', { name: 'Key', type: 'text', value: 'x' })).body
    const runbook = { title: 'For owners', runbookType: 'rollback', bodyMd: 'x', visibilityRoleMin: 'owner' }
    const hidden = (await owner.post('/runbooks', runbook)).body
    const outsider = (await (await app.organisation()).owner.post('/teams', { name: 'Theirs' })).body
    const ids = [project, team, secret, hidden, outsider].map(({ id }) => id).concat('prj_none', 'nonsense')
    const asked = async (client: typeof owner) =>
      (await client.get(`/names?ids=${ids.join(',')}`)).body.names
        .map(({ name }: { name: string }) => name)
        .sort()
    assert.deepEqual(await asked(owner), ['For owners', 'Key', 'Shop', 'Web'])
    assert.deepEqual(await asked(await organisation.person('member')), ['Shop', 'Web'])
    const many = Array.from({ length: 101 }, (_, n) => `prj_${n}`).join(',')
    assert.equal((await owner.get(`/names?ids=${many}`)).status, 400)
  })

  test('records without a name are labelled by what people know them by, not by their id', async () => {
    const { owner } = await app.organisation()
    const project = (await owner.post('/projects', { name: 'Shop' })).body
    const webhook = (await owner.post('/webhooks', { url: 'https://hooks.example.com/svc' })).body
    const release = { externalId: 'run-1', appId: project.id, status: 'success', buildVersion: '1.4.2' }
    await owner.post('/ingest/v1/deployments', release)
    const [deployment] = (await owner.get('/deployments')).body.deployments
    const { names } = (await owner.get(`/names?ids=${webhook.id},${deployment.id}`)).body
    const called = names.map(({ name }: { name: string }) => name).sort()
    assert.deepEqual(called, ['Shop 1.4.2', 'https://hooks.example.com/svc'])
  })
})
