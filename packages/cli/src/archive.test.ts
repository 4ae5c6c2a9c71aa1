import assert from 'node:assert/strict'
import { cp, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { startReceiver } from '@svc/server/testing'
import { Webhook } from 'standardwebhooks'
import { acme, call } from './testing/acme.ts'
import { holds } from './testing/canaries.ts'
import { ended, startSvc } from './testing/run-program.ts'
import { jsonOf, runSvc, scratchDir } from './testing/run-svc.ts'
import { serveSvc } from './testing/serve-svc.ts'

const books = 90

const linesIn = async (file: string): Promise<readonly string[]> =>
  (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')

test('an archive of a busy server is a consistent snapshot', async (t) => {
  const { dir, env, token, target } = await acme(t)
  const server = await serveSvc(t, [], env)
  let count = 0
  let isDone = false
  const writers = Array.from({ length: 4 }, async () => {
    while (!isDone) {
      count += 1
      assert.equal((await call(server.url, token, ['POST', '/teams'], { name: `Team ${count}` })).status, 201)
    }
  })
  while (count < 200) await sleep(10)
  const acknowledged = count - writers.length
  const archive = join(dir, 'archive')
  await jsonOf(['export', '--format', 'json', archive], { env })
  isDone = true
  await Promise.all(writers)
  const teams = await linesIn(join(archive, 'teams.ndjson'))
  const created = (await linesIn(join(archive, 'events.ndjson'))).filter((line) =>
    line.includes('"type":"team.created"'),
  )
  assert.ok(teams.length >= acknowledged && teams.length < count, `${teams.length} of ${count}`)
  assert.equal(created.length, teams.length)
  await jsonOf(['import', 'archive', archive], { env: target })
})

test('only its owner can read an archive, and it needs an empty folder', async (t) => {
  const { dir, env } = await acme(t)
  const archive = join(dir, 'archive')
  await jsonOf(['export', '--format', 'json', archive], { env })
  assert.equal((await stat(archive)).mode & 0o777, 0o700)
  for (const name of await readdir(archive)) {
    assert.equal((await stat(join(archive, name))).mode & 0o777, 0o600, name)
  }
  const again = await runSvc(['export', '--format', 'json', archive], { env })
  assert.equal(again.code, 1)
  assert.match(again.err, /archive is not empty: choose a new folder\.\n$/)
})

test('a credential belongs to one organisation of a store', async (t) => {
  const { dir, env, token, target } = await acme(t)
  const archive = join(dir, 'archive')
  await jsonOf(['export', '--format', 'json', archive], { env })
  const served = await serveSvc(t, [], { ...target, SVC_BOOTSTRAP_TOKEN: token })
  const busy = await runSvc(['import', 'archive', archive], { env: target })
  assert.match(busy.err, /^Another process has the database in \S+ open: stop the server first\.\n$/)
  await served.stop()
  const { code, err } = await runSvc(['import', 'archive', archive], { env: target })
  assert.equal(code, 1)
  assert.match(
    err,
    /^A personal access token in the archive already exists in another organisation of this store\. /,
  )
})

test('a load that is killed halfway leaves nothing behind, and can be repeated', async (t) => {
  const { dir, env, token, target } = await acme(t)
  const server = await serveSvc(t, [], env)
  // More than the program keeps in memory uncommitted.
  for (let n = 0; n < books; n += 1) {
    const body = { ...kinds.runbook.example, bodyMd: `${n} `.repeat(120_000) }
    assert.equal((await call(server.url, token, ['POST', '/runbooks'], body)).status, 201)
  }
  await server.stop()
  const archive = join(dir, 'archive')
  await jsonOf(['export', '--format', 'json', archive], { env })
  const loading = startSvc(['import', 'archive', archive], { env: target })
  const wal = join(target.SVC_DATA_DIR, 'svc.db-wal')
  const size = (): Promise<number> =>
    stat(wal).then(
      (found) => found.size,
      () => 0,
    )
  while ((await size()) < 4_000_000) await sleep(5)
  loading.kill('SIGKILL')
  assert.equal((await ended(loading)).signal, 'SIGKILL')
  assert.deepEqual(await jsonOf(['org', 'list'], { env: target }), [])
  const { entries } = await jsonOf<{ entries: number }>(['import', 'archive', archive], { env: target })
  assert.ok(entries > 2 * books, 'each with an event')
  const again = join(dir, 'again')
  await jsonOf(['export', '--format', 'json', again], { env: target })
  assert.equal((await linesIn(join(again, 'runbooks.ndjson'))).length, books)
})

test('no secret is in an archive, and each keeps working where it is loaded', async (t) => {
  const { dir, env, token, target } = await acme(t)
  const server = await serveSvc(t, [], env)
  const ask = (path: string, body: unknown) => call(server.url, token, ['POST', path], body)
  const receiver = await startReceiver(t)
  const webhook = await ask('/webhooks', { url: receiver.url, status: 'disabled' })
  const key = await ask('/api-keys', { name: 'ci', scopes: ['read'] })
  const value = 'a value of the vault that nobody reads'
  const item = await ask('/secrets', { name: 'Item', type: 'text', keyword: 'item', value })
  assert.deepEqual([webhook.status, key.status, item.status], [201, 201, 201])
  const secrets = [token, String(key.body.key), String(webhook.body.secret).replace(/^whsec_/, ''), value]
  for (const secret of secrets) assert.ok(secret.length > 20)
  await server.stop()

  const archive = join(dir, 'archive')
  await jsonOf(['export', '--format', 'json', archive], { env })
  for (const name of await readdir(archive)) {
    const bytes = await readFile(join(archive, name))
    for (const secret of secrets) assert.ok(!holds(bytes, secret), name)
  }
  assert.match(await readFile(join(archive, 'secret_values.ndjson'), 'utf8'), /"sealed_value":"/)

  await jsonOf(['import', 'archive', archive], { env: target })
  await cp(join(env.SVC_DATA_DIR, 'master.key'), join(target.SVC_DATA_DIR, 'master.key'))
  const moved = await serveSvc(t, ['--fetch-allow', '127.0.0.1'], target)
  assert.equal((await call(moved.url, String(key.body.key), ['GET', '/teams'])).status, 200)
  await call(moved.url, token, ['POST', `/webhooks/${webhook.body.id}/test`])
  const [message] = receiver.received
  assert.ok(message, 'its secret could be read to sign with')
  new Webhook(String(webhook.body.secret)).verify(message.body, message.headers as Record<string, string>)
})

test('an organisation without records is reported as having nothing to manage as code', async (t) => {
  const dir = await scratchDir(t)
  const env = { SVC_DATA_DIR: join(dir, 'data') }
  await jsonOf(['org', 'create', '--name', 'New', '--owner-email', 'ada@example.com'], { env })
  const { code, out } = await runSvc(['export', '--format', 'terraform', join(dir, 'code')], { env })
  assert.equal(code, 0)
  assert.match(
    out,
    /^New \(org_\w+, live\) has nothing to manage as code yet; \S+ contains only the provider\.\n$/,
  )
  assert.deepEqual(await readdir(join(dir, 'code')), ['versions.tf'])
})

test('an archive has whole states, and large texts are stored once where it is loaded', async (t) => {
  const { dir, env, token, target } = await acme(t)
  const server = await serveSvc(t, [], env)
  const bodyMd = 'A long text. '.repeat(2_000)
  const runbook = { title: 'v0', runbookType: 'deployment', bodyMd }
  const { id } = (await call(server.url, token, ['POST', '/runbooks'], runbook)).body
  for (const title of ['v1', 'v2', 'v3'])
    await call(server.url, token, ['PATCH', `/runbooks/${id}`], { title })
  const content = Buffer.from('GIF89a and more').toString('base64')
  const image = (await call(server.url, token, ['POST', `/runbooks/${id}/images`], { content })).body
  const api = (await call(server.url, token, ['POST', '/apis'], { name: 'Orders' })).body
  const spec = `openapi: 3.1.0\n# ${'Großes 👋 '.repeat(2_000)}\n`
  await call(server.url, token, ['PUT', `/apis/${api.id}/spec`], { spec })
  const archive = join(dir, 'archive')
  await jsonOf(['export', '--format', 'json', archive], { env })
  const states = (await linesIn(join(archive, 'events.ndjson')))
    .map((line) => JSON.parse(line))
    .filter(({ subject_id, type }) => subject_id === id && type !== 'runbook.image_added')
    .map(({ state_after }) => [state_after.title, state_after.bodyMd === bodyMd])
  assert.deepEqual(states, [
    ['v0', true],
    ['v1', true],
    ['v2', true],
    ['v3', true],
  ])

  await jsonOf(['import', 'archive', archive], { env: target })
  const there = await serveSvc(t, [], target)
  const log = async (url: string) => (await call(url, token, ['GET', `/audit-log?subjectId=${id}`])).body
  assert.deepEqual(await log(there.url), await log(server.url))
  const moved = await call(there.url, token, ['GET', `/runbooks/${id}/${image.path}`])
  assert.equal(moved.body.content, content, 'its images are moved with it')
  const kept = await call(there.url, token, ['GET', `/apis/${api.id}/spec`])
  assert.equal(kept.body.spec, spec, 'and so is the specification of an API')
  const again = join(dir, 'again')
  await jsonOf(['export', '--format', 'json', again], { env: target })
  const file = 'events.ndjson'
  assert.equal(await readFile(join(again, file), 'utf8'), await readFile(join(archive, file), 'utf8'))
})
