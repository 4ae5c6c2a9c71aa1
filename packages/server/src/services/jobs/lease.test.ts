import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { kinds } from '@svc/model'
import { findOrganisation } from '../../store/queries/organisations.ts'
import { clockBetweenJobs, onEachEngine, openTestStore } from '../../testing/index.ts'
import { rowsIn } from '../../testing/tables.ts'
import { systemCaller, writeTo } from '../context.ts'
import { createOrganisation } from '../identity/create-organisation.ts'
import { createRecord } from '../records/records.ts'
import { startSchedule } from './schedule.ts'

onEachEngine((engine) => {
  test('a job that takes longer than its lease is still done by only one process', async (t) => {
    // A process that is suspended for too long rightly loses the lease: that proves nothing, and a longer one is
    // tried.
    for (const leaseMs of [1_500, 6_000, 24_000]) {
      const { asked, errors, stillMs } = await runLong(t, leaseMs)
      if (asked === 1 && errors.length === 0) return
      assert.ok(stillMs > leaseMs / 4, `asked ${asked} times, with ${JSON.stringify(errors)}`)
    }
    assert.fail('The machine stalled for seconds, repeatedly.')
  })

  /** Several processes, and a job that takes three times as long as its lease. */
  async function runLong(t: TestContext, leaseMs: number) {
    const { store, remove } = await openTestStore(engine)
    t.after(remove)
    const made = await createOrganisation(store, { name: 'Acme', ownerEmail: 'a@test.example' })
    const organisation = await store.run(findOrganisation, made?.organisationId ?? '')
    assert.ok(organisation)
    const ctx = { store, caller: systemCaller(organisation, 'live'), now: () => new Date() }
    await writeTo(ctx, kinds.team, async (change) => {
      const { record } = await createRecord(ctx, change, kinds.team, { name: 'Payments' })
      const binding = { scope: 'team', targetId: record.id, provider: 'pagerduty', scheduleId: 'P1' }
      await createRecord(ctx, change, kinds.oncallBinding, binding)
    })
    const { promise: answer, resolve } = Promise.withResolvers<null>()
    const first = Promise.withResolvers<void>()
    let asked = 0
    const onCall = {
      whoIsOnCall: () => {
        asked += 1
        first.resolve()
        return answer
      },
    }
    const errors: object[] = []
    const log = (line: Readonly<Record<string, unknown>>): void => {
      if (line.level === 'error') errors.push(line)
    }
    const now = clockBetweenJobs()
    const processes = [1, 2, 3].map(() =>
      startSchedule({ store, now, onCall }, log, { dueCheckMs: 50, leaseMs }),
    )
    await first.promise
    let stillMs = 0
    for (let before = performance.now(), end = before + 3 * leaseMs; before < end; ) {
      await sleep(20)
      await rowsIn(store.scratch, 'select 1 as one')
      stillMs = Math.max(stillMs, performance.now() - before)
      before = performance.now()
    }
    resolve(null)
    await Promise.all(processes.map((one) => one.stop()))
    return { asked, errors, stillMs }
  }
})
