import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { kinds } from '@svc/model'
import type { FocusSummary } from '@svc/server'
import { createFixtures, onEachEngine, useApp } from '@svc/server/testing'
import { charge, focusCsv } from './testing/focus-rows.ts'
import { jsonOf, scratchDir } from './testing/run-svc.ts'

onEachEngine((engine) => {
  const app = useApp(engine)

  test('a file makes the same entries over HTTP and by the command', async (t) => {
    const rows = Array.from({ length: 500 }, (_, n) =>
      charge(1 + (n % 28), `${n}.${n}7`, {
        ServiceName: `S${n % 9}`,
        BillingCurrency: n % 50 === 0 ? 'EUR' : 'USD',
        Tags: JSON.stringify({ app: ['shop', 'ledger', 'chekout'][n % 3] }),
        SubAccountId: n % 7 === 0 ? '12' : '',
      }),
    )
    const file = join(await scratchDir(t), 'focus.csv.gz')
    const bytes = gzipSync(focusCsv([...rows, charge(3, 'x')]))
    await writeFile(file, bytes)
    const organisation = await app.organisation()
    const { make } = createFixtures({ app, organisation })
    for (const name of ['Shop', 'Ledger']) await make(kinds.project, { name })
    const { dataDir, databaseUrl } = app.location
    const place = databaseUrl ? ['--database-url', databaseUrl] : ['--data-dir', dataDir]
    const flags = [...place, '--org', organisation.id, '--tag', 'app', '--account', '12=Ledger']
    const { status, body } = await organisation.owner.send(
      'POST',
      '/imports/costs?dryRun=false&tag=app&accounts=12=Ledger&part=focus.csv.gz',
      bytes,
      { 'content-type': 'application/gzip' },
    )
    assert.equal(status, 200)
    assert.ok(body.refusedCount === 1 && body.entries > 100)
    // Whatever the command would make differently, it would change now.
    const done = await jsonOf<FocusSummary>(['import', 'costs', file, ...flags])
    for (const key of ['rows', 'entries', 'totals', 'refused', 'projects', 'unattributed'] as const)
      assert.deepEqual(body[key], done[key], key)
    assert.deepEqual(done.imports, [
      { importId: 'focus/AWS/2026-10-01', created: 0, updated: 0, unchanged: body.entries, removed: 0 },
    ])
  })
})
