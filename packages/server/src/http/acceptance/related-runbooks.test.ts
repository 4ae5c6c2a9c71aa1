import assert from 'node:assert/strict'
import { test } from 'node:test'
import { relatedRunbookLimits } from '@svc/model'
import { checkedClient, type Client, onEachEngine, useApp } from '../../testing/index.ts'
import { type Body, make, read, refusedField, remove } from './checks.ts'

onEachEngine((engine) => {
  const app = useApp(engine)

  const newScene = async () => {
    const organisation = await app.organisation()
    const owner = checkedClient(organisation.owner)
    const { id: teamId } = await make(owner, '/teams', { name: 'Payments' })
    const project = async (name: string): Promise<string> =>
      (await make(owner, '/projects', { name, ownerTeamId: teamId })).id
    const [shop, ledger] = [await project('Shop'), await project('Ledger')]
    const runbook = (title: string, linkedAppIds: readonly string[], over: object = {}) =>
      make(owner, '/runbooks', { title, runbookType: 'x', bodyMd: 'secret steps', linkedAppIds, ...over })
    return { organisation, owner, teamId, shop, ledger, runbook }
  }

  const of = async (client: Client, kind: string, id: string): Promise<Body> =>
    read(client, `/related-runbooks?of=${kind}:${id}`)
  const titles = ({ runbooks }: Body) => runbooks.map(({ title }: Body) => title)

  test('a runbook is found from everything that it concerns, with the projects because of which', async () => {
    const { owner, teamId, shop, ledger, runbook } = await newScene()
    const { id: domainId } = await make(owner, '/domains', { name: 'Sales' })
    const { id: apiId } = await make(owner, '/apis', { name: 'Cart', componentId: shop })
    const { id: lone } = await make(owner, '/apis', { name: 'Lone' })
    const { id: resourceId } = await make(owner, '/resources', { name: 'db', componentId: ledger })
    const { id: systemId } = await make(owner, '/systems', {
      ...{ name: 'Store', domainId, componentIds: [shop, ledger] },
    })
    await runbook('both', [ledger, shop])
    await runbook('of the shop', [shop], { pinned: true })
    await runbook('of none', [])
    const { id: deleted } = await runbook('deleted', [shop])
    await remove(owner, `/runbooks/${deleted}`)

    const all = ['of the shop', 'both']
    for (const [kind, id, expected] of [
      ['component', shop, all],
      ['component', ledger, ['both']],
      ['api', apiId, all],
      ['api', lone, []],
      ['resource', resourceId, ['both']],
      ['system', systemId, all],
      ['domain', domainId, all],
      ['team', teamId, all],
    ] as const) {
      const found = await of(owner, kind, id)
      assert.deepEqual([titles(found), found.isExact], [expected, true], kind)
      assert.ok(!JSON.stringify(found).includes('secret steps'))
    }
    const { runbooks, projects } = await of(owner, 'domain', domainId)
    assert.deepEqual(new Set(projects.ids), new Set([shop, ledger]))
    assert.deepEqual(runbooks[0].through, { ids: [shop], count: 1 })
    assert.equal(runbooks[1].through.count, 2)
    refusedField(await owner.get('/related-runbooks?of=api:api_none'), 'of')
    refusedField(await owner.get('/related-runbooks?of=user:x'), 'of')
  })

  test('only what the caller may see, and archived projects do not count', async () => {
    const { organisation, owner, teamId, shop, ledger, runbook } = await newScene()
    await runbook('for all', [shop])
    await runbook('for owners', [shop], { visibilityRoleMin: 'owner' })
    await runbook('of the archived', [ledger])
    await owner.patch(`/projects/${ledger}`, { archived: true })
    const member = checkedClient(await organisation.person('member'))
    assert.deepEqual(titles(await of(owner, 'team', teamId)), ['for all', 'for owners'])
    assert.deepEqual(titles(await of(member, 'team', teamId)), ['for all'])
    const stranger = (await app.organisation()).owner
    refusedField(await stranger.get(`/related-runbooks?of=team:${teamId}`), 'of')
  })

  test('of more than fit the answer says that there are more', async () => {
    const { owner, shop, runbook } = await newScene()
    for (let n = 0; n <= relatedRunbookLimits.shown; n += 1) await runbook(`r${n}`, [shop])
    const { runbooks, isExact } = await of(owner, 'component', shop)
    assert.deepEqual([runbooks.length, isExact], [relatedRunbookLimits.shown, false])
  })
})
