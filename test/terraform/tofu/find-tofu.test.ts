import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(import.meta.resolve('./find-tofu.ts'))

test('the program named by a variable takes precedence', async (t) => {
  const { find, give } = await machine(t)
  await give('bin', '1.12.6')
  const mine = await give('mine', '1.3.0')
  assert.equal(find('newest', { SVC_TOFU: mine }).out, mine)
  assert.equal(find('1.6.2', { SVC_TOFU_1_6: mine }).out, mine)
})

test('a variable that names no program is reported as an error', async (t) => {
  const { find, give } = await machine(t)
  await give('bin', '1.12.6')
  const { code, err } = find('newest', { SVC_TOFU: '/nowhere/tofu' })
  assert.equal(code, 1)
  assert.match(err, /^No OpenTofu .*SVC_TOFU.*\/nowhere\/tofu.*no such program\n$/)
})

test('an installed one is used if it is new enough, or else a cached one', async (t) => {
  const { find, give } = await machine(t)
  const keptOld = await give('cache/svc/tofu/1.6.2', '1.6.2')
  await give('cache/svc/tofu/1.12.9', '1.12.9')
  const keptNew = await give('cache/svc/tofu/1.12.10', '1.12.10')
  await give('bin', '1.8.1')
  assert.equal(find('newest').out, keptNew)
  assert.equal(find('1.6.2').out, keptOld)

  const installed = await give('bin', '1.13.0')
  assert.equal(find('newest').out, installed)
  assert.equal(find('1.6.2').out, keptOld)
})

test('if none is available, one line says why', async (t) => {
  const { find } = await machine(t)
  const { code, out, err } = find('newest')
  assert.deepEqual({ code, out }, { code: 1, out: '' })
  assert.match(err, /^No OpenTofu .*"go list" failed: there is no such program\n$/)
})

test('nothing is built unless requested: one line says how to request it', async (t) => {
  const { findInTests, give } = await machine(t)
  const { out } = findInTests('newest')
  assert.match(out, /^No OpenTofu \(newest; SVC_TOFU can name one\): there is none here; SVC_TEST_GET_ALL=1 /)
  assert.match(findInTests('newest', { SVC_TEST_GET_ALL: '1' }).out, /"go list" failed/)
  const kept = await give('cache/svc/tofu/1.12.9', '1.12.9')
  assert.equal(findInTests('newest').out, kept)
})

/** A machine with nothing on it but what a test gives it. */
async function machine(t: TestContext) {
  const root = await mkdtemp(join(tmpdir(), 'svc-find-tofu-'))
  t.after(() => rm(root, { recursive: true }))
  return {
    async give(place: string, version: string): Promise<string> {
      const file = join(root, place, 'tofu')
      await mkdir(join(root, place), { recursive: true })
      await writeFile(file, `#!/bin/sh\necho '{ "terraform_version": "${version}" }'\n`, { mode: 0o755 })
      return file
    },
    /** As somebody does who runs the program for it. */
    find: (wanted: string, env?: Environment) => node(root, [program, wanted], env),
    /** As the tests do. */
    findInTests: (wanted: string, env?: Environment) => {
      const text = `const { findTofu } = await import(${JSON.stringify(program)})
        const found = await findTofu(${JSON.stringify(wanted)})
        console.log(found.path ?? found.unavailable)`
      return node(root, ['--input-type=module', '--eval', text], env)
    },
  }
}

type Environment = Readonly<Record<string, string>>

function node(root: string, args: readonly string[], env: Environment = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    env: { PATH: join(root, 'bin'), XDG_CACHE_HOME: join(root, 'cache'), ...env },
    encoding: 'utf8',
  })
  return { code: status, out: stdout.trim(), err: stderr }
}
