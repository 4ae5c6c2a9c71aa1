import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { isLongRun, makeQuickDir, makeTemplates, sharePostgres } from '@svc/server/testing'
import { shareProvider } from '../test/terraform/built-provider.ts'
import { runInOrder } from './testing/run-in-order.ts'
import { findTools } from './testing/tools.ts'

/** Runs every test, on both engines, with one PostgreSQL for all of them. Arguments go to the test runner. */

const suites = [
  'packages/*/src/**/*.test.ts',
  'packages/provider/{docs-generator,packaging}/*.test.ts',
  'scripts/**/*.test.ts',
  'test/**/*.test.ts',
  'bench/*.test.ts',
]
const given = process.argv.slice(2)

const quickDir = makeQuickDir()
if (quickDir) process.env.SVC_TEST_QUICK_DIR = quickDir
const postgres = await sharePostgres()
const withoutPostgres = 'unavailable' in postgres ? postgres.unavailable : undefined
console.log(withoutPostgres ?? `With PostgreSQL ${'version' in postgres && postgres.version}.`)
const templates = await makeTemplates('unavailable' in postgres ? undefined : postgres)
// Some files build what they need themselves.
const provider = given.length === 0 ? await shareProvider() : undefined
const tools = given.length === 0 ? await findTools(console.log) : undefined

const env = {
  ...process.env,
  // Each test file is a process of its own: without the cache each would strip the same types again.
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../.cache/compile'),
  ...('unavailable' in postgres ? {} : postgres.env),
  ...templates.env,
  ...provider?.env,
  ...tools?.env,
}
// Most tests spend much of their time waiting for a database, a process or a timer.
const sideBySide = availableParallelism() + 1
const timeout = isLongRun ? 3_600_000 : 1_200_000
process.exitCode =
  given.length === 0
    ? await runInOrder(suites, { concurrency: sideBySide, timeout, env })
    : await runGiven(given)

await provider?.remove()
await templates.remove()
if (quickDir) await rm(quickDir, { recursive: true, force: true })
if ('stop' in postgres) await postgres.stop()
if (withoutPostgres) console.log(`Not run: everything on PostgreSQL, because: ${withoutPostgres}`)
for (const line of tools?.missing ?? []) console.log(`Not run: ${line}`)

function runGiven(args: readonly string[]): Promise<number> {
  const reporter = (name: string) => [`--test-reporter=${name}`, '--test-reporter-destination=stdout']
  const durations = join(import.meta.dirname, 'testing/file-durations.ts')
  const reporters = args.some((arg) => arg.startsWith('--test-reporter'))
    ? []
    : [...reporter('spec'), ...reporter(durations)]
  const runner = spawn(
    process.execPath,
    ['--test', `--test-timeout=${timeout}`, `--test-concurrency=${sideBySide}`, ...reporters, ...args],
    { stdio: 'inherit', env },
  )
  return new Promise((resolve) => runner.once('exit', (status) => resolve(status ?? 1)))
}
