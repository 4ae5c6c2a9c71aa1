import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { jsonOf, runSvc, scratchDir } from './testing/run-svc.ts'

test('a new database is migrated once', async (t) => {
  const env = { SVC_DATA_DIR: await scratchDir(t) }
  const missing = await runSvc(['migrate', '--check'], { env })
  assert.deepEqual({ code: missing.code, out: missing.out }, { code: 1, out: '' })
  assert.match(missing.err, /^There is no database in \S+ yet: "svc migrate" creates it\.\n$/)
  assert.deepEqual(await readdir(env.SVC_DATA_DIR), [], 'checking creates nothing')

  const { applied } = await jsonOf<{ applied: readonly string[] }>(['migrate'], { env })
  assert.equal(applied[0], '0001-engine')
  assert.equal((await runSvc(['migrate'], { env })).out, 'The database is up to date.\n')
  assert.deepEqual(await jsonOf(['migrate', '--check'], { env }), { pending: [] })
})

test('pending migrations are listed, and the exit code says so', async (t) => {
  const env = { SVC_DATA_DIR: await scratchDir(t) }
  new DatabaseSync(join(env.SVC_DATA_DIR, 'svc.db')).close()
  const { code, out } = await runSvc(['migrate', '--check'], { env })
  assert.equal(code, 1)
  assert.match(out, /^Pending: 0001-engine, .*\.\n$/)
})

test('a database newer than the program is refused by every command', async (t) => {
  const env = { SVC_DATA_DIR: await scratchDir(t) }
  await jsonOf(['migrate'], { env })
  new DatabaseSync(join(env.SVC_DATA_DIR, 'svc.db')).exec(
    `insert into schema_migrations values ('9999-later', '2030')`,
  )
  for (const args of [['migrate'], ['migrate', '--check'], ['org', 'list'], ['serve', '--port', '0']]) {
    const { code, out, err } = await runSvc(args, { env })
    assert.deepEqual({ code, out }, { code: 1, out: '' })
    assert.match(err, /^The database is newer than this program: it has 9999-later, .*\n$/)
  }
})
