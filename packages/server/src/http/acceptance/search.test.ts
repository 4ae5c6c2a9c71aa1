import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, useApp } from '../../testing/index.ts'

onEachEngine((engine) => {
  const app = useApp(engine)

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
    assert.deepEqual(await asked('Pay'), ['Pay', 'Payments'])
    assert.deepEqual(await asked('pay'), ['Pay', 'Payments'])
    assert.deepEqual(await asked('pay%'), ['Pay%', 'Repay 11'])
    assert.deepEqual(await asked('éparg'), ['Épargne'])
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
