import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { kinds } from '@svc/model'
import type { FocusSummary } from '@svc/server'
import { createFixtures, isLongRun, onEachEngine, useApp } from '@svc/server/testing'
import { charge, focusCsv, type FocusRow } from './testing/focus-rows.ts'
import { jsonOf, runSvc, scratchDir } from './testing/run-svc.ts'

onEachEngine((engine) => {
  const app = useApp(engine)

  const newScene = async (t: TestContext) => {
    const organisation = await app.organisation()
    const fixtures = createFixtures({ app, organisation })
    const dir = await scratchDir(t)
    const file = join(dir, 'focus.csv')
    const { dataDir, databaseUrl } = app.location
    const place = databaseUrl ? ['--database-url', databaseUrl] : ['--data-dir', dataDir]
    const flags = [...place, '--org', organisation.id]
    const run = async (rows: readonly FocusRow[] | Uint8Array, ...more: readonly string[]) => {
      await writeFile(file, rows instanceof Uint8Array ? rows : focusCsv(rows))
      return jsonOf<FocusSummary>(['import', 'costs', file, ...flags, ...more])
    }
    const entries = async () =>
      (await organisation.owner.get('/costs/entries?limit=1000')).body.entries as readonly Entry[]
    return { organisation, fixtures, file, flags, run, entries }
  }

  test('rows far below a cent are added up exactly and rounded together', async (t) => {
    const { run, entries } = await newScene(t)
    const tiny = ['1.5E-7', '0.0049', '.0001', '2e-3', '-0.0009', '1234567.005', '0', '1E2', '+3']
    const rows = tiny.flatMap((cost) =>
      [1, 2, 3].map((day) => charge(day, cost, { ServiceName: `S${cost}` })),
    )
    const { totals, rows: count, refusedCount } = await run(rows)
    assert.deepEqual([count, refusedCount], [27, 0])
    assert.equal(totals[0]?.exact, '3704010.03330045')
    assert.equal(totals[0]?.cents, 370_401_003)
    const made = await entries()
    assert.equal(
      made.reduce((sum, { amountCents }) => sum + amountCents, 0),
      370_401_003,
    )
    for (const { service, amountCents } of made) {
      const exact = Number(service.slice(1)) * 100
      assert.ok(Math.abs(amountCents - exact) < 1, `${service}: ${amountCents}`)
    }
  })

  test('the same file again changes nothing; a newer one replaces its period and no other', async (t) => {
    const { run, entries } = await newScene(t)
    const september: FocusRow = {
      ...charge(1, '7'),
      BillingPeriodStart: '2026-09-01',
      ChargePeriodStart: '2026-09-05',
      ChargePeriodEnd: '2026-09-06',
    }
    await run([september])
    const rows = [charge(1, '1'), charge(2, '2'), charge(3, '3')]
    const first = await run(rows)
    assert.deepEqual(first.imports, [
      { importId: 'focus/AWS/2026-10-01', created: 3, updated: 0, unchanged: 0, removed: 0 },
    ])
    const before = await entries()
    const again = await run(rows)
    assert.deepEqual(again.imports, [
      { importId: 'focus/AWS/2026-10-01', created: 0, updated: 0, unchanged: 3, removed: 0 },
    ])
    assert.deepEqual(await entries(), before)

    const newer = [charge(1, '1'), charge(2, '2.5'), charge(4, '4')]
    const dry = await run(newer, '--dry-run')
    assert.deepEqual(await entries(), before)
    const { imports } = await run(newer)
    assert.deepEqual(imports, dry.imports)
    assert.deepEqual(imports, [
      { importId: 'focus/AWS/2026-10-01', created: 1, updated: 1, unchanged: 1, removed: 1 },
    ])
    const after = await entries()
    assert.deepEqual(after.map(({ amountCents }) => amountCents).sort(), [100, 250, 400, 700])
    // Another provider or source changes none of it.
    await run([charge(1, '9', { ProviderName: 'GCP' })])
    await run([charge(1, '9')], '--source', 'other')
    assert.equal((await entries()).length, 6)
  })

  test('the project of a row: by tag, else by resource, else by account, else none', async (t) => {
    const { run, entries, fixtures } = await newScene(t)
    const ids = new Map<string, string>()
    for (const name of ['Web Shop', 'Payments', 'Twin', 'Twin'])
      ids.set(name, String((await fixtures.make(kinds.project, { name })).id))
    const componentId = ids.get('Payments')
    await fixtures.make(kinds.resource, { externalId: 'arn:db', componentId })
    const tags = (app: unknown) => ({ Tags: JSON.stringify({ env: 'prod', app }) })
    const rows = [
      charge(1, '1', tags('web-shop')),
      charge(2, '2', { Tags: '{"user:app":"WEB SHOP"}', ResourceId: 'arn:db' }),
      charge(3, '4', tags(ids.get('Web Shop'))),
      charge(4, '8', { ...tags('unknown'), ResourceId: 'arn:db', SubAccountId: '77' }),
      charge(5, '16', { SubAccountId: '77' }),
      charge(6, '32', tags('Twin')),
      charge(7, '64', { Tags: 'no json with app' }),
      charge(8, '128', tags(true)),
    ]
    const { totals } = await run(rows, '--tag', 'app', '--account', `77=Payments, 78=${ids.get('Web Shop')}`)
    const spent = (appId: string | null | undefined, all: readonly Entry[]) =>
      all.filter((one) => one.appId === appId).reduce((sum, { amountCents }) => sum + amountCents, 0)
    const made = await entries()
    assert.deepEqual(
      [spent(ids.get('Web Shop'), made), spent(ids.get('Payments'), made), spent(null, made)],
      [700, 2_400, 22_400],
    )
    assert.deepEqual([totals[0]?.cents, totals[0]?.unallocatedCents], [25_500, 22_400])
  })

  test('months are spread over their days, credits count, currencies stay separate', async (t) => {
    const { run, entries } = await newScene(t)
    const month = { ChargePeriodEnd: '2026-11-01T00:00:00Z' }
    const { totals } = await run([
      charge(1, '100', month),
      charge(1, '-10', { ...month, ServiceName: 'Credit' }),
      charge(1, '5', { BillingCurrency: 'eur' }),
    ])
    assert.deepEqual(
      totals.map(({ currency, cents }) => [currency, cents]),
      [
        ['EUR', 500],
        ['USD', 9_000],
      ],
    )
    const days = (await entries()).filter(({ service, currency }) => service === 'EC2' && currency === 'USD')
    assert.equal(days.length, 31)
    assert.equal(new Set(days.map(({ periodStart }) => periodStart)).size, 31)
    for (const { amountCents } of days) assert.ok(amountCents === 322 || amountCents === 323)
  })

  test('an import is one line of the audit log, for admins', async (t) => {
    const { run, organisation } = await newScene(t)
    await run([charge(1, '1')])
    await run([charge(1, '1')])
    const { auditLog } = (await organisation.owner.get('/audit-log?subjectKind=cost_entry')).body
    assert.deepEqual(
      auditLog.map(({ type, subject }: { type: string; subject: { id: string } }) => [type, subject.id]),
      [['cost_entry.imported', 'focus/AWS/2026-10-01']],
    )
  })

  // Errors in a file do not depend on the engine.
  if (engine === 'postgres' && !isLongRun) return

  test('columns are found by name, in any order and version, compressed or not, with quotes as in RFC 4180', async (t) => {
    const { run, entries, flags } = await newScene(t)
    const row = { ...charge(1, '1'), ServiceName: 'A "great",\nservice', x_Other: 'x' }
    const { ProviderName: _, ...later }: FocusRow = { ...row, ServiceProviderName: 'AWS' }
    const turned = Object.fromEntries(Object.entries(later).toReversed())
    await run(gzipSync(`\uFEFF${focusCsv([row])}`))
    const again = await run(Buffer.from(focusCsv([turned]).replaceAll('\r\n', '\n').trimEnd()))
    assert.equal(again.imports[0]?.unchanged, 1)
    const [entry] = await entries()
    assert.equal(entry?.service, 'A "great",\nservice')
    const piped = await runSvc(['import', 'costs', '-', ...flags, '--json'], {
      input: gzipSync(focusCsv([row])),
    })
    assert.equal(JSON.parse(piped.out).imports[0].unchanged, 1, piped.err)
    assert.equal((await run([charge(1, '1', { BilledCost: '3' })], '--cost', 'billed')).totals[0]?.cents, 300)
  })

  test('a row that cannot be read is left out and named by its line; --strict stops there', async (t) => {
    const { run, entries, file, flags } = await newScene(t)
    const good = focusCsv([charge(1, '1', { ServiceName: 'two\nlines' }), charge(2, '2')])
    const [columns = ''] = good.split('\r\n')
    const bad = [
      focusCsv([charge(1, '1,5')]),
      focusCsv([charge(1, '', {})]),
      focusCsv([charge(1, '1', { BillingCurrency: 'dollars' })]),
      focusCsv([charge(1, '1', { ChargePeriodStart: '2026-02-30T00:00:00Z' })]),
      focusCsv([charge(1, '1', { ChargePeriodEnd: '2026-09-01T00:00:00Z' })]),
    ].map((text) => text.slice(columns.length + 2))
    const text = `${good}${bad.join('')}a,b\r\n"x"y,1\r\n`
    const summary = await run(Buffer.from(text))
    assert.deepEqual([summary.rows, summary.refusedCount, summary.entries], [9, 7, 2])
    assert.deepEqual(
      summary.refused.map(({ line }) => line),
      [5, 6, 7, 8, 9, 10, 11],
    )
    assert.match(summary.refused[0]?.reason ?? '', /"1,5"/)
    const before = await entries()
    const strict = await runSvc(['import', 'costs', file, ...flags, '--strict', '--source', 'x'])
    assert.equal(strict.code, 1)
    assert.match(strict.err, /^Line 5 cannot be read: .*"1,5"\.\n$/)
    assert.deepEqual(await entries(), before)
    const people = await runSvc(['import', 'costs', file, ...flags])
    assert.match(
      people.out,
      /2 entries from 9 rows\..*USD +3\.00 +3\.00 \(100\.0 %\).*7 rows left out:\n +line 5:/s,
    )
  })

  test('a server on SQLite is not kept waiting too long: a larger import is refused', async (t) => {
    if (engine !== 'sqlite') return t.skip('PostgreSQL lets others write meanwhile')
    const { run, entries, file, flags } = await newScene(t)
    await run([charge(1, '1')])
    const days = Array.from({ length: 28 }, (_, day) => day + 1)
    const rows = (services: number) =>
      Array.from({ length: services }, (_, n) => n).flatMap((n) =>
        days.map((day) => charge(day, '1', { ServiceName: `S${n}` })),
      )
    await writeFile(file, focusCsv(rows(1_786)))
    const { code, err } = await runSvc(['import', 'costs', file, ...flags])
    assert.equal(code, 1)
    assert.match(
      err,
      /^It would change more than 50,000 entries while a server has the database open, [^\n]+\n$/,
    )
    assert.equal((await entries()).length, 1)
    assert.equal((await run(rows(100))).entries, 2_800)
  })

  test('a file of which no row can be read is reported row by row, and fails', async (t) => {
    const { file, flags, run, entries } = await newScene(t)
    await run([charge(1, '1')])
    await writeFile(file, focusCsv([charge(1, 'much'), charge(2, 'more')]))
    const { code, out } = await runSvc(['import', 'costs', file, ...flags])
    assert.equal(code, 1)
    assert.match(out, /^0 entries from 2 rows\.\n\nNone of its rows could be read\.\n\n2 rows left out:\n/)
    const json = await runSvc(['import', 'costs', file, ...flags, '--json'])
    assert.deepEqual([json.code, JSON.parse(json.out).refusedCount], [1, 2])
    assert.equal((await entries()).length, 1)
  })

  test('errors are reported in one sentence', async (t) => {
    const { file, flags } = await newScene(t)
    const fails = async (content: string | Uint8Array, expected: RegExp, ...more: readonly string[]) => {
      await writeFile(file, content)
      const { code, err, out } = await runSvc(['import', 'costs', file, ...flags, ...more])
      assert.deepEqual([code !== 0, out], [true, ''], err)
      assert.match(err, expected)
    }
    await fails('', /^The file is empty\.\n$/)
    const [names = ''] = focusCsv([charge(1, '1')]).split('\r\n')
    for (const bare of [names, `${names}\r\n`, gzipSync(`${names}\n\n`)])
      for (const more of [[], ['--json'], ['--dry-run']])
        await fails(bare, /^The file has no rows: the charges must follow below [^\n]*\.\n$/, ...more)
    await fails(
      'a,b\n1,2\n',
      /not a FOCUS export: its first line must name the columns, but lacks EffectiveCost, BillingCurrency/,
    )
    await fails(gzipSync(focusCsv([charge(1, '1')])).subarray(0, 60), /cannot be decompressed completely/)
    await fails('x', /--account must be of the form/, '--account', '12')
    await fails(focusCsv([charge(1, '1')]), /There is no project "nope"/, '--account', '12=nope')
    await fails('x', /--source must be/, '--source', 'a/b')
    const { err } = await runSvc(['import', 'costs', `${file}.none`, ...flags])
    assert.match(err, /^There is no file .*\.none\.\n$/)
    await rm(file)
    const folder = await runSvc(['import', 'costs', dirname(file), ...flags])
    assert.match(folder.err, /^There is no \.csv or \.csv\.gz file in \S+\.\n$/)
    assert.match((await runSvc(['import', 'costs', ...flags])).err, /FILE\|FOLDER\|MANIFEST is missing/)
  })
})

interface Entry {
  readonly appId: string | null
  readonly service: string
  readonly currency: string
  readonly amountCents: number
  readonly periodStart: string
}
