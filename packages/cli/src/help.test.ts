import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commands } from './commands/index.ts'
import { runSvc } from './testing/run-svc.ts'

test('the program explains itself', async () => {
  const { code, out } = await runSvc(['--help'])
  assert.equal(code, 0)
  for (const { name, summary } of commands) assert.match(out, new RegExp(`^ +${name} +${summary}$`, 'm'))
  assert.equal(new Set(commands.map(({ name }) => name)).size, commands.length, 'each is there once')
  assert.match(out, /Examples:/)
  assert.deepEqual(await runSvc([]), { code: 0, out, err: '' })
  assert.deepEqual(await runSvc(['help']), { code: 0, out, err: '' })
})

for (const entry of commands) {
  const loaded = await entry.load()
  const paths = 'run' in loaded ? [[entry.name]] : loaded.map(({ name }) => [entry.name, name])

  for (const path of [...paths, [entry.name]]) {
    test(`svc ${path.join(' ')} --help shows how it is used, with examples`, async () => {
      const { code, out, err } = await runSvc([...path, '--help'])
      assert.deepEqual({ code, err }, { code: 0, err: '' })
      assert.match(out, new RegExp(`^Usage: svc ${path.join(' ')}`, 'm'))
      assert.match(out, /^Examples:\n {2}\S/m)
      for (const line of out.split('\n')) assert.ok(line.length <= 160, line)
    })
  }

  for (const command of 'run' in loaded ? [loaded] : loaded) {
    for (const [line] of command.examples) {
      test(`the example "${line}" is a command line that svc understands`, async () => {
        const words = wordsOf(line)
        const { code, err } = await runSvc([...words, '--help'])
        assert.equal(code, 0, err)
        const known = Object.keys(command.options).map((name) => `--${name}`)
        for (const word of words.filter((one) => one.startsWith('--'))) assert.ok(known.includes(word), word)
      })
    }
  }
}

test('the version is shown', async () => {
  assert.match((await runSvc(['--version'])).out, /^svc \d+\.\d+\.\d+\n$/)
})

/** The arguments of the svc in a line of shell. */
function wordsOf(line: string): readonly string[] {
  const [, args = ''] = /\bsvc (.*?)\)?$/.exec(line) ?? []
  return [...args.matchAll(/"[^"]*"|\$\([^)]*\)|\S+/g)].map(([word]) => word)
}
