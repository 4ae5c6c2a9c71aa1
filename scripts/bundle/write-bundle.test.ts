import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { freshBundle } from '../../packages/cli/bin/fresh-bundle.js'
import { runProgram, startSvc } from '../../packages/cli/src/testing/run-program.ts'
import { scratchDir } from '../../packages/cli/src/testing/run-svc.ts'
import { writeBundle } from './write-bundle.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'packages/cli/dist')
const token = `svc_pat_live_${'0123456789abcdef'.repeat(3)}`
let bundled: Awaited<ReturnType<typeof writeBundle>>

before(async () => {
  bundled = await writeBundle(folder)
})

test('the command runs from the bundle', async () => {
  assert.equal(freshBundle(), pathToFileURL(join(folder, bundled.entry)).href)
  const { code, err } = await runProgram(['nothing'], { env: { SVC_DEBUG: '1' } })
  assert.equal(code, 2)
  assert.ok(err.includes(`/packages/cli/dist/${bundled.entry}`), err)
})

test('whatever a module finds from where it is, the bundle finds', async () => {
  const addresses = new Set<string>()
  for (const name of bundled.builds[0]?.filter((name) => name.endsWith('.js')) ?? []) {
    const text = await readFile(join(folder, name), 'utf8')
    for (const [, address = ''] of text.matchAll(/new URL\("([^"]+)", import\.meta\.url\)/g))
      addresses.add(address)
  }
  assert.ok(addresses.size > 2, 'a module that looks for a file')
  const missing = [...addresses].filter(
    (address) => !existsSync(fileURLToPath(new URL(address, pathToFileURL(`${folder}/`)))),
  )
  assert.deepEqual(missing, [])
})

test('a server from the bundle answers, validates, describes itself and has a console', async (t) => {
  const child = startSvc(['serve', '--port', '0', '--data-dir', await scratchDir(t)], {
    env: { SVC_BOOTSTRAP_TOKEN: token },
  })
  t.after(() => child.kill('SIGKILL'))
  assert.ok(child.stdout)
  let url = ''
  for await (const line of createInterface(child.stdout)) {
    url = /listening on (\S+)/.exec(line)?.[1] ?? ''
    if (url) break
  }
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(url + path, { ...init, headers })
    return { status: answer.status, text: await answer.text() }
  }
  assert.equal((await ask('/healthz')).status, 200)
  assert.match((await ask('/v1/openapi.json')).text, /^\{"openapi":/)
  assert.equal((await ask('/v1/teams', { method: 'POST', body: '{"name":7}' })).status, 400)
  const made = await ask('/v1/teams', { method: 'POST', body: '{"name":"Harbour"}' })
  assert.equal(made.status, 201, made.text)
  // More than one batch.
  const many = Array.from({ length: 150 }, (_, n) => ({ method: 'POST', body: `{"name":"Team ${n}"}` }))
  const statuses = await Promise.all(many.map(async (init) => (await ask('/v1/teams', init)).status))
  assert.deepEqual([...new Set(statuses)], [201])
  if (existsSync(join(root, 'packages/console/dist/index.html')))
    assert.match((await ask('/')).text, /<!doctype html>/i)
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [0, null])
})

test('what a running server may still load is there after the next build', async () => {
  const again = await writeBundle(folder)
  assert.equal(again.entry, bundled.entry)
  for (const name of again.builds.flat()) assert.ok(existsSync(join(folder, name)), name)
})
