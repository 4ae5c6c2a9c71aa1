import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { kinds } from '@svc/model'
import { openStore, organisation, systemCaller, createRecord, type FocusSummary } from '@svc/server'
import { isLongRun, rowsIn } from '@svc/server/testing'
import { ended, startSvc } from '../../packages/cli/src/testing/run-program.ts'
import { jsonOf, scratchDir } from '../../packages/cli/src/testing/run-svc.ts'
import { writeFocusExport } from './focus-export.ts'

const rows = isLongRun ? 1_000_000 : 60_000
const [projects, services] = [100, 40]
const maxMegabytes = 200

test(`an export of ${rows} rows with tens of thousands of keys is read in little memory, and adds up`, async (t) => {
  const dir = await scratchDir(t)
  const [dataDir, file] = [join(dir, 'data'), join(dir, 'focus.csv')]
  const told = await writeFocusExport(file, { rows, projects, services })
  assert.ok(told.keys > rows / 2, `${told.keys} keys`)
  const made = await jsonOf<{ organisationId: string }>([
    ...['org', 'create', '--name', 'Acme', '--owner-email', 'ada@acme.example', '--data-dir', dataDir],
  ])
  const ids = await makeProjects(dataDir, made.organisationId)

  const child = startSvc(['import', 'costs', file, '--tag', 'app', '--data-dir', dataDir, '--json'])
  const [{ code, out, err }, peak] = await Promise.all([ended(child), peakOf(Number(child.pid))])
  assert.equal(code, 0, err)
  const summary = JSON.parse(out) as FocusSummary
  assert.deepEqual([summary.rows, summary.refusedCount], [rows, 0])
  if (peak !== undefined) {
    t.diagnostic(`${Math.round(peak)} MB at most`)
    assert.ok(peak < maxMegabytes, `${peak} MB`)
  }

  const exact = told.total
  assert.equal(summary.totals[0]?.exact, decimal(exact))
  assert.equal(summary.totals[0]?.cents, Number(cents(exact)))
  const store = await openStore({ dataDir })
  try {
    const stored = await rowsIn(
      store,
      'select app_id, sum(amount_cents) as cents from cost_entries group by app_id',
    )
    assert.equal(stored.length, projects)
    const sum = stored.reduce((total, row) => total + Number(row.cents), 0)
    assert.equal(sum, Number(cents(exact)), 'the entries are the total, to the cent')
    for (const row of stored) {
      const own = told.byProject.get(ids.get(String(row.app_id)) ?? '') ?? 0n
      assert.ok(Math.abs(Number(row.cents) - Number(cents(own))) <= 1, 'and so is each project')
    }
  } finally {
    await store.close()
  }

  const again = await jsonOf<FocusSummary>(['import', 'costs', file, '--tag', 'app', '--data-dir', dataDir])
  const [{ created, updated, removed, unchanged } = { created: 1, updated: 1, removed: 1, unchanged: 0 }] =
    again.imports
  assert.deepEqual([created, updated, removed, unchanged], [0, 0, 0, summary.entries])
})

async function makeProjects(dataDir: string, organisationId: string): Promise<ReadonlyMap<string, string>> {
  const store = await openStore({ dataDir })
  try {
    const caller = systemCaller(await organisation(store, organisationId), 'live')
    const ctx = { store, caller, now: () => new Date() }
    const request = { partitionId: caller.organisation.partitions.live, actor: caller.actor, now: ctx.now }
    return await store.write(request, async (change) => {
      const ids = new Map<string, string>()
      for (let n = 0; n < projects; n += 1) {
        const name = `project-${n}`
        const { record } = await createRecord(ctx, change, kinds.project, { name })
        ids.set(String(record.id), name)
      }
      return ids
    })
  } finally {
    await store.close()
  }
}

/** The peak memory of a process, in megabytes; undefined if the system does not report it. */
async function peakOf(pid: number): Promise<number | undefined> {
  let peak: number | undefined
  for (;;) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(status) ?? []
    if (kilobytes === undefined) return peak
    peak = Number(kilobytes) / 1024
    await sleep(20)
  }
}

const perCent = 10n ** 8n

/** Half a cent is rounded away from zero. */
const cents = (tenBillionths: bigint): bigint =>
  (tenBillionths + (tenBillionths < 0n ? -perCent / 2n : perCent / 2n)) / perCent

const decimal = (tenBillionths: bigint): string => {
  const text = String(tenBillionths).padStart(11, '0')
  return `${text.slice(0, -10)}.${text.slice(-10).replace(/0+$/, '').padEnd(2, '0')}`
}
