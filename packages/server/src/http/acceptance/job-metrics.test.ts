import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from '../../main.ts'
import { intervalMsOf, jobs } from '../../services/jobs/jobs.ts'
import { eventually, onEachEngine, openTestStore } from '../../testing/index.ts'
import { executeIn, withTables } from '../../testing/tables.ts'

const metricsToken = 'the-operators-own-token'

onEachEngine((engine) => {
  test('the operator sees when every job last ran, in whichever process', async (t) => {
    const opened = await openTestStore(engine)
    t.after(opened.remove)
    // Another process holds the lease of every job, so this one runs none.
    const until = new Date(Date.now() + 300_000).toISOString()
    await withTables(opened.store, async (tx) => {
      for (const { name } of jobs)
        await tx.run('insert into leases (name, holder, expires_at) values (?, ?, ?)', [
          name,
          'another',
          until,
        ])
    })
    const server = await startServer({
      store: opened.store,
      host: '127.0.0.1',
      port: 0,
      rateLimit: 'off',
      fetchAllow: [],
      dnsServers: ['127.0.0.1:1'],
      metricsToken,
      log: () => {},
    })
    t.after(() => server.close())
    const ask = async () => {
      const headers = { authorization: `Bearer ${metricsToken}` }
      return (await fetch(`${server.url}/metrics`, { headers })).text()
    }
    const lastRuns = async () => valuesIn(await ask(), 'svc_job_last_run_timestamp_seconds')

    const never = await lastRuns()
    assert.deepEqual(
      [...never.keys()],
      jobs.map(({ name }) => name),
      'none is missing',
    )
    for (const { name, everyMinutes } of jobs) if (everyMinutes) assert.equal(never.get(name), 0, name)
    assert.deepEqual(
      [...valuesIn(await ask(), 'svc_job_interval_seconds').values()],
      jobs.map((job) => intervalMsOf(job) / 1_000),
    )

    const slot = new Date(Date.now() - 7_200_000).toISOString()
    await withTables(opened.store, async (tx) => {
      for (const { name } of jobs)
        await tx.run('insert into job_runs (name, slot) values (?, ?)', [name, slot])
    })
    const there = await eventually(lastRuns, (runs) => [...runs.values()].every((at) => at > 0))
    for (const { name, everyMinutes } of jobs)
      if (everyMinutes) assert.equal(there.get(name), Date.parse(slot) / 1_000, name)

    await executeIn(opened.store, 'delete from leases')
    const startedAt = Date.parse(slot) / 1_000
    const here = await eventually(lastRuns, (runs) => [...runs.values()].every((at) => at > startedAt))
    for (const [name, at] of here) assert.ok(at <= Date.now() / 1_000, `${name} at ${at}`)
  })
})

const valuesIn = (text: string, metric: string): ReadonlyMap<string, number> =>
  new Map(
    Array.from(text.matchAll(/^(\w+)\{job="([^"]+)"\} (\S+)$/gm))
      .filter(([, name]) => name === metric)
      .map(([, , job = '', value]) => [job, Number(value)]),
  )
