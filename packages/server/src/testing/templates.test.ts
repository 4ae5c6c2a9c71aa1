import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { migrate } from '../store/migrate.ts'
import { migrations } from '../store/migrations/index.ts'
import type { StoreLocation } from '../store/open.ts'
import { openEngine } from '../store/open-engine.ts'
import type { Engine } from '../store/sql.ts'
import { type EngineName, onEachEngine, openTestStore } from './engines.ts'
import { startPostgres } from './postgres.ts'
import { executeIn, rowsIn } from './tables.ts'

const listColumns = {
  sqlite: `select type || ' ' || name || ': ' || coalesce(sql, '') as text from sqlite_master order by 1`,
  postgres: `
    select concat_ws(' ', table_name, column_name, data_type, collation_name, is_nullable, column_default) as text
      from information_schema.columns where table_schema = current_schema()
    union all select indexdef from pg_indexes where schemaname = current_schema() order by 1`,
} as const satisfies Record<EngineName, string>

onEachEngine((name) => {
  test('the store of a test is the same as the migrations create', async (t) => {
    const { location, remove } = await openTestStore(name)
    t.after(remove)
    const copy = await openEngine(location)
    t.after(() => copy.close())
    const engine = await openEngine(await emptyPlace(t, name))
    t.after(() => engine.close())
    assert.equal((await migrate(engine)).length, migrations.length)
    assert.deepEqual(await schemaOf(copy), await schemaOf(engine))
    assert.deepEqual(await migrate(copy), [])
  })

  test('two stores of one run have nothing in common', async (t) => {
    const [first, second] = [await openTestStore(name), await openTestStore(name)]
    t.after(first.remove)
    t.after(second.remove)
    await executeIn(first.store, 'create table only_here (id text)')
    assert.deepEqual(await rowsIn(first.store, 'select id from only_here'), [])
    await assert.rejects(rowsIn(second.store, 'select id from only_here'), /only_here/)
    const own = await Promise.all(
      [first, second].map(({ store }) => rowsIn(store, 'select epoch, cursor_key from epoch')),
    )
    const values = own.flat().flatMap((row) => Object.values(row))
    assert.equal(new Set(values).size, 4, 'each has its own epoch and key')
  })
})

async function schemaOf({ reader, name }: Engine): Promise<readonly unknown[]> {
  const rows = await reader.all(listColumns[name])
  assert.ok(rows.length > migrations.length)
  return rows.map(({ text }) => text)
}

async function emptyPlace(t: TestContext, name: EngineName): Promise<StoreLocation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-empty-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  if (name === 'sqlite') return { dataDir }
  const postgres = await startPostgres()
  if ('unavailable' in postgres) throw new Error(postgres.unavailable)
  t.after(postgres.stop)
  return { dataDir, databaseUrl: await postgres.createDatabase() }
}
