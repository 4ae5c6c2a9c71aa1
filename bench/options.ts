import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { fullSize } from './catalog/contents/size.ts'
import { generatorNames } from './load/load.ts'
import { engines, type Lengths, type Plan, scenarioNames, sizes, suiteNames } from './types.ts'

export const help = `Usage: npm run bench -- [options]

Measures our server, in suites:

  http          against a bare node:http server that answers the same bytes; start-up and memory
  beside        how long others wait while somebody asks for something long
  mixed         readers beside 300 patches a second of other records of the same kind
  million       what people ask a catalog of a million records
  processes     two and four processes on one PostgreSQL, compared with one
  slow-readers  1,000 connections that read a long list slowly

  --suite http,beside       only these suites
  --quick                   short rounds: a first look, not a result
  --engine sqlite|postgres  only this engine
  --size 2000|200000        http: only the organisation with so many records
  --only read-one,create    http, processes: only these of ${scenarioNames.join(', ')}
  --records 940000          how large the catalog of the other suites is
  --cache DIR               where that catalog is kept between runs; it takes a minute or two to fill, and gigabytes
  --connections 32          how many requests are under way at any time
  --generator wrk           what sends them, of ${generatorNames.join(', ')}; the first that is installed by default
  --server CHECKOUT         another version, measured in turn with ours in the same rounds
  --check                   exit with 1 if a target is missed

Examples: npm run bench -- --quick --engine sqlite --size 2000 --only read-one
          npm run bench -- --size 2000 --server ../svc-1.2`

/** Many short rounds: a brief disturbance then affects one of them and not the median. */
const lengths = {
  quick: {
    ...{ rounds: 3, roundMs: 1000, warmUpMs: 100, startupRepeats: 3 },
    beside: { quietMs: 2000, operationMs: 2000 },
    mixed: { rounds: 3, roundMs: 1000 },
    million: { times: 100, forMs: 1500 },
    slowReaders: { readers: 1000, forMs: 3000 },
  },
  full: {
    ...{ rounds: 9, roundMs: 1000, warmUpMs: 200, startupRepeats: 7 },
    beside: { quietMs: 5000, operationMs: 8000 },
    mixed: { rounds: 7, roundMs: 2000 },
    million: { times: 500, forMs: 6000 },
    slowReaders: { readers: 1000, forMs: 10_000 },
  },
} as const satisfies Record<string, Lengths>

export function readPlan(args: readonly string[]): Plan | 'help' | { readonly mistake: string } {
  try {
    return parsePlan(args)
  } catch (error) {
    return { mistake: error instanceof Error ? error.message : String(error) }
  }
}

function parsePlan(args: readonly string[]): Plan | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      suite: { type: 'string' },
      engine: { type: 'string' },
      size: { type: 'string' },
      only: { type: 'string' },
      records: { type: 'string', default: `${fullSize}` },
      cache: { type: 'string', default: ownCache() },
      connections: { type: 'string', default: '32' },
      generator: { type: 'string' },
      server: { type: 'string' },
    },
  })
  if (values.help) return 'help'
  const { quick, suite, engine, size, only, server, generator } = values
  // Each engine has results of its own.
  const isPartial = Boolean(quick || suite || size || only || server || generator)
  const records = positive('--records', values.records)
  return {
    suites: choose('--suite', suite, suiteNames),
    engines: choose('--engine', engine, engines),
    sizes: choose('--size', size, sizes),
    scenarios: choose('--only', only, scenarioNames),
    generator: generator === undefined ? undefined : choose('--generator', generator, generatorNames)[0],
    records,
    cacheDir: values.cache,
    connections: positive('--connections', values.connections),
    ...lengths[quick ? 'quick' : 'full'],
    isQuick: quick,
    isWhole: !isPartial && records === fullSize,
    hasCheck: values.check,
    server: ownServer(),
    ...(server !== undefined && { other: join(server, 'packages/cli/bin/svc.js') }),
  }
}

/** Relative, because it is in the results, which should not contain the path of the checkout. */
function ownServer(): string {
  return relative(process.cwd(), fileURLToPath(import.meta.resolve('../packages/cli/bin/svc.js')))
}

/** Beside other things that can be made again; the same for every checkout that shares its packages. */
function ownCache(): string {
  return fileURLToPath(new URL('../node_modules/.cache/svc-bench', import.meta.url))
}

/** All of them, or those that are named, in their own order. */
function choose<T extends string | number>(
  flag: string,
  given: string | undefined,
  all: readonly T[],
): readonly T[] {
  if (given === undefined) return all
  const wanted = given.split(',')
  const unknown = wanted.find((name) => !all.some((each) => `${each}` === name))
  if (unknown !== undefined) throw new Error(`${flag} ${unknown} is invalid. Allowed: ${all.join(', ')}.`)
  return all.filter((each) => wanted.includes(`${each}`))
}

function positive(flag: string, text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`${flag} ${text} is invalid: must be a whole number from 1.`)
  return value
}
