import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { olderNode, program, runProgram, startSvc } from './testing/run-program.ts'
import { scratchDir } from './testing/run-svc.ts'

const node = olderNode()
const skip = node === undefined && 'the machine has no Node that is older than 26'
const options = node === undefined ? {} : { node }

test('an older Node hands over to the pinned one, including arguments, output and exit code', {
  skip,
}, async () => {
  assert.match((await runProgram(['--version'], options)).out, /^svc \d/)
  const { code, out, err } = await runProgram(
    ['org', 'create', '--name', 'a b', '--owner-email', '"x'],
    options,
  )
  assert.deepEqual(
    { code, out, err },
    { code: 2, out: '', err: '--owner-email must be an address such as ada@example.com, not "\\"x".\n' },
  )
})

test('a Node that is new enough runs svc in its own process', async (t) => {
  const child = startSvc(['serve', '--port', '0', '--data-dir', await scratchDir(t)])
  await listening(child)
  assert.deepEqual(childrenOf(child.pid), [])
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [0, null])
})

test('a link to the program finds the pinned Node', { skip }, async (t) => {
  const dir = await scratchDir(t)
  await symlink(program, join(dir, 'svc'))
  assert.match(
    (await runProgram(['--version'], { ...options, script: join(dir, 'svc'), cwd: dir })).out,
    /^svc \d/,
  )
})

test('without the pinned Node an older one says what to do', { skip }, async (t) => {
  const dir = await scratchDir(t)
  await mkdir(join(dir, 'bin'))
  await copyFile(program, join(dir, 'bin/svc.js'))
  await writeFile(join(dir, 'package.json'), '{ "type": "module" }')
  const { code, out, err } = await runProgram(['--version'], { ...options, script: join(dir, 'bin/svc.js') })
  assert.deepEqual({ code, out }, { code: 1, out: '' })
  assert.match(err, /^svc needs Node 26 or later; this is [\d.]+, and .*npm ci.*\n$/)
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} to the launcher shuts the server down gracefully`, { skip }, async (t) => {
    const child = startSvc(['serve', '--port', '0', '--data-dir', await scratchDir(t)], options)
    await listening(child)
    child.kill(signal)
    const [code] = await once(child, 'exit')
    assert.equal(code, 0)
  })
}

test('killing the launcher ends the server too', { skip }, async (t) => {
  const child = startSvc(['serve', '--port', '0', '--data-dir', await scratchDir(t)], options)
  await listening(child)
  const [server] = childrenOf(child.pid)
  assert.ok(server)
  child.kill('SIGKILL')
  await once(child, 'exit')
  for (let tries = 0; tries < 50 && (await isRunning(server)); tries++) await sleep(100)
  assert.equal(await isRunning(server), false)
})

test('the launcher ends with the signal that ended the server', { skip }, async (t) => {
  const child = startSvc(['serve', '--port', '0', '--data-dir', await scratchDir(t)], options)
  await listening(child)
  process.kill(Number(childrenOf(child.pid)[0]), 'SIGKILL')
  const [code, signal] = await once(child, 'exit')
  assert.deepEqual({ code, signal }, { code: null, signal: 'SIGKILL' })
})

async function listening(child: ReturnType<typeof startSvc>): Promise<void> {
  if (!child.stdout) throw new Error('Nothing reads the program’s output.')
  for await (const line of createInterface(child.stdout)) if (line.includes('listening')) return
  throw new Error('The server ended before it was ready.')
}

function childrenOf(pid: number | undefined): readonly string[] {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  return list
    .map((line) => line.trim().split(/\s+/))
    .flatMap(([id = '', parent]) => (parent === String(pid) ? [id] : []))
}

/** A process that has ended may still be a zombie. */
async function isRunning(pid: string): Promise<boolean> {
  const state = execFileSync('ps', ['-A', '-o', 'pid=,stat='], { encoding: 'utf8' })
  return state.split('\n').some((line) => new RegExp(`^\\s*${pid}\\s+[^Z]`).test(line))
}
