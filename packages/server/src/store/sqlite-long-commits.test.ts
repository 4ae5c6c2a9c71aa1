import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, afterEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { databaseFile } from './sqlite-file.ts'
import { createLongCommits } from './sqlite-long-commits.ts'
import { openSqlite } from './sqlite.ts'
import type { Engine, Sql } from './sql.ts'

const many = 3_000
const execFileAsync = promisify(execFile)
/** Nothing but the copying keeps it alive while it closes. */
const program = `
  const { openSqlite } = await import(${JSON.stringify(new URL('./sqlite.ts', import.meta.url).href)})
  const engine = openSqlite(process.env.DATA_DIR)
  await engine.transaction(async (tx) => {
    for (let id = 0; id < ${many}; id += 1) await tx.run('insert into written values (?, ?)', [id, 'x'])
  })
  await engine.close()
  process.stdout.write('closed')`
let dataDir: string
let engine: Engine
let other: DatabaseSync

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-long-'))
  engine = openSqlite(dataDir)
  await engine.transaction((tx) => tx.run('create table written (id integer, text text)'))
  other = new DatabaseSync(databaseFile(dataDir))
})

afterEach(async () => {
  other.close()
  await engine.close()
  rmSync(dataDir, { recursive: true })
})

async function writeMany(tx: Sql): Promise<void> {
  for (let id = 0; id < many; id += 1)
    await tx.run('insert into written values (?, ?)', [id, 'x'.repeat(2_000)])
}

const settingsOf = async (tx: Sql): Promise<unknown[]> => [
  Object.values((await tx.all('pragma cache_size'))[0] ?? {})[0],
  Object.values((await tx.all('pragma wal_autocheckpoint'))[0] ?? {})[0],
]

/** How many pages the log has, and how many of them have been copied; it copies none itself. */
const logOf = () =>
  other.prepare('pragma wal_checkpoint(noop)').get() as {
    readonly log: number
    readonly checkpointed: number
  }

test('a long transaction is copied into the database beside the event loop, and the next ones are as before', async () => {
  const during = await engine.transaction(async (tx) => {
    await writeMany(tx)
    return settingsOf(tx)
  })
  assert.deepEqual(during, [-1024, 0])
  assert.deepEqual(other.prepare('select count(*) as count from written').get(), {
    __proto__: null,
    count: many,
  })
  assert.ok(logOf().log > 1_000, 'the log holds all of it')
  while (logOf().checkpointed < logOf().log) await sleep(10)
  while ((await engine.transaction(settingsOf))[1] === 0) await sleep(10)
  assert.deepEqual(await engine.transaction(settingsOf), [-16384, 1000])
})

test('one that fails leaves nothing, and the next ones are as before', async () => {
  const failing = engine.transaction(async (tx) => {
    await writeMany(tx)
    throw new Error('It was not meant to be.')
  })
  await assert.rejects(failing, /not meant to be/)
  assert.deepEqual(await engine.transaction(settingsOf), [-16384, 1000])
  assert.deepEqual(await engine.transaction((tx) => tx.all('select * from written')), [])
})

test('several in a row, and a short one beside the copying', async () => {
  for (let round = 1; round <= 3; round += 1) {
    await engine.transaction(writeMany)
    await engine.transaction((tx) => tx.run('insert into written values (?, ?)', [round, 'short']))
  }
  const [row] = await engine.reader.all('select count(*) as count from written')
  assert.equal(row?.count, 3 * (many + 1))
})

test('a program that ends right after one still does what comes after closing', async () => {
  const { stdout } = await execFileAsync(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, DATA_DIR: dataDir },
  })
  assert.equal(stdout, 'closed')
})

test('a file that is moved away right after a commit is not replaced by an empty one', async () => {
  const file = join(dataDir, 'moved.db')
  const writer = new DatabaseSync(file)
  writer.exec('pragma journal_mode = wal; create table written (id integer)')
  const commits = createLongCommits(file)
  commits.finish(writer)
  renameSync(file, `${file}.old`)
  await commits.idle()
  writer.close()
  assert.ok(!existsSync(file))
})
