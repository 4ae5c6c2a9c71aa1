import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Client, clockBetweenJobs, onEachEngine, startHttp, useApp } from '@svc/server/testing'
import { runSvc } from './testing/run-svc.ts'

const token = 'pd-0123456789abcdef'

onEachEngine((engine) => {
  const app = useApp(engine, { now: clockBetweenJobs(), fetchAllow: ['127.0.0.1'] })

  const run = (name: string, ...more: readonly string[]) => {
    const { dataDir, databaseUrl } = app.location
    const place = databaseUrl ? ['--database-url', databaseUrl] : ['--data-dir', dataDir]
    const key = ['--master-key-file', join(dataDir, 'master.key')]
    return runSvc(['job', 'run', name, ...place, ...key, ...more], { env: { SVC_FETCH_ALLOW: '127.0.0.1' } })
  }

  async function bind(owner: Client, provider: string, scheduleId: string): Promise<void> {
    const { body: team } = await owner.post('/teams', { name: 'Payments' })
    const binding = { scope: 'team', targetId: team.id, provider, scheduleId }
    assert.equal((await owner.post('/oncall/bindings', binding)).status, 201)
  }

  async function measure(owner: Client): Promise<string> {
    const { body: project } = await owner.post('/projects', { name: 'Checkout' })
    const slo = { name: 'x', appId: project.id, type: 'availability', target: 99, window: 'rolling30d' }
    return (await owner.post('/slos', { ...slo, dataSource: 'prometheus:up' })).body.id
  }

  // One after the other in one database, because every job works on all of it.
  test('a job that failed completely says so, as does its exit code', async (t) => {
    const idle = await run('oncall-refresh')
    assert.deepEqual([idle.code, idle.err], [0, ''], 'nothing to do is not a failure')

    const { owner } = await app.organisation()
    await bind(owner, 'opsgenie', 'S1')
    await bind(owner, 'opsgenie', 'S2')
    const failed = await run('oncall-refresh')
    assert.equal(failed.code, 1)
    assert.equal(failed.out, 'oncall-refresh: 0 bindings refreshed, 2 failed.\n')
    assert.match(
      failed.err,
      /^oncall-refresh: everything failed \(2 of 2\)\.\n {2}opsgenie S\d, opsgenie S\d: /,
    )
    assert.match(failed.err, /opsgenie/i)

    const json = await run('oncall-refresh', '--json')
    assert.equal(json.code, 1)
    const told = JSON.parse(json.out)
    assert.deepEqual([told.job, told.failed, told.failures[0].count], ['oncall-refresh', 2, 2])
    assert.match(told.failures[0].reason, /\S/)

    const { port } = await startHttp(t, (_, response) => {
      const user = { id: 'PU1', name: 'Ada', email: 'ada@example.com' }
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ oncalls: [{ user, escalation_level: 1 }], more: false }))
    })
    const value = JSON.stringify({ token, baseUrl: `http://127.0.0.1:${port}` })
    const secret = { name: 'PagerDuty', type: 'text', keyword: 'pagerduty', value }
    assert.equal((await owner.post('/secrets', secret)).status, 201)
    await bind(owner, 'pagerduty', 'P1')
    const partly = await run('oncall-refresh')
    assert.equal(partly.code, 0, 'what could be done is done')
    assert.equal(partly.out, 'oncall-refresh: 1 binding refreshed, 2 failed.\n')
    assert.match(
      partly.err,
      /^oncall-refresh: 2 failures; the rest was done\.\n {2}opsgenie S\d, opsgenie S\d: /,
    )
  })

  test('SLOs that could not be measured are a failure, those without a query are not', async () => {
    const { owner } = await app.organisation()
    const { body: project } = await owner.post('/projects', { name: 'Shop' })
    const slo = { name: 'x', appId: project.id, type: 'availability', target: 99, window: 'rolling30d' }
    await owner.post('/slos', { ...slo, currentValue: 99.5 })
    const fine = await run('slo-calculator')
    assert.deepEqual([fine.code, fine.err], [0, ''])

    const id = await measure(owner)
    const { code, out, err } = await run('slo-calculator')
    assert.equal(code, 1, err)
    assert.match(out, /0 measured, 1 failed\.\n$/)
    assert.ok(err.includes(`slo-calculator: everything failed (1 of 1).\n  ${id}: `), err)
  })

  test('its exit code is explained in its help', async () => {
    const { out } = await runSvc(['job', 'run', '--help'])
    assert.match(out, /exit code is 1 if everything it tried failed/)
  })
})
