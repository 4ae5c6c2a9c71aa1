import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { factsFor } from './facts.ts'
import type { Caller } from './world.ts'

export interface AttackOptions {
  readonly command: string
  readonly url: string
  readonly seconds: number
  readonly seed: number
}

/** The result of a schemathesis run, and how often each operation answered with each status. */
export interface Outcome {
  readonly caller: Caller
  readonly report: Report | undefined
  readonly tally: Tally
  /** Where the whole output is. */
  readonly logFile: string
}

type Tally = Readonly<Record<string, Readonly<Record<string, number>>>>

export interface Report {
  readonly complete: boolean
  readonly operations: { readonly total: number; readonly tested: number } | null
  readonly test_cases: { readonly generated: number; readonly errored: number }
  readonly failures: readonly { readonly code: string; readonly title: string; readonly count: number }[]
  readonly errors: readonly { readonly title: string; readonly count: number }[]
}

const here = import.meta.dirname
const logs = join(here, '..', '..', '.cache', 'schemathesis', 'logs')
const graceMs = 120_000

/** Runs every check in every phase with one credential. */
export async function attack(caller: Caller, options: AttackOptions): Promise<Outcome> {
  const place = await mkdtemp(join(tmpdir(), 'svc-schemathesis-'))
  await mkdir(logs, { recursive: true })
  const logged = (what: string): string => join(logs, `${caller.name}${what}`)
  const files = { facts: join(place, 'facts.json'), tally: logged('-tally.json'), log: logged('.txt') }
  const report = logged('-report.json')
  try {
    await Promise.all([files.tally, report].map((path) => rm(path, { force: true })))
    await writeFile(files.facts, JSON.stringify(factsFor(caller)))
    await run(argumentsFor(caller, options, report), { options, cwd: place, files })
    const [said, tally = {}] = [await readJson<Report>(report), await readJson<Tally>(files.tally)]
    return { caller, report: said, tally, logFile: files.log }
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

const argumentsFor = ({ token }: Caller, { url, seconds, seed }: AttackOptions, report: string) => [
  ...['--config-file', join(here, 'schemathesis.toml'), '--no-color', 'run', `${url}/v1/openapi.json`],
  ...['--header', `Authorization: Bearer ${token}`],
  ...['--checks', 'all', '--phases', 'examples,coverage,fuzzing,stateful'],
  ...['--max-time', String(seconds), '--seed', String(seed), '--workers', '1', '--continue-on-failure'],
  ...['--generation-database', 'none', '--report', 'json', '--report-json-path', report],
]

interface Run {
  readonly options: AttackOptions
  readonly cwd: string
  readonly files: { readonly facts: string; readonly tally: string; readonly log: string }
}

async function run(args: readonly string[], { options, cwd, files }: Run): Promise<void> {
  const child = spawn(options.command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: options.seconds * 1_000 + graceMs,
    env: {
      ...process.env,
      SCHEMATHESIS_HOOKS: 'hooks',
      PYTHONPATH: here,
      PYTHONDONTWRITEBYTECODE: '1',
      NO_PROXY: '127.0.0.1',
      no_proxy: '127.0.0.1',
      SVC_FACTS: files.facts,
      SVC_TALLY: files.tally,
    },
  })
  const stop = () => child.kill()
  process.once('exit', stop)
  const log = createWriteStream(files.log)
  for (const stream of [child.stdout, child.stderr]) {
    // A curl line can be a megabyte long.
    createInterface({ input: stream }).on('line', (line) => log.write(`${line.slice(0, 2_000)}\n`))
  }
  await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  process.off('exit', stop)
  await new Promise((resolve) => log.end(resolve))
}

async function readJson<T>(path: string): Promise<T | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as T)
}
