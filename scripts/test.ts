import { spawn } from 'node:child_process'
import { sharePostgres } from '@svc/server/testing'

/** Runs every test, on both engines, with one PostgreSQL for all of them. Arguments go to the test runner. */

const suites = ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts', 'bench/*.test.ts']

const postgres = await sharePostgres()
if ('unavailable' in postgres) console.log(`Without PostgreSQL: ${postgres.unavailable}`)
else console.log(`With PostgreSQL ${postgres.version}.`)

const given = process.argv.slice(2)
const args = ['--test', '--test-timeout=600000', ...(given.length > 0 ? given : suites)]
const env = 'unavailable' in postgres ? process.env : { ...process.env, ...postgres.env }
const runner = spawn(process.execPath, args, { stdio: 'inherit', env })
const code = await new Promise<number>((resolve) => runner.once('exit', (status) => resolve(status ?? 1)))

if (!('unavailable' in postgres)) await postgres.stop()
else console.log(`Not run: everything on PostgreSQL, because: ${postgres.unavailable}`)
process.exitCode = code
