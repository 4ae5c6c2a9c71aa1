import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { writeDevBuild } from './dev-build.ts'
import { startProvider } from './start-provider.ts'

let dir: string
before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'svc-dev-build-'))
  await writeDevBuild(fileURLToPath(import.meta.resolve('../src/main.ts')), dir)
})
after(() => rm(dir, { recursive: true }))

test('the provider answers a host from wherever it is started', async () => {
  const provider = await startProvider(join(dir, 'terraform-provider-svc'))
  await provider.stop()
  const { status, stderr } = spawnSync('./terraform-provider-svc', { cwd: dir, encoding: 'utf8' })
  assert.equal(status, 1)
  assert.match(stderr, /OpenTofu/)
})

test('only one file looks like the provider', async () => {
  const names = await readdir(dir)
  assert.deepEqual(
    names.filter((name) => name.startsWith('terraform-provider-')),
    ['terraform-provider-svc'],
  )
})

test('NODE_OPTIONS meant for something else do not reach it', async () => {
  const noise = join(dir, 'noise.cjs')
  await writeFile(noise, `console.log('noise before the handshake')`)
  const env = { ...process.env, NODE_OPTIONS: `--require ${noise}` }
  assert.match(spawnSync(process.execPath, ['-e', ''], { env, encoding: 'utf8' }).stdout, /noise/)
  assert.equal(spawnSync(join(dir, 'terraform-provider-svc'), { env, encoding: 'utf8' }).stdout, '')
})

test('it has been started once, so that later starts find it compiled', async () => {
  const [compiled] = (await readdir(join(dir, 'compiled'), { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile(),
  )
  assert.ok(compiled)
})
