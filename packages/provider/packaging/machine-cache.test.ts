import assert from 'node:assert/strict'
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'

const fillSlowly = `await appendFile(cache + '/fills', 'x'); await sleep(500); await writeFile(dir + '/whole', '')`

test('of concurrent processes, one fills the folder for all', async (t) => {
  const cache = await scratchCache(t)
  const places = await Promise.all(Array.from({ length: 4 }, () => text(ask(cache, fillSlowly).stdout)))
  assert.deepEqual(places, Array(4).fill(join(cache, 'svc/thing')))
  assert.equal(await readFile(join(cache, 'fills'), 'utf8'), 'x')
  assert.deepEqual(await readdir(join(cache, 'svc/thing')), ['whole'])
})

test('a process that is killed half-way neither blocks the next one nor leaves an incomplete folder', async (t) => {
  const cache = await scratchCache(t)
  const killed = ask(cache, `await writeFile(dir + '/half', ''); console.log('half'); await sleep(60_000)`)
  await once(killed.stdout, 'data')
  killed.kill('SIGKILL')
  await once(killed, 'close')
  assert.equal(existsSync(join(cache, 'svc/thing')), false)

  assert.equal(await text(ask(cache, fillSlowly).stdout), join(cache, 'svc/thing'))
  assert.deepEqual(await readdir(join(cache, 'svc/thing')), ['whole'])
  assert.deepEqual(await readdir(join(cache, 'svc')), ['thing', 'thing.lock'])
})

test('a failure is reported, and the next process tries again', async (t) => {
  const cache = await scratchCache(t)
  assert.match(await text(ask(cache, `throw new Error('no network')`).stderr), /no network/)
  assert.equal(await text(ask(cache, fillSlowly).stdout), join(cache, 'svc/thing'))
})

/** A process that prints where the folder is; `code` fills `dir`. */
function ask(cache: string, code: string): ChildProcessByStdio<null, Readable, Readable> {
  const program = `
    import { appendFile, writeFile } from 'node:fs/promises'
    import { setTimeout as sleep } from 'node:timers/promises'
    import { keepInCache } from ${JSON.stringify(import.meta.resolve('./machine-cache.ts'))}
    const cache = ${JSON.stringify(cache)}
    process.stdout.write(await keepInCache('thing', async (dir) => { ${code} }))`
  return spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, XDG_CACHE_HOME: cache },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function scratchCache(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'svc-cache-'))
  t.after(() => rm(dir, { recursive: true, force: true }))
  return dir
}
