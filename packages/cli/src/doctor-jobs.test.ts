import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoreLocation } from '@svc/server'
import { jobs } from '@svc/server/jobs'
import { startServer } from '@svc/server/serve'
import {
  eventually,
  onEachEngine,
  openTestStore,
  testServerDefaults,
  executeIn,
  rowsIn,
  withTables,
} from '@svc/server/testing'
import { type Check, examine } from './testing/examine.ts'

const argsOf = ({ dataDir, databaseUrl }: StoreLocation): readonly string[] =>
  databaseUrl ? ['--database-url', databaseUrl] : ['--data-dir', dataDir]

onEachEngine((engine) => {
  test('jobs that have not run yet are fine on a server that has just started', async (t) => {
    const { store, location, remove } = await openTestStore(engine)
    t.after(remove)
    const [rarest] = jobs.toSorted((a, b) => (b.everyMinutes ?? 0) - (a.everyMinutes ?? 0))
    assert.ok(rarest?.everyMinutes && rarest.everyMinutes >= 60)
    // Recorded for an interval that started long ago and is not over.
    const slot = new Date(Date.now() - (rarest.everyMinutes - 10) * 60_000).toISOString()
    await executeIn(store, 'insert into job_runs (name, slot) values (?, ?)', [rarest.name, slot])
    assert.deepEqual(
      (await findings(location)).filter(({ ok }) => !ok),
      [],
    )
  })

  const findings = async (location: StoreLocation): Promise<readonly Check[]> => {
    const { checks } = await examine([...argsOf(location), '--port', '0'])
    return checks.filter(({ name }) => name.startsWith('job '))
  }

  test('the doctor shows the last run of every job, and says which are overdue', async (t) => {
    const { store, location, remove } = await openTestStore(engine)
    t.after(remove)
    const fresh = await findings(location)
    assert.deepEqual(
      fresh.map(({ name, ok, says }) => ({ name, ok, says })),
      jobs.map(({ name }) => ({
        name: `job ${name}`,
        ok: true,
        says: 'has not run yet: "svc serve" runs it',
      })),
      'a database that no server has used is in order',
    )

    const server = await startServer({
      store,
      ...testServerDefaults,
      log: () => {},
    })
    await eventually(
      async () => (await rowsIn(store, 'select distinct name from job_runs')).length,
      (count) => count === jobs.length,
    )
    await server.close()
    const used = await findings(location)
    assert.ok(used.every(({ ok }) => ok))
    for (const [index, { everyMinutes }] of jobs.entries())
      assert.match(
        used[index]?.says ?? '',
        everyMinutes === undefined
          ? /^last noted for 20\S+Z, \d+ minutes? ago; runs continuously, noted every 5 minutes$/
          : /^last ran for 20\S+Z, \d+ minutes? ago; due every \d+ minutes?$/,
      )

    // Overdue for too long to be explained by a restart: some of them, then the others too.
    const isOdd = (_: unknown, index: number): boolean => index % 2 === 1
    for (const missed of [jobs.filter(isOdd), jobs]) {
      await withTables(store, async (tx) => {
        for (const { name } of missed) {
          await tx.run('delete from job_runs where name = ?', [name])
          await tx.run('insert into job_runs (name, slot) values (?, ?)', [name, '2026-01-01T00:00:00.000Z'])
        }
      })
      const overdue = (await findings(location)).filter(({ ok }) => !ok)
      assert.deepEqual(
        overdue.map(({ name }) => name),
        missed.map(({ name }) => `job ${name}`),
      )
      for (const { says, mend } of overdue) {
        assert.match(
          says,
          /^last (ran|noted) for 2026-01-01T00:00:00\.000Z, \d+ days ago; (due every|should run continuously)/,
        )
        assert.match(mend ?? '', /svc serve/)
      }
    }

    await executeIn(store, 'update job_runs set slot = ?', [new Date(Date.now() + 86_400_000).toISOString()])
    assert.deepEqual(
      (await findings(location)).map(({ says }) => says).filter((says) => says.startsWith('last ')),
      [],
      'a run recorded by a clock that was ahead does not count',
    )
  })
})
