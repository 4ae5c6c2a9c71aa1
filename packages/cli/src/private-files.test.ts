import assert from 'node:assert/strict'
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { olderNode, runProgram } from './testing/run-program.ts'
import { jsonOf, scratchDir } from './testing/run-svc.ts'
import { serveSvc } from './testing/serve-svc.ts'

// The default of most machines; the programs below inherit it.
process.umask(0o022)

const createOrg = ['org', 'create', '--name', 'Acme', '--owner-email', 'ada@example.com']

/** A folder that everybody can read, as `mkdir` creates it. */
async function openFolder(t: TestContext): Promise<string> {
  const dir = join(await scratchDir(t), 'data')
  await mkdir(dir, { mode: 0o755 })
  return dir
}

/** Whatever in a folder is accessible to others. */
async function openIn(dir: string): Promise<readonly string[]> {
  const entries = await readdir(dir, { recursive: true })
  const modes = await Promise.all(
    entries.map(async (name) => ({ name, mode: (await stat(join(dir, name))).mode })),
  )
  return modes
    .filter(({ mode }) => (mode & 0o077) !== 0)
    .map(({ name, mode }) => `${name} ${(mode & 0o777).toString(8)}`)
}

test('everything that svc writes into a folder that others can read is accessible only to its owner', async (t) => {
  const dir = await openFolder(t)
  const env = { SVC_DATA_DIR: dir, SVC_RATE_LIMIT: 'off' }
  const server = await serveSvc(t, [], env)
  assert.ok((await readdir(dir)).includes('svc.db-wal'), 'the log is there while the server runs')
  assert.deepEqual(await openIn(dir), [], 'a running server')
  const beside = (...args: readonly string[]) => runProgram(args, { env, cwd: dir })
  for (const args of [
    ['backup', 'copy.db'],
    ['export', '--format', 'json', 'archive'],
    ['export', '--format', 'terraform', 'code'],
  ]) {
    const { code, err } = await beside(...args)
    assert.equal(code, 0, err)
  }
  const put = await runProgram(['vault', 'put', 'Key', '--keyword', 'key'], { env, input: 'hush' })
  assert.equal(put.code, 0, put.err)
  await server.stop()
  for (const args of [
    ['vault', 'rotate-key'],
    ['restore', 'copy.db', '--force'],
    ['import', 'archive', 'archive', '--data-dir', 'target'],
  ]) {
    const { code, err } = await beside(...args)
    assert.equal(code, 0, err)
  }
  const names = (await readdir(dir, { recursive: true })).join()
  for (const part of [
    'master.key',
    'copy.db',
    'archive/manifest.json',
    'code/versions.tf',
    'target/svc.db',
    'before-',
  ])
    assert.ok(names.includes(part), `${part} in ${names}`)
  assert.deepEqual(await openIn(dir), [])
})

test('accessible files are reported by the doctor, and restricted by the next command', async (t) => {
  const dir = await openFolder(t)
  const env = { SVC_DATA_DIR: dir }
  await jsonOf(createOrg, { env })
  const server = await serveSvc(t, [], env)
  await writeFile(join(dir, 'master.key'), '')
  const left = ['master.key', 'svc.db', 'svc.db-shm', 'svc.db-wal']
  for (const name of left) await chmod(join(dir, name), 0o664)
  const examined = await runProgram(['doctor', '--port', '0', '--json'], { env })
  const { checks } = JSON.parse(examined.out)
  const found = checks.find(({ name }: { name: string }) => name === 'files')
  assert.equal(found.ok, false)
  for (const name of left) assert.ok(found.says.includes(`${join(dir, name)} (mode 664)`), found.says)
  assert.match(found.mend, /^Restrict them: chmod 600 /)
  assert.deepEqual((await openIn(dir)).length, left.length, 'the doctor changes nothing')
  await jsonOf(['org', 'list'], { env })
  assert.deepEqual(await openIn(dir), [])
  await server.stop()
})

const node = olderNode()

test('an older Node that only starts the pinned one writes nothing accessible either', {
  skip: node === undefined && 'the machine has no Node that is older than 26',
}, async (t) => {
  const dir = await openFolder(t)
  await jsonOf(createOrg, { env: { SVC_DATA_DIR: dir }, ...(node !== undefined && { node }) })
  assert.deepEqual(await openIn(dir), [])
})
