import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmod, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  countByKey,
  createVault,
  type MasterKeySource,
  openMasterKeys,
  openStore,
  putSecret,
  type Store,
  systemCaller,
  organisation,
} from '@svc/server'
import { revealForAnyUse, rowsIn, readPartitionId } from '@svc/server/testing'
import { call } from './testing/acme.ts'
import { ended, startSvc } from './testing/run-program.ts'
import { jsonOf, runSvc, scratchDir } from './testing/run-svc.ts'
import { serveSvc } from './testing/serve-svc.ts'

interface Put {
  readonly secretId: string
  readonly keyword: string
  readonly isNew: boolean
}

interface Rotation {
  readonly keyId: string
  readonly isNew: boolean
  readonly rewrapped: number
  readonly unreadable: number
}

async function setUp(t: TestContext) {
  const dir = await scratchDir(t)
  const made = await jsonOf<{ organisationId: string; token: string }>([
    ...['org', 'create', '--name', 'Acme', '--owner-email', 'ada@example.com', '--data-dir', dir],
  ])
  return { dir, env: { SVC_DATA_DIR: dir }, keyFile: join(dir, 'master.key'), ...made }
}

/** The store and the vault as a server would open them. */
async function opened<T>(
  dir: string,
  source: MasterKeySource,
  work: (store: Store, reveal: (keyword: string) => Promise<string | null>) => Promise<T>,
): Promise<T> {
  const store = await openStore({ dataDir: dir })
  try {
    const [{ id } = { id: '' }] = await rowsIn(store, `select id from partitions where role = 'live'`)
    const vault = createVault(store, openMasterKeys(source))
    return await work(store, async (keyword) => {
      const value = await revealForAnyUse({ store, vault, partitionId: readPartitionId(id), keyword })
      return value && Buffer.from(value).toString()
    })
  } finally {
    await store.close()
  }
}

const put = (keyword: string, more: readonly string[] = []) => [
  'vault',
  'put',
  'A name',
  '--keyword',
  keyword,
  ...more,
]

test('a value is piped in, listed without being shown, and replaced by keyword', async (t) => {
  const { dir, env, keyFile } = await setUp(t)
  const first = await jsonOf<Put>(put('pager', ['--category', 'on-call']), {
    env,
    input: 'a value of some length\n',
  })
  assert.deepEqual({ ...first, secretId: '' }, { secretId: '', keyword: 'pager', isNew: true })
  assert.equal((await stat(keyFile)).mode & 0o777, 0o600)
  await opened(dir, { file: keyFile }, async (_, reveal) =>
    assert.equal(await reveal('pager'), 'a value of some length'),
  )
  const again = await jsonOf<Put>(put('pager'), { env, input: 'another\r\n' })
  assert.deepEqual(again, { ...first, isNew: false })
  await opened(dir, { file: keyFile }, async (_, reveal) => assert.equal(await reveal('pager'), 'another'))

  const { out } = await runSvc(['vault', 'list'], { env })
  assert.match(
    out,
    /^ID +NAME +KEYWORD +TYPE +CATEGORY +USES +BEGINS +CHANGED\nsec_\S+ +A name +pager +text +on-call +slack +- /,
  )
  assert.ok(!out.includes('another'))
  const [listed] = await jsonOf<readonly { keyword: string; maskedPreview: null }[]>(['vault', 'list'], {
    env,
  })
  assert.deepEqual([listed?.keyword, listed?.maskedPreview], ['pager', null])
  const test = await runSvc(['vault', 'list', '--mode', 'test'], { env })
  assert.equal(test.out, 'The vault is empty: add a value with "svc vault put".\n')
})

test('a value is stored with its allowed uses', async (t) => {
  const { env } = await setUp(t)
  const uses = ['--uses', 'jira@acme.atlassian.net, sentry']
  await jsonOf<Put>(put('token', uses), { env, input: 'a value' })
  const { out } = await runSvc(['vault', 'list'], { env })
  assert.match(out, /jira@acme\.atlassian\.net, sentry/)
  for (const wrong of ['jira', 'pigeon@x', '']) {
    const { code, err } = await runSvc(put('token', ['--uses', wrong]), { env, input: 'another' })
    assert.equal(code, 2, err)
    assert.match(err, /--uses must/)
  }
})

test('a file is stored as it is, including line breaks', async (t) => {
  const { dir, env, keyFile } = await setUp(t)
  const bytes = Buffer.concat([randomBytes(500), Buffer.from('\n')])
  await writeFile(join(dir, 'upload.jks'), bytes)
  await jsonOf(put('play', ['--type', 'keystore', '--file', join(dir, 'upload.jks')]), { env })
  const [item] = await jsonOf<readonly object[]>(['vault', 'list'], { env })
  assert.partialDeepStrictEqual(item, { type: 'keystore', fileName: 'upload.jks', fileSize: 501 })
  const store = await openStore({ dataDir: dir })
  t.after(() => store.close())
  const [row] = await rowsIn(store, 'select partition_id from secret_values')
  const vault = createVault(store, openMasterKeys({ file: keyFile }))
  assert.deepEqual(
    Buffer.from(
      (await revealForAnyUse({
        store,
        vault,
        partitionId: readPartitionId(row?.partition_id),
        keyword: 'play',
      })) ?? [],
    ),
    bytes,
  )
})

test('an invalid value is refused, and not repeated', async (t) => {
  const { dir, env } = await setUp(t)
  const refusal = async (args: readonly string[], input?: string | Uint8Array) => {
    const { code, out, err } = await runSvc(args, { env, ...(input !== undefined && { input }) })
    assert.notEqual(code, 0)
    assert.equal(out, '')
    return err
  }
  assert.match(await refusal(put('k')), /^The value is missing: pipe it in/)
  assert.match(await refusal(put('k'), '\n'), /^The value is empty or not text/)
  assert.match(await refusal(put('k'), randomBytes(64)), /--type file/)
  assert.match(await refusal(put('No Good'), 'x'), /^--keyword must be lower-case letters/)
  assert.match(await refusal(put('k', ['--file', join(dir, 'none')])), /^There is no file \S+none\.\n?$/)
  assert.match(await refusal(['vault', 'put', 'Name', 'secret-in-argv', '--keyword', 'k']), /not expected/)
  assert.match(await refusal(put('k'), 'a'.repeat(256 * 1024 + 2)), /at most 262144 bytes/)
  const wrongKey = await runSvc(put('k'), { env: { ...env, SVC_MASTER_KEY: 'canary-key' }, input: 'x' })
  assert.match(wrongKey.err, /^SVC_MASTER_KEY must be 32 random bytes, .*\n$/)
  assert.ok(!wrongKey.err.includes('canary'))
  const noFile = await runSvc([...put('k'), '--master-key-file', join(dir, 'nokey')], { env, input: 'x' })
  assert.match(noFile.err, /^There is no master key in \S+nokey: create one with/)
  assert.deepEqual(await jsonOf(['vault', 'list'], { env }), [])
})

test('a new master key takes effect while the server runs, without a restart', async (t) => {
  const { dir, env, keyFile, token } = await setUp(t)
  const server = await serveSvc(t, ['--data-dir', dir])
  const write = async (keyword: string, value: string) => {
    const response = await fetch(`${server.url}/v1/secrets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: keyword, type: 'text', keyword, value }),
    })
    assert.equal(response.status, 201, await response.text())
  }
  let count = 0
  let isRotating = true
  t.after(() => {
    isRotating = false
  })
  const writing = (async () => {
    for (; isRotating; count += 1) await write(`k${count}`, `value ${count}`)
  })()
  await jsonOf(put('before'), { env, input: 'before' })
  const oldKeys = await readFile(keyFile, 'utf8')
  const rotations = [
    await jsonOf<Rotation>(['vault', 'rotate-key'], { env }),
    await jsonOf<Rotation>(['vault', 'rotate-key'], { env }),
  ]
  isRotating = false
  await writing
  await write('after', 'after')
  for (const { isNew, unreadable } of rotations) assert.deepEqual([isNew, unreadable], [true, 0])
  const file = await readFile(keyFile, 'utf8')
  const keysOf = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  assert.equal(keysOf(file).length, 3, 'the old ones stay, for earlier backups')
  assert.deepEqual(keysOf(file).slice(2), keysOf(oldKeys))
  assert.equal((await stat(keyFile)).mode & 0o777, 0o600)

  await opened(dir, { text: keysOf(file)[0] ?? '' }, async (store, reveal) => {
    assert.deepEqual([...(await store.run(countByKey))], [[rotations[1]?.keyId, count + 2]])
    assert.ok(count > 0)
    for (let n = 0; n < count; n += 1) assert.equal(await reveal(`k${n}`), `value ${n}`)
    assert.deepEqual([await reveal('before'), await reveal('after')], ['before', 'after'])
  })
  // Whatever the server reads now is encrypted with a key that it was not started with.
  const tried = await fetch(`${server.url}/v1/integrations/slack`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ config: { workspace: 'acme', webhookUrlKeyword: 'before' } }),
  })
  assert.equal(tried.status, 200)
  const verdict = await fetch(`${server.url}/v1/integrations/slack/test`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  assert.match(
    ((await verdict.json()) as { message: string }).message,
    /is not the URL of an incoming webhook/,
  )
  assert.equal((await server.stop()).code, 0)
})

test('a rotation that is killed halfway is completed by the next', async (t) => {
  const { dir, env, keyFile, organisationId } = await setUp(t)
  const total = 3_000
  const store = await openStore({ dataDir: dir })
  const caller = systemCaller(await organisation(store, organisationId), 'live')
  const ctx = { store, caller, now: () => new Date() }
  const vault = createVault(store, openMasterKeys({ file: keyFile, mayMakeFile: true }))
  const item = (n: number) => ({
    keyword: `k${n}`,
    fields: { name: 'x', type: 'text', keyword: `k${n}` },
    given: { value: `value ${n}` },
  })
  await Promise.all(Array.from({ length: total }, (_, n) => putSecret(ctx, vault, item(n))))

  const child = startSvc(['vault', 'rotate-key', '--data-dir', dir])
  const end = ended(child)
  while (child.exitCode === null && (await store.run(countByKey)).size < 2) await nextTurn()
  child.kill('SIGKILL')
  await end
  const counts = await store.run(countByKey)
  await store.close()
  assert.equal(counts.size, 2, 'it was killed halfway')

  const rotation = await jsonOf<Rotation>(['vault', 'rotate-key'], { env })
  assert.equal(rotation.isNew, false)
  assert.ok(rotation.rewrapped > 0 && rotation.rewrapped < total, `${rotation.rewrapped} of ${total}`)
  await opened(dir, { file: keyFile }, async (after, reveal) => {
    assert.deepEqual([...(await after.run(countByKey))], [[rotation.keyId, total]])
    assert.ok(counts.has(rotation.keyId), 'no third key was created')
    for (const n of [0, 1, total - 1]) assert.equal(await reveal(`k${n}`), `value ${n}`)
  })
})

test('keys in SVC_MASTER_KEY are rotated by changing their order', async (t) => {
  const { dir, env, keyFile } = await setUp(t)
  const [older, newer] = [randomBytes(32).toString('base64'), randomBytes(32).toString('hex')]
  await jsonOf(put('k'), { env: { ...env, SVC_MASTER_KEY: older }, input: 'v' })
  await assert.rejects(stat(keyFile), 'no file is created in addition')
  const both = { ...env, SVC_MASTER_KEY: `${newer},${older}` }
  const rotation = await jsonOf<Rotation>(['vault', 'rotate-key'], { env: both })
  assert.deepEqual([rotation.isNew, rotation.rewrapped], [false, 1])
  await opened(dir, { text: newer }, async (_, reveal) => assert.equal(await reveal('k'), 'v'))
  const lost = await runSvc(['vault', 'rotate-key'], { env: { ...env, SVC_MASTER_KEY: older } })
  assert.equal(lost.code, 1)
  assert.match(lost.err, /^1 value skipped, encrypted with master keys that are missing/)
})

test('a lost key file is reported, not replaced by a new one', async (t) => {
  const { dir, env, keyFile } = await setUp(t)
  await jsonOf(put('k'), { env, input: 'v' })
  await rename(keyFile, join(dir, 'elsewhere'))
  for (const args of [put('other'), ['vault', 'rotate-key']]) {
    const { code, err } = await runSvc(args, { env, input: 'w' })
    assert.equal(code, 1)
    assert.match(err, /encrypted with the master key [0-9a-f]{16}, which is missing/)
  }
  await assert.rejects(stat(keyFile))
  await rename(join(dir, 'elsewhere'), keyFile)
  await opened(dir, { file: keyFile }, async (_, reveal) => assert.equal(await reveal('k'), 'v'))
})

test('a server whose key was lost says so at its start, creates no other, and serves the rest', async (t) => {
  const { dir, env, keyFile, token } = await setUp(t)
  const before = await serveSvc(t, [], env)
  const hook = { url: 'https://chat.example/hook' }
  assert.equal((await call(before.url, token, ['POST', '/webhooks'], hook)).status, 201)
  await before.stop()
  await rename(keyFile, join(dir, 'elsewhere'))
  const server = await serveSvc(t, [], env)
  assert.equal((await call(server.url, token, ['POST', '/webhooks'], hook)).status, 503)
  assert.equal((await call(server.url, token, ['GET', '/projects'])).status, 200)
  const { err } = await server.stop()
  assert.match(
    err,
    /^1 webhook secret is encrypted with the master key [0-9a-f]{16}, which is missing: put its key file or SVC_MASTER_KEY back\. Everything else works without it\.$/m,
  )
  await assert.rejects(stat(keyFile))
})

test('the doctor checks the master key', async (t) => {
  const { env, keyFile } = await setUp(t)
  const finding = async (more: Readonly<Record<string, string>> = {}) => {
    const { out } = await runSvc(['doctor', '--port', '0', '--json'], { env: { ...env, ...more } })
    const { checks } = JSON.parse(out) as {
      checks: { name: string; ok: boolean; says: string; mend?: string }[]
    }
    return checks.find(({ name }) => name === 'master key')
  }
  assert.equal((await finding())?.says, 'none yet: created with the first value')
  await jsonOf(put('k'), { env, input: 'v' })
  assert.match((await finding())?.says ?? '', /^[0-9a-f]{16}, from \S+master\.key$/)
  await chmod(keyFile, 0o644)
  const open = await finding()
  assert.deepEqual([open?.ok, open?.mend], [false, `Restrict it: chmod 600 ${keyFile}`])
  await chmod(keyFile, 0o600)
  await rename(keyFile, `${keyFile}.away`)
  const gone = await finding()
  assert.equal(gone?.ok, false)
  assert.match(gone?.says ?? '', /^1 vault value is under [0-9a-f]{16}, which is missing$/)
  const wrong = await finding({ SVC_MASTER_KEY: 'x' })
  assert.match(wrong?.says ?? '', /^SVC_MASTER_KEY must be 32 random bytes/)
})

test('a server with a wrong key does not start', async (t) => {
  const { env, dir } = await setUp(t)
  const start = (more: Readonly<Record<string, string>>) =>
    runSvc(['serve', '--port', '0'], { env: { ...env, ...more } })
  assert.match((await start({ SVC_MASTER_KEY: 'short' })).err, /^SVC_MASTER_KEY must be 32 random bytes/)
  await writeFile(join(dir, 'keys'), '# nothing\nnot a key\n')
  const file = { SVC_MASTER_KEY_FILE: join(dir, 'keys') }
  assert.match((await start(file)).err, /^Each line of the key file \S+keys must be 32 random bytes/)
  assert.match((await start({ ...file, SVC_MASTER_KEY: 'x' })).err, /mutually exclusive/)
})
