import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { clientOf } from '@svc/server/testing'
import { attack, type Outcome } from './attack.ts'
import { findSchemathesis } from './tool.ts'
import { faultsOf, summaryOf } from './verdict.ts'
import { startWorld, type Who, type World } from './world.ts'

/**
 * Checks a real server against its own description, with every check of schemathesis:
 *   node test/schemathesis/run.ts [--minutes 2] [--seed 1]
 * Each credential has its own organisation, so that all of them run at the same time.
 */

const callers: readonly Who[] = [
  { name: 'owner', as: 'owner', mode: 'live' },
  { name: 'member', as: 'member', mode: 'live' },
  { name: 'test-key', as: 'key', mode: 'test' },
]

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '2' }, seed: { type: 'string', default: '1' } },
})
const [minutes, seed] = [Number(values.minutes), Number(values.seed)]
if (!(minutes > 0 && minutes <= 60) || !Number.isSafeInteger(seed) || seed < 0) {
  console.error('--minutes must be a number up to 60, --seed a whole number.')
  process.exit(2)
}

const tool = findSchemathesis(process.env)
if ('command' in tool) process.exitCode = await main(tool.command)
else if ('unavailable' in tool) console.log(`Schemathesis: not run, because ${tool.unavailable}.`)
else {
  console.error(tool.mistake)
  process.exitCode = 2
}

async function main(command: string): Promise<number> {
  const world = await startWorld()
  try {
    const options = { command, url: world.url, seconds: Math.round(minutes * 60), seed }
    console.log(`Schemathesis, all checks, ${callers.length} credentials, ${minutes} min, seed ${seed}.`)
    const seeded = await Promise.all(callers.map(world.caller))
    const outcomes = await Promise.all(seeded.map((caller) => attack(caller, options)))
    const faults: string[] = []
    for (const outcome of outcomes) faults.push(...(await judge(world, outcome)))
    for (const line of world.errors) faults.push(`The server logged ${JSON.stringify(line).slice(0, 1_000)}`)
    for (const fault of faults) console.error(fault)
    console.log(faults.length === 0 ? 'No failure.' : `${faults.length} faults.`)
    return faults.length === 0 ? 0 : 1
  } finally {
    await world.close()
  }
}

async function judge({ url }: World, outcome: Outcome): Promise<readonly string[]> {
  const { caller, logFile } = outcome
  console.log(summaryOf(outcome))
  const faults = [...faultsOf(outcome)]
  const { status } = await clientOf(url, caller.token).get('/me')
  if (status !== 200) faults.push(`The credential stopped working on the way: /me answers ${status}.`)
  if (faults.length > 0) {
    console.log(`${await excerpt(logFile)}\nAll of it: ${relative(process.cwd(), logFile)}`)
  }
  return faults.map((fault) => `${caller.name}: ${fault}`)
}

/** The findings, without the progress before them. */
async function excerpt(logFile: string): Promise<string> {
  const lines = (await readFile(logFile, 'utf8')).split('\n')
  const start = lines.findIndex((line) => /^=+ (FAILURES|ERRORS) =+$/.test(line))
  return lines
    .slice(Math.max(0, start), Math.max(0, start) + 150)
    .map((line) => line.slice(0, 300))
    .join('\n')
}
