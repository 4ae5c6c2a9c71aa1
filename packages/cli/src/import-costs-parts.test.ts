import assert from 'node:assert/strict'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { FocusSummary } from '@svc/server'
import { onEachEngine, useApp, executeIn } from '@svc/server/testing'
import { charge, focusCsv, type FocusRow } from './testing/focus-rows.ts'
import { jsonOf, runSvc, scratchDir } from './testing/run-svc.ts'

onEachEngine((engine) => {
  const app = useApp(engine)

  const newScene = async (t: TestContext) => {
    const organisation = await app.organisation()
    const dir = await scratchDir(t)
    const { dataDir, databaseUrl } = app.location
    const place = databaseUrl ? ['--database-url', databaseUrl] : ['--data-dir', dataDir]
    const flags = [...place, '--org', organisation.id]
    const put = async (name: string, rows: readonly FocusRow[] | string): Promise<string> => {
      const path = join(dir, name)
      await mkdir(dirname(path), { recursive: true })
      const text = typeof rows === 'string' ? rows : focusCsv(rows)
      await writeFile(path, name.endsWith('.gz') ? gzipSync(text) : text)
      return path
    }
    const run = (...args: readonly string[]) => jsonOf<FocusSummary>(['import', 'costs', ...args, ...flags])
    const fails = async (...args: readonly string[]): Promise<string> => {
      const { code, err } = await runSvc(['import', 'costs', ...args, ...flags])
      assert.notEqual(code, 0)
      return err
    }
    const cents = async (): Promise<readonly number[]> => {
      const { entries } = (await organisation.owner.get('/costs/entries?limit=1000')).body
      return (entries as readonly { readonly amountCents: number }[])
        .map(({ amountCents }) => amountCents)
        .sort((a, b) => a - b)
    }
    return { organisation, dir, flags, put, run, fails, cents }
  }

  const sum = (cents: readonly number[]): number => cents.reduce((all, one) => all + one, 0)

  test('several files are one import: added up exactly, in one step, with one line in the log', async (t) => {
    const { put, run, organisation, cents } = await newScene(t)
    const one = await put('focus-00001.csv', [charge(1, '0.004'), charge(2, '7')])
    const two = await put('focus-00002.csv.gz', [charge(1, '0.004'), charge(3, '1')])
    const { rows, totals, imports, kept } = await run(one, two)
    assert.deepEqual([rows, kept], [4, []])
    // Each would be zero if it were rounded on its own.
    assert.deepEqual([totals[0]?.exact, totals[0]?.cents], ['8.008', 801])
    assert.equal(imports.length, 1)
    assert.equal(sum(await cents()), 801)
    const { auditLog } = (await organisation.owner.get('/audit-log?subjectKind=cost_entry')).body
    assert.equal(auditLog.length, 1)
    const again = await run(two, one)
    assert.deepEqual(
      again.imports.map(({ created, updated, removed }) => [created, updated, removed]),
      [[0, 0, 0]],
    )
  })

  test('parts imported in separate runs add up, and each replaces only itself', async (t) => {
    const { put, run, cents } = await newScene(t)
    const one = await put('focus-00001.csv', [charge(1, '1'), charge(2, '2')])
    const two = await put('focus-00002.csv', [charge(1, '4'), charge(3, '8')])
    await run(one)
    const second = await run(two)
    assert.deepEqual(second.kept, [{ importId: 'focus/AWS/2026-10-01', part: 'focus-00001.csv' }])
    assert.deepEqual(await cents(), [100, 200, 400, 800])
    // The same name is the same part, in whatever folder.
    const moved = await put('another-run/focus-00001.csv', [charge(1, '1'), charge(2, '2')])
    assert.deepEqual((await run(moved)).imports, [
      { importId: 'focus/AWS/2026-10-01', created: 0, updated: 0, unchanged: 2, removed: 0 },
    ])
    await put('focus-00001.csv', [charge(1, '1.5')])
    const dry = await run(one, '--dry-run')
    assert.deepEqual(await cents(), [100, 200, 400, 800])
    const corrected = await run(one)
    assert.deepEqual([corrected.imports, corrected.kept], [dry.imports, dry.kept])
    assert.deepEqual(await cents(), [150, 400, 800])
  })

  test('one part of an import of several can be replaced, too', async (t) => {
    const { put, run, cents } = await newScene(t)
    const one = await put('focus-00001.csv', [charge(1, '1')])
    const two = await put('focus-00002.csv', [charge(1, '4')])
    await run(one, two)
    await put('focus-00002.csv', [charge(1, '5')])
    await run(two)
    assert.deepEqual(await cents(), [100, 500])
  })

  test('a folder replaces its periods, and leaves others alone', async (t) => {
    const { dir, put, run, cents } = await newScene(t)
    const september = {
      BillingPeriodStart: '2026-09-01',
      ChargePeriodStart: '2026-09-05',
      ChargePeriodEnd: '2026-09-06',
    }
    await put('sep/data/focus-00001.csv', [{ ...charge(1, '64'), ...september }])
    await put('oct/data/focus-00001.csv', [charge(1, '1')])
    await put('oct/data/focus-00002.csv.gz', [charge(2, '2')])
    await put('oct/data/focus-00003.csv', [charge(3, '4')])
    await put('oct/data/notes.txt', 'no charges')
    await put('oct/data/.focus-00009.csv', [charge(3, '99')])
    await run(join(dir, 'sep'))
    await run(join(dir, 'oct'))
    assert.deepEqual(await cents(), [100, 200, 400, 6_400])
    await rm(join(dir, 'oct/data/focus-00003.csv'))
    await put('oct/data/focus-00002.csv.gz', [charge(2, '2'), charge(4, '8')])
    const { imports, kept } = await run(join(dir, 'oct'))
    assert.deepEqual(kept, [])
    assert.deepEqual(imports, [
      { importId: 'focus/AWS/2026-10-01', created: 1, updated: 0, unchanged: 2, removed: 1 },
    ])
    assert.deepEqual(await cents(), [100, 200, 800, 6_400])
  })

  test('--whole replaces what was imported under another name', async (t) => {
    const { put, run, cents } = await newScene(t)
    await run(await put('focus-2026-10-14.csv', [charge(1, '1')]), '--whole')
    await run(await put('focus-2026-10-15.csv', [charge(1, '1'), charge(2, '2')]), '--whole')
    assert.deepEqual(await cents(), [100, 200])
  })

  const manifests: readonly (readonly [string, string, (file: string) => object])[] = [
    [
      'AWS',
      'export/metadata/BILLING_PERIOD=2026-10/focus-Manifest.json',
      (file) => ({
        exportName: 'focus',
        dataFiles: [`s3://bucket/costs/export/data/BILLING_PERIOD=2026-10/${file}`],
      }),
    ],
    [
      'Azure',
      'export/data/BILLING_PERIOD=2026-10/manifest.json',
      (file) => ({
        blobCount: 1,
        blobs: [{ blobName: `costs/20261001-20261031/run/${file}`, byteCount: 1 }],
      }),
    ],
  ]
  for (const [cloud, name, content] of manifests) {
    test(`a manifest as ${cloud} writes it imports the files that it lists, and no others`, async (t) => {
      const { put, run, cents, fails } = await newScene(t)
      const file = 'focus-00001.csv.gz'
      const listed = await put(`export/data/BILLING_PERIOD=2026-10/${file}`, [charge(1, '1')])
      const other = await put('export/data/BILLING_PERIOD=2026-10/focus-00002.csv', [charge(2, '2')])
      const manifest = await put(name, JSON.stringify(content(file)))
      await run(other)
      await run(manifest)
      assert.deepEqual(await cents(), [100])
      await rm(listed)
      assert.match(
        await fails(manifest),
        /lists ".*focus-00001\.csv\.gz", which was not found: all of its files/,
      )
      await put(name, JSON.stringify(content('focus-00001.snappy.parquet')))
      assert.match(await fails(manifest), /only Parquet files: configure the export as CSV/)
      await put(name, '{')
      assert.match(await fails(manifest), /is not a manifest: it is not JSON/)
      await put(name, JSON.stringify(content('../../../../../../etc/passwd.csv')))
      assert.match(await fails(manifest), /which was not found/)
      assert.deepEqual(await cents(), [100])
    })
  }

  test('standard input has a name if one is given', async (t) => {
    const { flags, cents } = await newScene(t)
    const pipe = async (rows: readonly FocusRow[], ...more: readonly string[]) => {
      const { code, err } = await runSvc(['import', 'costs', '-', ...flags, ...more], {
        input: focusCsv(rows),
      })
      assert.equal(code, 0, err)
    }
    await pipe([charge(1, '1')], '--part', 'a')
    await pipe([charge(1, '2')], '--part', 'b')
    assert.deepEqual(await cents(), [100, 200])
    await pipe([charge(1, '3')], '--part', 'b')
    assert.deepEqual(await cents(), [100, 300])
    // Without a name it replaces the part with the same content, or is a new one.
    await pipe([charge(1, '3')])
    assert.deepEqual(await cents(), [100, 300])
    await pipe([charge(1, '5'), charge(2, '6')])
    assert.deepEqual(await cents(), [100, 300, 500, 600])
    await pipe([charge(1, '5')])
    assert.deepEqual(await cents(), [100, 300, 500])
  })

  test('entries from before there were parts are replaced by the next import of their period', async (t) => {
    const { put, run, cents } = await newScene(t)
    // As the previous version wrote them: one import without a part, and one of a provider whose name looks like both.
    const kept = { Old: 'focus/AWS/2026-10-01', Odd: 'focus/AWS/2026-10-01/x/2026-11-01' }
    for (const [service, importId] of Object.entries(kept)) {
      await run(await put('old.csv', [charge(1, '99', { ServiceName: service })]), '--source', service)
      const statement = `update cost_entries set import_id = ? where service = ? and import_id like ?`
      await executeIn(app.store, statement, [importId, service, `${service}/%`])
    }
    const { imports } = await run(await put('focus.csv', [charge(1, '1')]))
    assert.deepEqual(
      imports.map(({ created, removed }) => [created, removed]),
      [[1, 1]],
    )
    assert.deepEqual(await cents(), [100, 9_900])
  })

  test('duplicate or ambiguous files are refused', async (t) => {
    const { dir, put, fails, cents } = await newScene(t)
    const one = await put('run-1/part_0_0001.csv', [charge(1, '1')])
    const two = await put('run-2/part_0_0001.csv', [charge(1, '1')])
    assert.match(await fails(dir), /two files called part_0_0001\.csv .* only the files of one delivery/)
    assert.match(await fails(one, one), /named twice/)
    assert.match(await fails(one, two, '--part', 'x'), /--part is the name of one file/)
    const broken = await put('b.csv', [charge(1, 'x')])
    assert.match(await fails(one, broken, '--strict'), /^Line 2 of \S+b\.csv cannot be read/)
    const empty = await put('empty.csv', '')
    assert.match(await fails(one, empty), /empty\.csv is empty/)
    assert.deepEqual(await cents(), [])
  })
})
