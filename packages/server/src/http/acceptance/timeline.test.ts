import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { onEachEngine, useApp } from '../../testing/index.ts'
import { type Body, bodyOf, change, insertAll, make, partitionOf, read, refusedField } from './checks.ts'

const digest = (digit: string): string => `sha256:${digit.repeat(64)}`
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()

onEachEngine((engine) => {
  const app = useApp(engine)

  const newScene = async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const { id } = await make(owner, '/projects', { name: 'Shop' })
    const timeline = (query = ''): Promise<Body> => read(owner, `/timeline?of=component:${id}${query}`)
    const ofType = ({ entries }: Body, type: string): readonly Body[] =>
      entries.filter((one: Body) => one.type === type)
    return { organisation, owner, appId: id as string, timeline, ofType }
  }

  test('deployments, issues and edits, the newest first', async () => {
    const { owner, appId, timeline, ofType } = await newScene()
    bodyOf(
      await owner.post('/ingest/v1/deployments', {
        appId,
        status: 'failed',
        targetDisplayName: 'production',
        buildVersion: '7',
      }),
    )
    const issue = await make(owner, '/issues', { appId, title: 'It is down', severity: 'critical' })
    await change(owner, `/issues/${issue.id}`, { status: 'fixed' })
    await change(owner, `/projects/${appId}`, { tier: 1 })
    const found = await timeline()
    assert.deepEqual(
      ofType(found, 'deployment').map(({ title, status, detail }) => [title, status, detail]),
      [['7', 'failed', 'production']],
    )
    assert.deepEqual(
      ofType(found, 'issueOpened').map(({ title, status }) => [title, status]),
      [['It is down', 'critical']],
    )
    assert.equal(ofType(found, 'issueClosed')[0]?.id, issue.id)
    assert.deepEqual(
      ofType(found, 'edit').map(({ title, fields }) => [title, fields]),
      [
        ['updated', ['Tier']],
        ['created', []],
      ],
    )
    assert.equal(found.hasEdits, true)
    assert.deepEqual(found.truncated, [])
    const times = found.entries.map(({ at }: Body) => at)
    assert.deepEqual(times, times.toSorted().reverse())
  })

  test('edits are left out, and that is said, for whoever may not read the audit log', async () => {
    const { organisation, appId } = await newScene()
    const member = await organisation.person('member')
    const found = await read(member, `/timeline?of=component:${appId}`)
    assert.deepEqual([found.hasEdits, found.entries], [false, []])
  })

  test('only scans that found a change, and SLOs that changed their status', async () => {
    const { owner, appId, timeline, ofType } = await newScene()
    const mapping = {
      mappingId: 'm',
      environment: 'production',
      variable: 'URL',
      kind: 'changed',
      expectedFingerprint: digest('1'),
      actualFingerprint: digest('2'),
    }
    const scan = async (days: number, mappings: readonly object[]) =>
      bodyOf(
        await owner.post('/ingest/v1/drift', {
          appId,
          scannedAt: daysAgo(days),
          environments: ['production'],
          mappingsTotal: 9,
          mappings,
        }),
      )
    await scan(6, [])
    await scan(5, [mapping])
    await scan(4, [mapping])
    await scan(3, [])
    const slo = await make(owner, '/slos', {
      name: 'Up',
      appId,
      type: 'availability',
      target: 99,
      window: 'rolling30d',
      currentValue: 99.9,
    })
    await change(owner, `/slos/${slo.id}`, { currentValue: 90 })
    const found = await timeline()
    assert.deepEqual(
      ofType(found, 'drift').map(({ title, detail }) => [title, detail]),
      [
        ['No drift any more', 'production'],
        ['1 drifted', 'production'],
      ],
    )
    const [changed] = ofType(found, 'sloStatus')
    assert.deepEqual([changed?.title, changed?.status, changed?.detail], ['Up', 'breached', 'met'])
  })

  test('the error budget by day is that of the worst SLO, or of the one asked for', async () => {
    const { organisation, owner, appId, timeline } = await newScene()
    const slo = (name: string, currentValue: number) =>
      make(owner, '/slos', {
        name,
        appId,
        type: 'availability',
        target: 99,
        window: 'rolling30d',
        currentValue,
      })
    const good = await slo('Good', 99.99)
    const bad = await slo('Bad', 90)
    const at = (hour: number) => `${daysAgo(2).slice(0, 10)}T0${hour}:00:00.000Z`
    const snapshot = (hour: number, errorBudgetPercentUsed: number | null) => ({
      sloId: bad.id,
      takenAt: at(hour),
      target: 99,
      status: null,
      errorBudgetPercentUsed,
    })
    await insertAll(app, partitionOf(organisation), kinds.sloSnapshot, [
      snapshot(1, 20),
      snapshot(2, 80),
      snapshot(3, null),
    ])
    const { budget } = await timeline()
    assert.deepEqual([budget.sloId, budget.name], [bad.id, 'Bad'])
    assert.deepEqual(
      budget.days.filter(({ day }: Body) => day === at(1).slice(0, 10)),
      [{ day: at(1).slice(0, 10), percentUsed: 80 }],
    )
    assert.equal((await timeline(`&slo=${good.id}`)).budget.name, 'Good')
    refusedField(await owner.get(`/timeline?of=component:${appId}&slo=slo_none`), 'slo')
  })

  test('a part of the time, and what cannot be asked', async () => {
    const { owner, appId, timeline } = await newScene()
    assert.deepEqual((await timeline(`&to=${daysAgo(1)}`)).entries, [])
    assert.equal((await timeline(`&from=${daysAgo(1)}`)).entries.length, 1)
    refusedField(await owner.get('/timeline'), 'of')
    refusedField(await owner.get(`/timeline?of=component:${appId}&from=${daysAgo(100)}`), 'from')
    refusedField(
      await owner.get(`/timeline?of=component:${appId}&from=${daysAgo(1)}&to=${daysAgo(2)}`),
      'from',
    )
    const other = await newScene()
    refusedField(await owner.get(`/timeline?of=component:${other.appId}`), 'of', other.appId)
  })

  test('a team, system or domain has what happened to its projects, and says when that is not all', async () => {
    const { organisation, owner } = await newScene()
    const team = await make(owner, '/teams', { name: 'Everything' })
    const shop = await make(owner, '/projects', { name: 'Shop', ownerTeamId: team.id })
    await make(owner, '/issues', { appId: shop.id, title: 'Slow' })
    const found = await read(owner, `/timeline?of=team:${team.id}`)
    assert.deepEqual(
      found.entries.map(({ type }: Body) => type),
      ['issueOpened', 'edit'],
    )
    const many = Array.from({ length: 60 }, (_, n) => ({ name: `p${n}`, ownerTeamId: team.id, tags: [] }))
    await insertAll(app, partitionOf(organisation), kinds.project, many)
    assert.deepEqual((await read(owner, `/timeline?of=team:${team.id}`)).truncated, ['projects'])
  })
})
