import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sharePostgres, startPostgres } from './postgres.ts'

test('each database is empty and separate from the others', async (t) => {
  const postgres = await startPostgres({ durable: false })
  if ('unavailable' in postgres) return t.skip(postgres.unavailable)
  t.after(postgres.stop)

  assert.match(postgres.version, /^\d+/)
  const [first, second] = [await postgres.createDatabase(), await postgres.createDatabase()]
  await query(first, 'CREATE TABLE services (name text)')
  await query(first, "INSERT INTO services VALUES ('billing')")

  assert.deepEqual(await query(first, 'SELECT name FROM services'), [{ name: 'billing' }])
  await assert.rejects(query(second, 'SELECT name FROM services'), { code: '42P01' })
})

test('writes are durable on a dedicated server, and fast on one that a whole run shares', async (t) => {
  const { SVC_TEST_DATABASE_URL: given } = process.env
  t.after(() => {
    if (given !== undefined) process.env.SVC_TEST_DATABASE_URL = given
  })
  delete process.env.SVC_TEST_DATABASE_URL
  const [own, shared] = [await startPostgres(), await sharePostgres()]
  if ('unavailable' in own) return t.skip(own.unavailable)
  if ('unavailable' in shared) return t.skip(shared.unavailable)
  t.after(own.stop)
  t.after(shared.stop)

  const settings = ['fsync', 'synchronous_commit', 'full_page_writes']
  for (const setting of settings) {
    assert.deepEqual(await query(own.url, `SHOW ${setting}`), [{ [setting]: 'on' }])
    assert.deepEqual(await query(shared.env.SVC_TEST_DATABASE_URL, `SHOW ${setting}`), [{ [setting]: 'off' }])
  }
})

test('a child process uses the server that its parent shares, and drops what it created', async (t) => {
  const shared = await sharePostgres({ durable: false })
  if ('unavailable' in shared) return t.skip(shared.unavailable)
  t.after(shared.stop)

  const created = await runChild('console.log(await p.createDatabase()); await p.stop()', shared.env)
  assert.equal(new URL(created).host, new URL(shared.env.SVC_TEST_DATABASE_URL).host)
  await assert.rejects(query(created, 'SELECT 1'), { code: '3D000' })
})

test('a server dies with the process that started it, even by kill -9', async (t) => {
  const { SVC_TEST_DATABASE_URL: _, ...env } = process.env
  const output = await runChild(
    "console.log(p.unavailable ?? p.url); process.kill(process.pid, 'SIGKILL')",
    env,
  )
  if (!output.startsWith('postgres://')) return t.skip(output)

  const deadline = Date.now() + 60_000
  while (Date.now() < deadline && (await answers(output))) await sleep(50)
  assert.equal(await answers(output), false)
})

/** Runs code that finds a started server as `p`, and returns what it prints. */
async function runChild(code: string, env: NodeJS.ProcessEnv): Promise<string> {
  const module = JSON.stringify(import.meta.resolve('./postgres.ts'))
  const program = `import { startPostgres } from ${module}; const p = await startPostgres({ durable: false }); ${code}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, SVC_TEST_DATABASE_URL: undefined, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  await once(child, 'close')
  return output.trim()
}

async function query(url: string, sql: string): Promise<readonly unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function answers(url: string): Promise<boolean> {
  return query(url, 'SELECT 1').then(
    () => true,
    () => false,
  )
}
