import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { writeMirror } from '../../../packages/provider/packaging/mirror.ts'
import { isPlatform, ownPlatform } from '../../../packages/provider/packaging/platforms.ts'
import { executableName, packRelease, type Release } from '../../../packages/provider/packaging/release.ts'
import { findTofu } from './find-tofu.ts'
import { createWorkspace, type Workspace } from './workspace.ts'

const version = '1.2.3'

for (const wanted of ['newest', '1.6.2'] as const) {
  const tofu = await findTofu(wanted)
  if ('unavailable' in tofu) test(`OpenTofu ${wanted}`, { skip: tofu.unavailable }, () => {})
  else describe(`OpenTofu ${tofu.version}`, () => checkWorkspaces(tofu.path))
}

function checkWorkspaces(tofu: string): void {
  test('applies a configuration and reads its state, modules included', async (t) => {
    const workspace = await workspaceFor(t, tofu, { devOverride: tmpdir() })
    assert.deepEqual(await workspace.state(), [])
    await workspace.write(
      'main.tf',
      `resource "terraform_data" "outer" { input = "a" }
      module "part" { source = "./part" }`,
    )
    await mkdir(join(workspace.dir, 'part'))
    await workspace.write('part/main.tf', 'resource "terraform_data" "inner" { input = "b" }')

    assert.equal((await workspace.run(['init'])).code, 0)
    const { code, stdout, stderr } = await workspace.run(['apply', '-auto-approve'])
    assert.equal(code, 0, stderr)
    assert.match(stdout, /2 added/)
    assert.ok(!stdout.includes('\u001b'), 'no colours')
    assert.deepEqual(
      (await workspace.state()).map(({ address, values }) => [address, values.input]),
      [
        ['terraform_data.outer', 'a'],
        ['module.part.terraform_data.inner', 'b'],
      ],
    )
    assert.equal((await workspace.run(['plan', '-detailed-exitcode'])).code, 0)
  })

  test('returns what -json prints: a document, or messages', async (t) => {
    const workspace = await workspaceFor(t, tofu, { devOverride: tmpdir() })
    await workspace.write('main.tf', 'resource "terraform_data" "one" {}')
    assert.equal((await workspace.run(['init'])).json, undefined)
    assert.equal(((await workspace.run(['validate', '-json'])).json as { valid: boolean }).valid, true)
    const messages = (await workspace.run(['plan', '-json'])).json as readonly { type: string }[]
    assert.ok(messages.some(({ type }) => type === 'planned_change'))
  })

  test('never waits for an answer', async (t) => {
    const workspace = await workspaceFor(t, tofu, { devOverride: tmpdir() })
    await workspace.write('main.tf', 'variable "name" {}')
    const { code, stderr } = await workspace.run(['plan'])
    assert.equal(code, 1)
    assert.match(stderr, /No value for required variable/)
  })

  test('sees none of the settings of the user who runs it', async (t) => {
    process.env.TF_VAR_name = 'mine'
    t.after(() => delete process.env.TF_VAR_name)
    const workspace = await workspaceFor(t, tofu, { devOverride: tmpdir() })
    await workspace.write(
      'main.tf',
      'variable "name" { default = "own" }\noutput "name" { value = var.name }',
    )
    const apply = ['apply', '-auto-approve']
    assert.match((await workspace.run(apply)).stdout, /name = "own"/)
    assert.match((await workspace.run(apply, { env: { TF_VAR_name: 'given' } })).stdout, /name = "given"/)
  })

  test('installs the provider from a mirror, unpacked and packed, as the same thing', async (t) => {
    const release = await releaseOfNothing(t)
    await writeMirror(release)
    const packed = join(release.dir, 'packed')
    const folder = join(packed, 'registry.opentofu.org/svc/svc')
    const archive = `terraform-provider-svc_${version}_${ownPlatform}.zip`
    await mkdir(folder, { recursive: true })
    await copyFile(join(release.dir, archive), join(folder, archive))

    const locks = []
    for (const mirror of [join(release.dir, 'mirror'), packed]) {
      const workspace = await workspaceFor(t, tofu, { mirror })
      await workspace.write(
        'main.tf',
        'terraform {\n required_providers {\n svc = { source = "svc/svc" }\n }\n}\n',
      )
      const { code, stdout, stderr } = await workspace.run(['init'])
      assert.equal(code, 0, stderr)
      assert.match(stdout, /Installed svc\/svc v1\.2\.3/)
      const installed = `.terraform/providers/registry.opentofu.org/svc/svc/1.2.3/${ownPlatform}`
      const program = join(workspace.dir, installed, `terraform-provider-svc_v${version}`)
      assert.equal((await stat(program)).mode & 0o111, 0o111)
      locks.push(hashOf(await readFile(join(workspace.dir, '.terraform.lock.hcl'), 'utf8')))
    }
    assert.equal(locks[0], locks[1])
  })

  test('refuses a provider that is not the one that the lock of its release names', async (t) => {
    const release = await releaseOfNothing(t)
    await writeMirror(release)
    const lock = await readFile(
      join(release.dir, `terraform-provider-svc_${version}_opentofu.lock.hcl`),
      'utf8',
    )
    const mirror = join(release.dir, 'mirror')
    const init = async () => {
      const workspace = await workspaceFor(t, tofu, { mirror })
      await workspace.write(
        'main.tf',
        'terraform {\n required_providers {\n svc = { source = "svc/svc" }\n }\n}\n',
      )
      await workspace.write('.terraform.lock.hcl', lock)
      return workspace.run(['init', '-lockfile=readonly'])
    }
    const sound = await init()
    assert.equal(sound.code, 0, sound.stderr)

    assert.ok(isPlatform(ownPlatform))
    const folder = join(mirror, 'registry.opentofu.org/svc/svc', version, ownPlatform)
    await writeFile(join(folder, executableName(version, ownPlatform)), 'something else')
    const tampered = await init()
    assert.equal(tampered.code, 1)
    assert.match(tampered.stderr.replace(/\s+/g, ' '), /doesn't match any of the checksums/)
  })

  test('ends a running command when it is removed', async (t) => {
    const workspace = await workspaceFor(t, tofu, { devOverride: tmpdir() })
    await workspace.write(
      'main.tf',
      'resource "terraform_data" "slow" {\n provisioner "local-exec" { command = "sleep 10" }\n}\n',
    )
    const child = workspace.start(['apply', '-auto-approve'])
    await printed(child, 'Creating')
    const exit = once(child, 'exit')
    await workspace.remove()
    assert.deepEqual(await exit, [null, 'SIGKILL'])
    assert.equal(existsSync(workspace.dir), false)
  })
}

/** Goes on reading afterwards: to a pipe that nobody reads, the program would write its own end. */
async function printed(child: ChildProcess, word: string): Promise<void> {
  let seen = ''
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`It ended without ${word}: ${seen}`)))
    child.stdout?.on('data', (chunk) => {
      seen += String(chunk)
      if (seen.includes(word)) resolve()
    })
  })
}

async function workspaceFor(
  t: TestContext,
  tofu: string,
  provider: Parameters<typeof createWorkspace>[0]['provider'],
): Promise<Workspace> {
  const workspace = await createWorkspace({ tofu, provider })
  t.after(workspace.remove)
  return workspace
}

/** A release whose executable does nothing: to be installed it need not run. */
async function releaseOfNothing(t: TestContext): Promise<Release> {
  assert.ok(isPlatform(ownPlatform))
  const dir = await mkdtemp(join(tmpdir(), 'svc-release-'))
  t.after(() => rm(dir, { recursive: true }))
  await mkdir(join(dir, ownPlatform))
  await writeFile(join(dir, ownPlatform, executableName(version, ownPlatform)), '', { mode: 0o755 })
  const release: Release = { version, dir, platforms: [ownPlatform] }
  await packRelease(release)
  return release
}

/** Of the files themselves; the other hashes in a lock are of archives. */
function hashOf(lock: string): string | undefined {
  return /"h1:[^"]+"/.exec(lock)?.[0]
}
