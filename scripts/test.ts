import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { sharePostgres } from '@svc/server/testing'

/** Runs every test, on both engines, with one PostgreSQL for all of them. Arguments go to the test runner. */

const suites = ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts', 'bench/*.test.ts']

const postgres = await sharePostgres()
if ('unavailable' in postgres) console.log(`Without PostgreSQL: ${postgres.unavailable}`)
else console.log(`With PostgreSQL ${postgres.version}.`)

const given = process.argv.slice(2)
const args = ['--test', '--test-timeout=600000', ...(given.length > 0 ? given : suites)]
// Each test file is a process of its own: without the cache each would strip the same types again.
const cache = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../.cache/compile') }
const env = { ...process.env, ...cache, ...('unavailable' in postgres ? {} : postgres.env) }
const runner = spawn(process.execPath, args, { stdio: 'inherit', env })
const code = await new Promise<number>((resolve) => runner.once('exit', (status) => resolve(status ?? 1)))

if (!('unavailable' in postgres)) await postgres.stop()
else console.log(`Not run: everything on PostgreSQL, because: ${postgres.unavailable}`)
process.exitCode = code
