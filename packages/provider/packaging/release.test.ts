import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { writeMirror } from './mirror.ts'
import { onPath } from './on-path.ts'
import { executableName, packRelease, type Release, signRelease } from './release.ts'
import { runProgram } from './run-program.ts'

const version = '1.2.3'
const prefix = 'terraform-provider-svc_1.2.3'

const without = (program: string) => ({ skip: onPath(program) ? false : `${program} is not installed` })

test('the checksums match the archive of each platform and the manifest', without('sha256sum'), async (t) => {
  const { dir } = await packedRelease(t)
  const checked = await runProgram('sha256sum', ['--check', '--strict', `${prefix}_SHA256SUMS`], { cwd: dir })
  assert.deepEqual(checked.trim().split('\n'), [
    `${prefix}_linux_amd64.zip: OK`,
    `${prefix}_windows_amd64.zip: OK`,
    `${prefix}_manifest.json: OK`,
    `${prefix}_opentofu.lock.hcl: OK`,
    `${prefix}_terraform.lock.hcl: OK`,
  ])
})

test('the manifest names the protocol', async (t) => {
  const { dir } = await packedRelease(t)
  assert.deepEqual(JSON.parse(await readFile(join(dir, `${prefix}_manifest.json`), 'utf8')), {
    version: 1,
    metadata: { protocol_versions: ['6.0'] },
  })
})

test('an archive holds the files of its platform, the provider executable', without('unzip'), async (t) => {
  const { dir } = await packedRelease(t)
  const out = join(dir, 'out')
  await runProgram('unzip', ['-q', join(dir, `${prefix}_linux_amd64.zip`), '-d', out])
  assert.deepEqual((await readdir(out)).sort(), ['LICENSE', 'terraform-provider-svc_v1.2.3'])
  assert.equal((await stat(join(out, 'terraform-provider-svc_v1.2.3'))).mode & 0o777, 0o755)
  assert.equal((await stat(join(out, 'LICENSE'))).mode & 0o777, 0o644)
})

test('packing the same files again gives the same bytes', async (t) => {
  const release = await packedRelease(t)
  const file = join(release.dir, `${prefix}_linux_amd64.zip`)
  const first = await readFile(file)
  await rm(file)
  await utimes(join(release.dir, 'linux_amd64', 'LICENSE'), 1, 1)
  await packRelease(release)
  assert.deepEqual(await readFile(file), first)
})

test('the mirror has the files where both tools look for them', async (t) => {
  const release = await packedRelease(t)
  await writeMirror(release)
  const mirror = join(release.dir, 'mirror')
  const files = (await readdir(mirror, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )
  assert.deepEqual(
    files.map(({ parentPath, name }) => join(parentPath, name).slice(mirror.length + 1)).sort(),
    ['registry.opentofu.org', 'registry.terraform.io'].flatMap((registry) => [
      `${registry}/svc/svc/1.2.3/linux_amd64/LICENSE`,
      `${registry}/svc/svc/1.2.3/linux_amd64/terraform-provider-svc_v1.2.3`,
      `${registry}/svc/svc/1.2.3/windows_amd64/LICENSE`,
      `${registry}/svc/svc/1.2.3/windows_amd64/terraform-provider-svc_v1.2.3.exe`,
    ]),
  )
})

test('gpg accepts the signature of the checksums', without('gpg'), async (t) => {
  const release = await packedRelease(t)
  const home = await scratchDir(t)
  process.env.GNUPGHOME = home
  t.after(() => runProgram('gpgconf', ['--kill', 'all']))
  const key = 'releases@example.com'
  await runProgram('gpg', ['--batch', '--passphrase', '', '--quick-generate-key', key, 'rsa3072'])

  await signRelease(release, key)
  const sums = join(release.dir, `${prefix}_SHA256SUMS`)
  await runProgram('gpg', ['--batch', '--verify', `${sums}.sig`, sums])
  await writeFile(sums, 'something else')
  await assert.rejects(runProgram('gpg', ['--batch', '--verify', `${sums}.sig`, sums]), /BAD signature/)
})

/** A release of placeholder files, since the executables are too large to pack in a test. */
async function packedRelease(t: TestContext): Promise<Release> {
  const release: Release = { version, dir: await scratchDir(t), platforms: ['linux_amd64', 'windows_amd64'] }
  for (const platform of release.platforms) {
    const dir = join(release.dir, platform)
    await mkdir(dir)
    await writeFile(join(dir, executableName(version, platform)), `runs on ${platform}`, { mode: 0o755 })
    await writeFile(join(dir, 'LICENSE'), 'free', { mode: 0o644 })
  }
  await packRelease(release)
  return release
}

async function scratchDir(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'svc-release-'))
  t.after(() => rm(dir, { recursive: true, force: true }))
  return dir
}
