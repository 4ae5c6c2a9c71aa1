import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { runJob } from '../../services/jobs/jobs.ts'
import { eventually, onEachEngine, type TestApp, type TestOrganisation, useApp } from '../../testing/index.ts'
import { rowsIn } from '../../testing/tables.ts'
import { type Body, bodyOf, insert, make, notFound, read, refused, remove, storedText } from './checks.ts'

const rule = { type: 'has_owner_team', label: 'Owned', weight: 1 }
const everyKind = ['component', 'api', 'resource', 'system', 'domain']

/** A small catalog in which everything points at everything it can. */
async function createCatalog(app: TestApp, organisation: TestOrganisation) {
  const { owner, ownerId } = organisation
  const team = await make(owner, '/teams', { name: 'Payments', memberUids: [ownerId], leadUid: ownerId })
  const owned = { ownerTeamId: team.id }
  const project = await make(owner, '/projects', { name: 'Shop', ...owned })
  const inProject = { ...owned, componentId: project.id }
  const api = await make(owner, '/apis', { name: 'Orders', ...inProject })
  const resource = await make(owner, '/resources', { name: 'db', ...inProject })
  const domain = await make(owner, '/domains', { name: 'Commerce', ...owned })
  const members = { componentIds: [project.id], apiIds: [api.id], resourceIds: [resource.id] }
  const system = await make(owner, '/systems', {
    name: 'Checkout',
    ...owned,
    domainId: domain.id,
    ...members,
  })
  const scorecard = await make(owner, '/scorecards', {
    ...{ name: 'Basics', applicableKinds: everyKind, rules: [rule] },
    ...{ scopeTeamId: team.id, scopeSystemId: system.id, scopeDomainId: domain.id },
  })
  const open = await make(owner, '/scorecards', { name: 'All', applicableKinds: everyKind, rules: [rule] })
  const issue = await make(owner, '/issues', { appId: project.id, title: 'x', assignedToUid: ownerId })
  const runbook = await make(owner, '/runbooks', {
    ...{ title: 'Roll back', runbookType: 'rollback', linkedAppIds: [project.id] },
  })
  const slo = { name: 'up', appId: project.id, type: 'availability', target: 99, window: 'rolling7d' }
  const { id: sloId } = await make(owner, '/slos', slo)
  const bindings: Record<string, string> = {}
  for (const [scope, targetId] of Object.entries({
    team: team.id,
    component: project.id,
    resource: resource.id,
  })) {
    bindings[scope] = (await make(owner, '/oncall/bindings', { scope, targetId, provider: 'manual' })).id
  }
  const ends = [
    ['component', project.id],
    ['api', api.id],
    ['resource', resource.id],
    ['system', system.id],
    ['domain', domain.id],
  ] as const
  for (const [i, [fromKind, fromId]] of ends.entries()) {
    const [toKind, toId] = ends[(i + 1) % ends.length] ?? ends[0]
    await make(owner, '/dependencies', { fromKind, fromId, toKind, toId })
  }
  const secret = { name: 'key', type: 'text', deploymentOnly: false, appId: project.id }
  const secretId = await insert(app, organisation, kinds.secret, secret)
  const cost = { appId: project.id, amountCents: 100, currency: 'USD' }
  await insert(app, organisation, kinds.costEntry, cost)
  const scan = { appId: project.id, scannedAt: '2026-01-01T00:00:00.000Z', mappingsTotal: 1, driftedCount: 0 }
  const snapshotId = await insert(app, organisation, kinds.driftSnapshot, { ...scan, mappings: [] })
  const deployment = { appId: project.id, status: 'success', triggeredByUid: ownerId }
  const deploymentId = await insert(app, organisation, kinds.deployment, deployment)
  await insert(app, organisation, kinds.errorTracker, { appId: project.id, provider: 'sentry' })
  await runJob({ store: app.store, now: () => new Date() }, 'slo-calculator')
  await graded(organisation, open.id, 5)
  return {
    ...{ team, project, api, resource, domain, system, scorecard, open, issue, runbook, sloId, bindings },
    ...{ secretId, snapshotId, deploymentId },
  }
}

const scoresOf = async ({ owner }: TestOrganisation, id: string): Promise<readonly Body[]> =>
  (await read(owner, `/scorecards/${id}/scores`)).scores

const graded = (organisation: TestOrganisation, id: string, count: number) =>
  eventually(
    () => scoresOf(organisation, id),
    (scores) => scores.length === count,
  )

onEachEngine((engine) => {
  const app = useApp(engine)

  /** Nothing of it is stored any more, neither now nor after the background work. */
  async function isGone(...ids: readonly string[]): Promise<void> {
    const check = async (when: string) => {
      const text = await storedText(app)
      for (const id of ids) assert.ok(!text.includes(id), `${id} is still stored ${when}`)
    }
    await check('at once')
    for (const name of ['issue-numbering', 'scorecard-grading'])
      await runJob({ store: app.store, now: () => new Date() }, name)
    await check('after the background work')
  }

  test('deleting a project also deletes what exists only inside it, and clears references to it', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const all = await createCatalog(app, organisation)
    assert.equal((await read(owner, `/slos/${all.sloId}/snapshots`)).snapshots.length, 1)
    await remove(owner, `/projects/${all.project.id}`)

    notFound(await owner.get(`/projects/${all.project.id}`))
    for (const path of [`/issues/${all.issue.id}`, `/issues/${all.issue.id}/activity`, `/slos/${all.sloId}`])
      notFound(await owner.get(path))
    for (const path of [`/slos/${all.sloId}/snapshots`, `/oncall/bindings/${all.bindings.component}`])
      notFound(await owner.get(path))
    for (const path of [`/drift/snapshots/${all.snapshotId}`, `/deployments/${all.deploymentId}`])
      notFound(await owner.get(path))
    assert.deepEqual((await read(owner, '/costs/entries')).entries, [])

    assert.equal((await read(owner, `/apis/${all.api.id}`)).componentId, null)
    assert.equal((await read(owner, `/resources/${all.resource.id}`)).componentId, null)
    const system = await read(owner, `/systems/${all.system.id}`)
    assert.deepEqual(system.componentIds, [])
    assert.deepEqual(system.apiIds, [all.api.id])
    assert.deepEqual((await read(owner, `/runbooks/${all.runbook.id}`)).linkedAppIds, [])
    assert.equal((await read(owner, `/secrets/${all.secretId}`)).appId, null)
    assert.equal((await read(owner, '/dependencies')).dependencies.length, 3)
    await isGone(all.project.id, all.issue.id, all.sloId, all.snapshotId, all.deploymentId)
    assert.equal((await read(owner, `/oncall/bindings/${all.bindings.team}`)).scope, 'team')
  })

  test('deleting a team leaves its entities, scorecards and members without it', async () => {
    const organisation = await app.organisation()
    const { owner, ownerId } = organisation
    const all = await createCatalog(app, organisation)
    assert.deepEqual((await read(owner, `/users/${ownerId}`)).teamIds, [all.team.id])
    await remove(owner, `/teams/${all.team.id}`)
    const kept = [`/projects/${all.project.id}`, `/apis/${all.api.id}`, `/resources/${all.resource.id}`]
    for (const path of [...kept, `/systems/${all.system.id}`, `/domains/${all.domain.id}`])
      assert.equal((await read(owner, path)).ownerTeamId, null, path)
    assert.equal((await read(owner, `/scorecards/${all.scorecard.id}`)).scopeTeamId, null)
    assert.deepEqual((await read(owner, `/users/${ownerId}`)).teamIds, [])
    notFound(await owner.get(`/oncall/bindings/${all.bindings.team}`))
    await isGone(all.team.id)
    const scores = await scoresOf(organisation, all.open.id)
    assert.deepEqual([...new Set(scores.map(({ score }) => score))], [0], 'nobody has an owner now')
  })

  test('deleting an API removes it from its systems, with its edges and scores', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const all = await createCatalog(app, organisation)
    await remove(owner, `/apis/${all.api.id}`)
    assert.deepEqual((await read(owner, `/systems/${all.system.id}`)).apiIds, [])
    assert.equal((await read(owner, '/dependencies')).dependencies.length, 3)
    assert.deepEqual((await read(owner, `/scores?entityId=${all.api.id}`)).scores, [])
    await isGone(all.api.id)
  })

  test('deleting a resource removes it from its systems, with its bindings', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const all = await createCatalog(app, organisation)
    await remove(owner, `/resources/${all.resource.id}`)
    assert.deepEqual((await read(owner, `/systems/${all.system.id}`)).resourceIds, [])
    notFound(await owner.get(`/oncall/bindings/${all.bindings.resource}`))
    await isGone(all.resource.id)
  })

  test('deleting a system or a domain removes it from the scorecards scoped to it', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const all = await createCatalog(app, organisation)
    await remove(owner, `/systems/${all.system.id}`)
    assert.equal((await read(owner, `/scorecards/${all.scorecard.id}`)).scopeSystemId, null)
    await isGone(all.system.id)
    const system = await make(owner, '/systems', { name: 'x', domainId: all.domain.id })
    await remove(owner, `/domains/${all.domain.id}`)
    assert.equal((await read(owner, `/scorecards/${all.scorecard.id}`)).scopeDomainId, null)
    assert.equal((await read(owner, `/systems/${system.id}`)).domainId, null)
    await isGone(all.domain.id)
    assert.equal((await read(owner, '/dependencies')).dependencies.length, 2)
  })

  test('deleting a scorecard deletes its scores, an SLO its snapshots, an issue its activity', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const all = await createCatalog(app, organisation)
    await remove(owner, `/scorecards/${all.open.id}`)
    notFound(await owner.get(`/scorecards/${all.open.id}/scores`))
    await remove(owner, `/slos/${all.sloId}`)
    notFound(await owner.get(`/slos/${all.sloId}/snapshots`))
    await owner.patch(`/issues/${all.issue.id}`, { status: 'fixed' })
    assert.ok((await read(owner, `/issues/${all.issue.id}/activity`)).activity.length > 0)
    await remove(owner, `/issues/${all.issue.id}`)
    notFound(await owner.get(`/issues/${all.issue.id}`))
    notFound(await owner.get(`/issues/${all.issue.id}/activity`))
    await isGone(all.open.id, all.sloId, all.issue.id)
  })

  test('a deleted runbook is retained, marked, and seen by nobody', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const { runbook, project } = await createCatalog(app, organisation)
    const at = `/runbooks/${runbook.id}`
    await remove(owner, at)
    notFound(await owner.get(at))
    notFound(await owner.patch(at, { title: 'x' }))
    notFound(await owner.delete(at))
    assert.deepEqual((await read(owner, '/runbooks')).runbooks, [])
    const text = 'select id, is_deleted from runbooks where id = ?'
    const [row] = await rowsIn(app.store, text, [runbook.id])
    assert.equal(Number(row?.is_deleted), 1)
    await remove(owner, `/projects/${project.id}`)
    await isGone(project.id)
  })

  test('deleting an identity provider removes it from the domains and settings that named it', async () => {
    const { owner } = await app.organisation()
    const { id } = await make(owner, '/identity-providers', { name: 'Login', protocol: 'oidc' })
    const domain = { normalizedDomain: 'shop.example', identityProviderId: id }
    const { id: domainId } = await make(owner, '/sso/domains', domain)
    bodyOf(await owner.patch('/sso/settings', { defaultIdentityProviderId: id }))
    await remove(owner, `/identity-providers/${id}`)
    const { domains } = await read(owner, '/sso/domains')
    assert.equal(domains.find((one: Body) => one.id === domainId).identityProviderId, null)
    assert.equal((await read(owner, '/sso/settings')).defaultIdentityProviderId, null)
    await isGone(id)
  })

  test('a record that is referenced and deleted at the same moment leaves no dangling reference', async () => {
    const { owner } = await app.organisation()
    const gone: string[] = []
    await Promise.all(
      Array.from({ length: 8 }, async (_, i) => {
        const { id } = await make(owner, '/projects', { name: `p${i}` })
        gone.push(id)
        const replies = await Promise.all([
          owner.post('/apis', { name: 'x', componentId: id }),
          owner.post('/issues', { appId: id, title: 'x' }),
          owner.delete(`/projects/${id}`),
          owner.post('/systems', { name: 'x', componentIds: [id, id] }),
          owner.post('/oncall/bindings', { scope: 'component', targetId: id, provider: 'manual' }),
        ])
        assert.equal(replies[2].status, 204)
        for (const { status } of replies) assert.ok([201, 204, 400].includes(status), `${status}`)
      }),
    )
    await isGone(...gone)
  })

  test('deleting needs admin on a personal token, and works once', async () => {
    const organisation = await app.organisation()
    const { owner, person, key } = organisation
    const all = await createCatalog(app, organisation)
    const [member, machine] = [await person('member'), await key()]
    const { dependencies } = await read(owner, '/dependencies')
    const template = await make(owner, '/templates', { name: 'x' })
    const paths = [
      ...[`/dependencies/${dependencies[0].id}`, `/runbooks/${all.runbook.id}`, `/slos/${all.sloId}`],
      ...[`/issues/${all.issue.id}`, `/oncall/bindings/${all.bindings.team}`, `/apis/${all.api.id}`],
      ...[`/resources/${all.resource.id}`, `/scorecards/${all.scorecard.id}`, `/systems/${all.system.id}`],
      ...[`/domains/${all.domain.id}`, `/projects/${all.project.id}`, `/teams/${all.team.id}`],
      `/templates/${template.id}`,
    ]
    for (const path of paths) {
      for (const client of [member, machine]) refused(await client.delete(path), 403, 'forbidden')
      const reply = await owner.delete(path)
      assert.equal(reply.status, 204, path)
      assert.equal(reply.text, '')
      notFound(await owner.delete(path))
    }
  })
})
