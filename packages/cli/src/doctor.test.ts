import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmod, open, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { jsonOf, runSvc, scratchDir } from './testing/run-svc.ts'
import { serveSvc } from './testing/serve-svc.ts'

interface Report {
  readonly ok: boolean
  readonly checks: readonly {
    readonly name: string
    readonly ok: boolean
    readonly says: string
    readonly mend?: string
  }[]
}

/** A set-up with an organisation, and what the doctor reports after a change to it. */
async function examine(
  dir: string,
  args: readonly string[] = ['--port', '0'],
): Promise<Report & { code: number | null }> {
  const { code, out } = await runSvc(['doctor', '--data-dir', dir, ...args, '--json'])
  return { ...(JSON.parse(out) as Report), code }
}

const wrongIn = ({ checks }: Report) =>
  checks.filter(({ ok }) => !ok).map(({ name, says }) => `${name}: ${says}`)

const setUp = (dir: string) =>
  jsonOf(['org', 'create', '--name', 'Acme', '--owner-email', 'ada@example.com', '--data-dir', dir])

const edit = (dir: string, sql: string): void => {
  const db = new DatabaseSync(join(dir, 'svc.db'))
  db.exec(sql)
  db.close()
}

test('a healthy set-up is in order, line by line', async (t) => {
  const dir = await scratchDir(t)
  await setUp(dir)
  const { code, out } = await runSvc(['doctor', '--data-dir', dir, '--port', '0'])
  assert.equal(code, 0, out)
  for (const name of ['Node', 'clock', 'data directory', 'disk', 'database', 'schema', 'organisations']) {
    assert.match(out, new RegExp(`^✓ ${name}: `, 'm'))
  }
  assert.match(out, /\nEverything is in order\. 1 note, marked with !\.\n$/)
  assert.match(out, /^! metrics token: not set.*\n {4}\S/m)
})

test('everything is in order while a server is running too', async (t) => {
  const dir = await scratchDir(t)
  const server = await serveSvc(t, ['--data-dir', dir])
  const report = await examine(dir, ['--port', new URL(server.url).port])
  assert.deepEqual({ code: report.code, wrong: wrongIn(report) }, { code: 0, wrong: [] })
  assert.equal(report.checks.at(-1)?.says, 'svc answers there')
})

test('a set-up that was never started says how to start', async (t) => {
  const dir = join(await scratchDir(t), 'none')
  const report = await examine(dir)
  assert.equal(report.code, 1)
  assert.deepEqual(wrongIn(report), [
    `data directory: ${dir} does not exist`,
    `database: there is none in ${dir}`,
  ])
  assert.ok(report.checks.every(({ ok, mend }) => ok || mend))
})

test('a data directory that others can read must be restricted', async (t) => {
  const dir = await scratchDir(t)
  await setUp(dir)
  await chmod(dir, 0o755)
  const report = await examine(dir)
  assert.deepEqual(wrongIn(report), [`data directory: ${dir} is accessible to other users (mode 755)`])
  assert.equal(report.checks.find(({ ok }) => !ok)?.mend, `Restrict it: chmod 700 ${dir}`)
})

test('a file that is not a database, and one that is damaged', async (t) => {
  const dir = await scratchDir(t)
  await writeFile(join(dir, 'svc.db'), 'something else'.repeat(500))
  assert.match(
    wrongIn(await examine(dir)).join(),
    /^database: The file svc\.db in \S+ is not an SQLite database$/,
  )

  const damaged = await scratchDir(t)
  await setUp(damaged)
  const file = await open(join(damaged, 'svc.db'), 'r+')
  const { size } = await file.stat()
  for (let page = 8; page * 4096 < size; page += 2)
    await file.write(Buffer.alloc(2048, 0xaa), 0, 2048, page * 4096)
  await file.close()
  const { code, checks } = await examine(damaged)
  assert.equal(code, 1)
  assert.match(String(checks.find(({ ok }) => !ok)?.mend), /svc restore FILE --force/)
})

test('pending migrations and a newer schema', async (t) => {
  const dir = await scratchDir(t)
  await setUp(dir)
  edit(dir, `insert into schema_migrations values ('9999-later', '2030')`)
  assert.match(wrongIn(await examine(dir)).join(), /^schema: The database is newer than this program/)
  edit(dir, `delete from schema_migrations where id > '0003'`)
  assert.match(wrongIn(await examine(dir)).join(), /^schema: \d+ migrations are pending$/)
})

test('an organisation without an active owner, and a clock that went back', async (t) => {
  const dir = await scratchDir(t)
  const { organisationId } = (await setUp(dir)) as { organisationId: string }
  edit(dir, `update users set is_active = 0; update events set at = '2099-01-01T00:00:00.000Z'`)
  const [owners, clock] = wrongIn(await examine(dir))
  assert.equal(owners, `organisations: without an active owner: ${organisationId} (Acme)`)
  assert.match(
    String(clock),
    /^last change: is dated 2099-01-01T00:00:00\.000Z, but this machine’s clock says /,
  )
})

test('a port that another program has', async (t) => {
  const dir = await scratchDir(t)
  await setUp(dir)
  const other = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.after(() => other.close())
  const { port } = other.address() as { port: number }
  assert.deepEqual(wrongIn(await examine(dir, ['--port', String(port)])), [
    `port ${port} on 127.0.0.1: cannot be opened`,
  ])
})

test('it says where passkeys do not work, and that providers lead back to this machine', async (t) => {
  const dir = await scratchDir(t)
  await setUp(dir)
  const said = async (name: string, ...args: readonly string[]) =>
    (await examine(dir, ['--port', '0', ...args])).checks.find((one) => one.name === name)?.says
  assert.match((await said('passkeys')) ?? '', /^work at http:\/\/localhost:\d+ only$/)
  for (const [url, says] of [
    ['https://svc.example/catalog', 'work at https://svc.example only'],
    ['http://svc.example', 'do not work: they need https, and the public URL is http://svc.example'],
    ['https://10.0.0.5', 'do not work: they need a host name, and the public URL is https://10.0.0.5'],
    [
      'http://127.0.0.1:8080',
      'do not work: they need a host name, and the public URL is http://127.0.0.1:8080',
    ],
  ] as const)
    assert.equal(await said('passkeys', '--public-url', url), says)
  assert.equal(await said('identity providers'), undefined)
  edit(
    dir,
    `insert into identity_providers (partition_id, "id", "name", "protocol", "status", "priority", revision, edited)
     select partition_id, 'idp_1', 'Company', 'oidc', 'active', 0, 1, 0 from users limit 1`,
  )
  assert.match((await said('identity providers')) ?? '', /^1 provider set up, and the public URL is not/)
  assert.equal(await said('identity providers', '--public-url', 'https://svc.example'), undefined)
})

test('it reports where svc is reached, and which proxies are trusted', async (t) => {
  const dir = await scratchDir(t)
  const server = await serveSvc(t, ['--data-dir', dir])
  const { port } = new URL(server.url)
  const seen = async (...args: readonly string[]) => {
    const { checks } = await examine(dir, ['--port', port, ...args])
    return checks
      .filter(({ name }) => name === 'public URL' || name === 'trusted proxies')
      .map(({ ok, says }) => `${ok ? '' : 'wrong: '}${says}`)
  }
  assert.deepEqual(await seen(), [
    `not set: links lead to http://localhost:${port}`,
    'none: X-Forwarded-* headers are ignored',
  ])
  assert.deepEqual(await seen('--public-url', server.url, '--trusted-proxies', '10.0.0.0/8'), [
    `${server.url}: svc answers there; without TLS, passwords and sessions can be intercepted`,
    'X-Forwarded-* headers of 10.0.0.0/8 are trusted',
  ])
  const [open, everybody] = await seen('--host', '0.0.0.0', '--trusted-proxies', '0.0.0.0/0')
  assert.match(open ?? '', /^wrong: not set, though svc listens on 0\.0\.0\.0/)
  assert.match(everybody ?? '', /^wrong: 0\.0\.0\.0\/0 trusts everybody/)
})
