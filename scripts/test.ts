import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { makeTemplates, sharePostgres } from '@svc/server/testing'
import { findChromium } from '../test/browser/find-chromium.ts'
import { findTofu } from '../test/terraform/tofu/find-tofu.ts'

/** Runs every test, on both engines, with one PostgreSQL for all of them. Arguments go to the test runner. */

const suites = [
  'packages/*/src/**/*.test.ts',
  'packages/provider/{docs-generator,packaging}/*.test.ts',
  'test/**/*.test.ts',
  'bench/*.test.ts',
]

const postgres = await sharePostgres()
if ('unavailable' in postgres) console.log(`Without PostgreSQL: ${postgres.unavailable}`)
else console.log(`With PostgreSQL ${postgres.version}.`)
const templates = await makeTemplates('unavailable' in postgres ? undefined : postgres)

const given = process.argv.slice(2)
// Where there is none yet it is built from source, which takes longer than a test may.
if (given.length === 0) for (const version of ['newest', '1.6.2'] as const) report(await findTofu(version))
const chromium = given.length === 0 ? await findChromium(console.log) : undefined
const withoutChromium = chromium && 'unavailable' in chromium ? chromium.unavailable : undefined
if (chromium && 'version' in chromium) console.log(`With Chromium ${chromium.version}.`)

// Most of a test is waiting for a database or a process: two side by side take little more than one.
const sideBySide = `--test-concurrency=${Math.max(2, availableParallelism() - 1)}`
const args = ['--test', '--test-timeout=600000', sideBySide, ...(given.length > 0 ? given : suites)]
// Each test file is a process of its own: without the cache each would strip the same types again.
const cache = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../.cache/compile') }
const env = {
  ...process.env,
  ...cache,
  ...('unavailable' in postgres ? {} : postgres.env),
  ...templates.env,
  ...(withoutChromium && { SVC_NO_CHROMIUM: withoutChromium }),
}
const runner = spawn(process.execPath, args, { stdio: 'inherit', env })
const code = await new Promise<number>((resolve) => runner.once('exit', (status) => resolve(status ?? 1)))

await templates.remove()
if (!('unavailable' in postgres)) await postgres.stop()
else console.log(`Not run: everything on PostgreSQL, because: ${postgres.unavailable}`)
if (withoutChromium) console.log(`Not run: everything in a browser, because: ${withoutChromium}`)
process.exitCode = code

function report(tofu: Awaited<ReturnType<typeof findTofu>>): void {
  console.log('unavailable' in tofu ? tofu.unavailable : `With OpenTofu ${tofu.version}.`)
}
