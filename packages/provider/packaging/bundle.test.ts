import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.ts'
import { licencesOf } from './licences.ts'
import { runProgram } from './run-program.ts'

const provider = fileURLToPath(import.meta.resolve('../src/main.ts'))

test('a module and what it imports become one script that runs anywhere', async (t) => {
  const dir = await scratchDir(t)
  await writeFile(join(dir, 'facts.json'), '{ "answer": 42 }')
  await writeFile(join(dir, 'say.ts'), 'export const say = (text: string): void => console.log(text)')
  await writeFile(
    join(dir, 'main.ts'),
    `import facts from './facts.json' with { type: 'json' }
    import { say } from './say.ts'
    import('node:os').then(({ EOL }) => say(facts.answer + JSON.stringify(EOL)))`,
  )
  const { script } = await bundle(join(dir, 'main.ts'))
  const elsewhere = join(await scratchDir(t), 'main.cjs')
  await writeFile(elsewhere, script)
  assert.equal(await runProgram(process.execPath, [elsewhere]), '42"\\n"\n')
  assert.doesNotMatch(script, /\bimport\(/)
})

test('a module that uses its own location cannot be bundled', async (t) => {
  const dir = await scratchDir(t)
  await writeFile(join(dir, 'main.ts'), 'console.log(import.meta.dirname)')
  await assert.rejects(bundle(join(dir, 'main.ts')), /import\.meta/)
})

test('the provider script contains nothing about the machine it was built on', async () => {
  const { script } = await bundle(provider)
  assert.ok(!script.includes(fileURLToPath(import.meta.resolve('../../..'))))
})

test('the licence of every bundled package is included', async () => {
  const { packages } = await bundle(provider)
  const licences = await licencesOf(packages)
  assert.match(licences, /^@msgpack\/msgpack$/m)
  assert.match(licences, /Permission to use, copy, modify/)
})

test('a package without a licence is not distributed', async (t) => {
  const dir = await scratchDir(t)
  await writeFile(join(dir, 'package.json'), '{ "name": "nobody-knows" }')
  await assert.rejects(licencesOf([dir]), /nobody-knows/)
})

async function scratchDir(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'svc-bundle-'))
  t.after(() => rm(dir, { recursive: true, force: true }))
  return dir
}
