import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkedClient, onEachEngine, useApp } from '../../testing/index.ts'
import { type Body, bodyOf, make, read, refused, refusedField } from './checks.ts'

const entity = (kind: string, name: string, spec: object = {}, more: object = {}) => ({
  location: `${name}.yaml`,
  entity: { apiVersion: 'backstage.io/v1alpha1', kind, metadata: { name, ...more }, spec },
})

onEachEngine((engine) => {
  const app = useApp(engine)

  const newScene = async () => {
    const organisation = await app.organisation()
    const owner = checkedClient(organisation.owner)
    const send = async (over: object): Promise<Body> =>
      bodyOf(await owner.post('/imports/backstage', { source: 'catalog', ...over }))
    return { organisation, owner, send }
  }

  const checkout = entity('Component', 'checkout', {
    type: 'service',
    lifecycle: 'production',
    owner: 'payments',
  })
  const payments = entity('Group', 'payments', { type: 'team', children: [] })
  const documents = [payments, checkout, entity('Gadget', 'odd'), { location: 'x.yaml', entity: { a: 1 } }]

  test('a dry run changes nothing, and says what the import then does', async () => {
    const { owner, send } = await newScene()
    const before = await read(owner, '/events')
    const dry = await send({ documents })
    assert.deepEqual(dry.counts, { create: 2, update: 0, adopt: 0, unchanged: 0, skip: 2, gone: 0 })
    assert.ok(dry.dryRun && dry.lines.every(({ id }: Body) => id === null))
    const why = Object.fromEntries(dry.lines.map((line: Body) => [line.ref, line.why]))
    assert.match(why['gadget:default/odd'], /no equivalent of the kind gadget/)
    assert.deepEqual(await read(owner, '/events'), before)

    const done = await send({ documents, dryRun: false, plan: dry.plan })
    assert.deepEqual([done.counts, done.dryRun], [dry.counts, false])
    const { projects } = await read(owner, '/projects')
    const { teams } = await read(owner, '/teams')
    assert.deepEqual([projects[0].name, projects[0].ownerTeamId], ['checkout', teams[0].id])
    const made = done.lines.find(({ kind }: Body) => kind === 'project')
    assert.equal(made.id, projects[0].id)

    const again = await send({ documents })
    assert.deepEqual(again.counts, { create: 0, update: 0, adopt: 0, unchanged: 2, skip: 2, gone: 0 })
  })

  test('what has changed since the dry run is not done', async () => {
    const { owner, send } = await newScene()
    const { plan } = await send({ documents })
    await make(owner, '/teams', { name: 'payments' })
    const sent = { source: 'catalog', documents, dryRun: false, plan }
    refused(await owner.post('/imports/backstage', sent), 409, 'version_conflict')
    assert.deepEqual((await read(owner, '/projects')).projects, [])
  })

  test('what is missing is gone only if the source is complete, and nothing is deleted', async () => {
    const { owner, send } = await newScene()
    await send({ documents, dryRun: false })
    assert.equal((await send({ documents: [payments] })).counts.gone, 0)
    const complete = await send({ documents: [payments], isComplete: true, dryRun: false })
    assert.deepEqual([complete.counts.gone, complete.gone], [1, ['component:default/checkout']])
    assert.equal((await read(owner, '/projects')).projects.length, 1)
  })

  test('what is left out is counted, with examples', async () => {
    const { send } = await newScene()
    const labelled = entity(
      'Component',
      'a',
      { type: 'x', lifecycle: 'odd', owner: 'nobody' },
      { labels: { b: 'secret' } },
    )
    const { losses } = await send({ documents: [labelled] })
    const label = losses.find(({ loss }: Body) => loss === 'label')
    assert.deepEqual([label.count, label.notes], [1, [{ ref: 'component:default/a', what: 'b' }]])
    assert.ok(!JSON.stringify(losses).includes('secret'))
  })

  test('only admins import, only into their mode, and what is no catalog is refused', async () => {
    const { organisation, owner, send } = await newScene()
    const member = await organisation.person('member')
    const sent = { source: 'catalog', documents, dryRun: false }
    assert.equal((await member.post('/imports/backstage', sent)).status, 403)
    refusedField(
      await owner.post('/imports/backstage', { source: 'x', documents: [documents[3]] }),
      'documents',
    )
    refusedField(await owner.post('/imports/backstage', { source: 'x', documents: [] }), 'documents')
    refusedField(await owner.post('/imports/backstage', { source: ' ', documents }), 'source')
    await send({ documents, dryRun: false })
    const other = checkedClient((await app.organisation()).owner)
    assert.deepEqual((await read(other, '/projects')).projects, [])
  })
})
