import assert from 'node:assert/strict'
import { access, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startPostgres } from '@svc/server/testing'
import { runProgram } from './testing/run-program.ts'
import { jsonOf, runSvc, scratchDir } from './testing/run-svc.ts'
import { serveSvc } from './testing/serve-svc.ts'

const postgres = await startPostgres()
const skip = 'unavailable' in postgres && postgres.unavailable
after(() => ('stop' in postgres ? postgres.stop() : undefined))

async function newDatabase(): Promise<Readonly<Record<string, string>>> {
  if ('unavailable' in postgres) throw new Error(postgres.unavailable)
  return { SVC_DATABASE_URL: await postgres.createDatabase() }
}

test('the same commands work on PostgreSQL, alongside a server', { skip }, async (t) => {
  const env = await newDatabase()
  const server = await serveSvc(t, ['--data-dir', '/dev/null'], env)
  const { token } = await jsonOf<{ token: string }>(['token', 'create', '--email', 'owner@example.com'], {
    env,
  })
  const answer = await fetch(`${server.url}/v1/me`, { headers: { authorization: `Bearer ${token}` } })
  assert.equal(answer.status, 200)
  assert.deepEqual(await jsonOf(['migrate', '--check'], { env }), { pending: [] })
  assert.equal((await server.stop()).code, 0)
})

test('several servers that start at once on an empty database create one organisation', {
  skip,
}, async (t) => {
  const env = await newDatabase()
  const servers = await Promise.all([1, 2, 3].map(() => serveSvc(t, [], env)))
  const outputs = await Promise.all(servers.map((server) => server.stop()))
  assert.equal(outputs.filter(({ out }) => out.includes('svc_pat_live_')).length, 1)
  assert.equal((await jsonOf<unknown[]>(['org', 'list'], { env })).length, 1)
})

test('the doctor checks PostgreSQL', { skip }, async () => {
  const env = await newDatabase()
  await jsonOf(['migrate'], { env })
  const { out } = await runSvc(['doctor', '--port', '0'], { env })
  assert.match(out, /^[✓!✗] database: PostgreSQL \d+.* answers in [\d.]+ ms$/m)
  assert.match(out, /^[✓✗] durability: /m)
  assert.match(out, /^[✓!✗] clocks here and at the database: \d\.\d s apart$/m)
  assert.match(out, /^✓ schema: up to date$/m)
})

test('a missing database is reported in one sentence, without the password', { skip }, async () => {
  const { SVC_DATABASE_URL = '' } = await newDatabase()
  const url = new URL(SVC_DATABASE_URL)
  url.pathname = '/nowhere'
  url.password = 'hush'
  const { code, err } = await runSvc(['org', 'list', '--database-url', url.href])
  assert.equal(code, 1)
  assert.match(err, /^(The PostgreSQL server has no database named|PostgreSQL at \S+ refused)[^\n]*\n$/)
  assert.ok(!err.includes('hush'))
})

test('a backup on PostgreSQL is made by pg_dump and restored, or says why not', { skip }, async (t) => {
  const env = await newDatabase()
  await jsonOf(['org', 'create', '--name', 'Acme', '--owner-email', 'ada@example.com'], { env })
  const file = join(await scratchDir(t), 'copy.dump')
  const without = await runProgram(['backup', file], { env: { ...env, PATH: '/nowhere' } })
  assert.equal(without.code, 1)
  assert.match(without.err, /^pg_dump is not on the PATH: install PostgreSQL.s client programs, .*\n$/)

  const dumped = await runSvc(['backup', file], { env })
  if (dumped.code !== 0) {
    t.diagnostic(`pg_dump here does not suit the server: ${dumped.err.trim()}`)
    assert.match(dumped.err, /^pg_dump failed: [^\n]+\n$/)
    await assert.rejects(access(file), 'nothing half-done is left')
    return
  }
  assert.equal((await stat(file)).mode & 0o077, 0, 'only its owner can read what pg_dump writes')
  const target = await newDatabase()
  assert.deepEqual(await jsonOf(['restore', file], { env: target }), { organisations: 1, keptAs: null })
  const refused = await runSvc(['restore', file], { env: target })
  assert.match(refused.err, /^The database already has tables of svc: /)
  assert.equal((await runSvc(['restore', file, '--force'], { env: target })).code, 0)
})

test('an archive is loaded alongside a server that has other organisations', { skip }, async (t) => {
  const source = await newDatabase()
  const made = await jsonOf<{ token: string }>(
    ['org', 'create', '--name', 'Acme', '--owner-email', 'ada@example.com'],
    { env: source },
  )
  const archive = join(await scratchDir(t), 'archive')
  await jsonOf(['export', '--format', 'json', archive], { env: source })
  const env = await newDatabase()
  const server = await serveSvc(t, [], env)
  const me = () => fetch(`${server.url}/v1/me`, { headers: { authorization: `Bearer ${made.token}` } })
  assert.equal((await me()).status, 401)
  const loads = await Promise.all([1, 2].map(() => runSvc(['import', 'archive', archive], { env })))
  assert.deepEqual(loads.map(({ code }) => code).toSorted(), [0, 1], 'one of two at once')
  assert.match(
    loads.map(({ err }) => err).join(''),
    /^The organisation org_\S+ \(Acme\) already exists in this store/,
  )
  assert.equal((await me()).status, 200)
  assert.equal((await jsonOf<unknown[]>(['org', 'list'], { env })).length, 2)
  assert.equal((await server.stop()).err, '')
})
