import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, fixture, runPlugin, startPlugin } from '../testing/plugin-process.ts'

const root = join(import.meta.dirname, '../../../..')
const machine = (process.env.PATH ?? '').split(delimiter).filter((dir) => !dir.includes('node_modules'))
const paths = {
  'the pinned Node': [dirname(process.execPath), ...machine].join(delimiter),
  "the machine's own Node": machine.join(delimiter),
}

for (const [node, PATH] of Object.entries(paths)) {
  const skip = nodeIn(PATH) === undefined && 'there is none'

  test(`with ${node}, options for other programs do no harm`, { skip }, async (t) => {
    const { launcher, dir } = layOut(t)
    const noisy = join(dir, 'noisy.cjs')
    writeFileSync(noisy, 'console.log("I was required")')
    for (const NODE_OPTIONS of [`--require ${noisy}`, '--no-such-option']) {
      await using plugin = await startPlugin(launcher, { PATH, NODE_OPTIONS })
      assert.match(plugin.line, /^1\|6\|unix\|/)
      assert.equal((await plugin.shutdown()).code, 0)
    }
  })

  test(`with ${node}, signals have their usual meaning`, { skip }, async (t) => {
    const { launcher } = layOut(t)
    await using plugin = await startPlugin(launcher, { PATH })
    process.kill(plugin.pid, 'SIGINT')
    await sleep(100)
    await plugin.call('/test.Plugin/Echo')
    assert.equal((await plugin.kill('SIGTERM')).code, 143)
  })

  test(`with ${node}, a crash is still one`, { skip }, async (t) => {
    const { launcher } = layOut(t)
    await using plugin = await startPlugin(launcher, { PATH })
    await assert.rejects(plugin.call('/test.Plugin/Crash'))
    const { code, err } = await plugin.ended
    assert.equal(code, 2)
    assert.match(err, /^panic: Error: out of the blue\n/)
  })

  test(`with ${node}, a person is told what this is`, { skip }, async (t) => {
    const { launcher } = layOut(t)
    const { code, out, err } = await runPlugin(launcher, { PATH, TF_PLUGIN_MAGIC_COOKIE: undefined })
    assert.deepEqual({ code, out }, { code: 1, out: '' })
    assert.match(err, /^This is terraform-provider-fixture/)
  })
}

const ownVersion = nodeIn(paths["the machine's own Node"])
const isOlder = ownVersion !== undefined && Number.parseInt(ownVersion, 10) < 26

test('without the pinned Node an older one says what to do', { skip: !isOlder }, async (t) => {
  const { launcher, dir } = layOut(t)
  unlinkSync(join(dir, 'node_modules'))
  const { code, out, err } = await runPlugin(launcher, { PATH: paths["the machine's own Node"] })
  assert.deepEqual({ code, out }, { code: 1, out: '' })
  assert.match(err, /^terraform-provider-svc needs Node 26 or later; this is [\d.]+, and .*npm ci.*\n$/)
})

/** The launcher where it expects to be, before a plugin that can do more than the real one. */
function layOut(t: TestContext): { readonly launcher: Command; readonly dir: string } {
  const dir = mkdtempSync(join(tmpdir(), 'plugin-test-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  const home = join(dir, 'packages/provider')
  for (const folder of ['bin', 'src']) mkdirSync(join(home, folder), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'))
  cpSync(join(root, 'scripts/pinned'), join(dir, 'scripts/pinned'), { recursive: true })
  copyFileSync(join(root, 'packages/provider/package.json'), join(home, 'package.json'))
  const launcher = join(home, 'bin/terraform-provider-svc.js')
  copyFileSync(join(root, 'packages/provider/bin/terraform-provider-svc.js'), launcher)
  writeFileSync(join(home, 'src/main.ts'), `await import(${JSON.stringify(fixture[1])})\n`)
  return { launcher: [launcher], dir }
}

function nodeIn(PATH: string): string | undefined {
  try {
    return execFileSync('node', ['-p', 'process.versions.node'], { env: { PATH }, encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}
