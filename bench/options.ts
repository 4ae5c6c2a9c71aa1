import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { engines, type Plan, scenarioNames, sizes } from './types.ts'

export const help = `Usage: npm run bench -- [options]

Measures our server against a bare node:http server that answers the same bytes.

  --quick                   short rounds: a first look, not a result
  --engine sqlite|postgres  only this engine
  --size 2000|200000        only the organisation with so many records
  --only read-one,create    only these of ${scenarioNames.join(', ')}
  --connections 32          how many requests are under way at any time
  --server CHECKOUT         another version, measured in turn with ours in the same rounds
  --check                   exit with 1 if a target is missed

Examples: npm run bench -- --quick --engine sqlite --size 2000 --only read-one
          npm run bench -- --size 2000 --server ../svc-1.2`

/** Many short rounds: a brief disturbance then affects one of them and not the median. */
const lengths = {
  quick: { rounds: 5, roundMs: 400, warmUpMs: 100, startupRepeats: 3 },
  full: { rounds: 9, roundMs: 800, warmUpMs: 200, startupRepeats: 7 },
} as const

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
      engine: { type: 'string' },
      size: { type: 'string' },
      only: { type: 'string' },
      connections: { type: 'string', default: '32' },
      server: { type: 'string' },
    },
  })
  if (values.help) return 'help'
  const isPartial = Boolean(values.quick || values.engine || values.size || values.only || values.server)
  return {
    engines: choose('--engine', values.engine, engines),
    sizes: choose('--size', values.size, sizes),
    scenarios: choose('--only', values.only, scenarioNames),
    connections: positive('--connections', values.connections),
    ...lengths[values.quick ? 'quick' : 'full'],
    isQuick: values.quick,
    isWhole: !isPartial,
    hasCheck: values.check,
    server: ownServer(),
    ...(values.server !== undefined && { other: join(values.server, 'packages/cli/bin/svc.js') }),
  }
}

/** Relative, because it is in the results, which should not contain the path of the checkout. */
function ownServer(): string {
  return relative(process.cwd(), fileURLToPath(import.meta.resolve('../packages/cli/bin/svc.js')))
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
