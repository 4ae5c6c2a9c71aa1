import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fixture, hostCertificate, startPlugin } from '../testing/plugin-process.ts'
import { connectToPlugin } from '../testing/plugin-process-connection.ts'

test('a shutdown is answered and ends the process quickly, with its socket', async () => {
  const times: number[] = []
  // Less than the second that closing may take: nothing was waited for. A busy machine may be slow for a while.
  while (!times.some((ms) => ms < 900) && times.length < 20) {
    await using plugin = await startPlugin(fixture)
    const started = performance.now()
    const { code, signal, err } = await plugin.shutdown()
    times.push(performance.now() - started)
    assert.deepEqual({ code, signal, err }, { code: 0, signal: null, err: '' })
    assert.equal(existsSync(dirname(plugin.address.text)), false)
  }
  assert.ok(Math.min(...times) < 900, `${times} ms`)
})

test('a shutdown ends the streams of the host in good order', async () => {
  await using plugin = await startPlugin(fixture)
  const stream = plugin.hold('/plugin.GRPCStdio/StreamStdio')
  await once(stream, 'response')
  const trailers = once(stream, 'trailers')
  await plugin.call('/plugin.GRPCController/Shutdown')
  assert.equal((await trailers)[0]['grpc-status'], '0')
  assert.equal((await plugin.ended).code, 0)
})

test('a plugin may close before it ends, within a second', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'plugin-test-'))
  t.after(() => rmSync(dir, { recursive: true }))
  const CLOSED_FILE = join(dir, 'closed')
  await using quick = await startPlugin(fixture, { CLOSED_FILE, CLOSE_MS: '300' })
  assert.equal((await quick.shutdown()).code, 0)
  assert.ok(existsSync(CLOSED_FILE))

  const times: number[] = []
  while (!times.some((ms) => ms < 1800) && times.length < 20) {
    await using slow = await startPlugin(fixture, { CLOSE_MS: '60000' })
    const started = performance.now()
    assert.equal((await slow.shutdown()).code, 0)
    times.push(performance.now() - started)
  }
  assert.ok(Math.min(...times) < 1800, `before the host loses patience: ${times} ms`)
})

test('a plugin that cannot close says so in the log and ends all the same', async () => {
  await using plugin = await startPlugin(fixture, { CLOSE_FAILS: 'yes', TF_LOG: 'error' })
  const { code, err } = await plugin.shutdown()
  assert.equal(code, 0)
  assert.match(err, /"The plugin could not close\.".*"Error: cannot close/)
})

test('SIGINT is for the host', async () => {
  await using plugin = await startPlugin(fixture)
  process.kill(plugin.pid, 'SIGINT')
  await sleep(100)
  assert.deepEqual(await plugin.call('/test.Plugin/Echo', Buffer.from('a')), Buffer.from('a'))
  assert.equal((await plugin.shutdown()).code, 0)
})

for (const [signal, expected] of [
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const) {
  test(`${signal} ends the process, with its socket`, async () => {
    await using plugin = await startPlugin(fixture)
    assert.equal((await plugin.kill(signal)).code, expected)
    assert.equal(existsSync(dirname(plugin.address.text)), false)
  })
}

test('a plugin whose host is killed is gone about a second later, with its socket', async (t) => {
  const host = spawn(
    process.execPath,
    [join(import.meta.dirname, '../testing/plugin-process-host.ts'), ...fixture],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  t.after(() => host.kill('SIGKILL'))
  const folder = dirname(await firstLine(host))
  host.kill('SIGKILL')
  await once(host, 'exit')
  const killed = performance.now()
  await sleep(100)
  const isThere = existsSync(folder)
  assert.ok(isThere || performance.now() - killed > 500, 'it waits a little')
  while (existsSync(folder)) await sleep(20)
})

test('a host may connect again at once', async () => {
  await using plugin = await startPlugin(fixture)
  plugin.close()
  await sleep(100)
  const again = await connectToPlugin(plugin.address, hostCertificate)
  await sleep(1200)
  assert.deepEqual(await again.call('/test.Plugin/Echo', Buffer.from('a')), Buffer.from('a'))
  again.close()
  assert.equal((await plugin.ended).code, 1)
})

for (const [path, message] of [
  ['/test.Plugin/Crash', 'out of the blue'],
  ['/test.Plugin/Forget', 'nobody waits'],
] as const) {
  test(`an error that nobody catches ends the process as a host understands it: ${path}`, async () => {
    await using plugin = await startPlugin(fixture)
    await assert.rejects(plugin.call(path))
    const { code, err } = await plugin.ended
    assert.equal(code, 2)
    assert.match(err, new RegExp(`^panic: Error: ${message}\n +at .*plugin-process-fixture`))
    assert.equal(existsSync(dirname(plugin.address.text)), false)
  })
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('Nothing listens to the host.')
  const [line] = await once(createInterface(child.stdout), 'line')
  return line
}
