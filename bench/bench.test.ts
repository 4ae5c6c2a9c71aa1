import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { deal, type LoadRequest, startGenerator } from './load/load.ts'
import { quote } from './load/wrk-script.ts'
import { measureEngine } from './measure-engine.ts'
import { median } from './median.ts'
import { percentilesOf } from './percentiles.ts'
import { readPlan } from './options.ts'
import { missedTargets, toMarkdown } from './report.ts'
import { keepResult, machineKind } from './results.ts'
import { judgeLatency, judgeRow } from './targets.ts'
import { describeMachine } from './machine.ts'
import type { Plan, Round, Row, ScenarioName, Size } from './types.ts'

test('sequences are distributed over the connections, and each stays complete and in order', () => {
  const get = (path: string): LoadRequest => ({ method: 'GET', path })
  const [a, b, c, d] = [get('/a'), get('/b'), get('/c'), get('/d')]
  assert.deepEqual(deal([[a, b], [c], [d]], 2), [[a, b, d], [c]])
  assert.deepEqual(deal([[a]], 2), [[a], [a]])
})

test('the median is the middle, or half-way between the two in the middle', () => {
  assert.equal(median([9, 1, 5]), 5)
  assert.equal(median([4, 1, 3, 9]), 3.5)
})

test('a target is a ratio, and growth is compared with the small organisation', () => {
  const rows = [
    row('read-one', 2000, { ratio: 0.79, perSecond: 9000 }),
    row('read-one', 200_000, { ratio: 0.7, perSecond: 9000 }),
    row('create', 2000, { ratio: 0.2, perSecond: 2500 }),
    row('list-100', 200_000, { ratio: 0.1, perSecond: 10 }),
  ]
  const result = { engine: 'sqlite', rows } as const
  assert.deepEqual(
    rows.map((each) => judgeRow(each, result)?.holds),
    [false, true, true, undefined],
  )
})

test('a time may be five times what a quiet server takes, whatever its target', () => {
  assert.deepEqual(judgeLatency(49, 50, 2), { target: '≤ 50 ms', holds: true })
  assert.deepEqual(judgeLatency(120, 50, 20), { target: '≤ 100 ms', holds: false })
})

test('percentiles are of all times, however few', () => {
  assert.deepEqual(percentilesOf([3, 1, 2]), { p50Ms: 2, p99Ms: 3, maxMs: 3 })
})

test('a text of any script becomes a string of Lua', () => {
  assert.equal(quote('{"a":"ü\\n"}'), '"{\\034a\\034:\\034\\195\\188\\092n\\034}"')
})

test('the suites on a large catalog run, and every line of them is an answer', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-test-'))
  t.after(() => rm(folder, { recursive: true }))
  const generator = await startGenerator()
  t.after(() => generator.stop())
  const plan: Plan = {
    ...planOf(['--suite', 'beside,mixed,million,slow-readers', '--records', '1000']),
    ...tiny,
    cacheDir: folder,
  }
  const skipped: string[] = []
  const result = await measureEngine({ plan, generator, scratchDir: folder, skipped }, 'sqlite')
  assert.ok(result)
  assert.deepEqual(skipped, [])
  const lines = result.suites.flatMap((suite) => suite.lines)
  assert.deepEqual(
    lines.filter(({ trouble }) => trouble !== undefined).map(({ name, trouble }) => `${name}: ${trouble}`),
    [],
  )
  assert.deepEqual(
    lines.filter(({ cells }) => cells.some((cell) => cell.includes('NaN'))),
    [],
  )
  const run = { at: new Date().toISOString(), machine: await describeMachine(folder), plan, skipped }
  const report = toMarkdown({ ...run, generator: generator.name }, [result])
  for (const { name } of lines) assert.ok(report.includes(`| ${name} `), name)
  const late = { name: 'late', cells: [], figures: {}, verdict: { target: '≤ 1 ms', holds: false } }
  const missed = missedTargets([{ ...result, suites: [{ title: 'A', about: '', head: [], lines: [late] }] }])
  assert.deepEqual(missed, ['sqlite, A: late'])
})

test('several processes share one database, and what they ask of it is counted', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-test-'))
  t.after(() => rm(folder, { recursive: true }))
  const generator = await startGenerator()
  t.after(() => generator.stop())
  const plan: Plan = { ...planOf(['--suite', 'processes', '--only', 'create']), ...tiny, cacheDir: folder }
  const skipped: string[] = []
  const result = await measureEngine({ plan, generator, scratchDir: folder, skipped }, 'postgres')
  if (!result) return t.skip(skipped.join(' '))
  const lines = result.suites.flatMap((suite) => suite.lines)
  assert.equal(lines.length, 3)
  for (const { name, trouble, figures } of lines) {
    assert.equal(trouble, undefined, name)
    const { rounds } = figures as { readonly rounds: readonly { readonly commits: number }[] }
    assert.ok(
      rounds.every(({ commits }) => commits > 0),
      name,
    )
  }
})

test('flags limit the plan, and an invalid value is reported with the allowed ones', () => {
  const plan = planOf(['--engine', 'sqlite', '--only', 'create,read-one'])
  assert.deepEqual(plan.engines, ['sqlite'])
  assert.deepEqual(plan.scenarios, ['read-one', 'create'])
  assert.equal(plan.isWhole, false)
  assert.deepEqual(readPlan(['--size', '7']), { mistake: '--size 7 is invalid. Allowed: 2000, 200000.' })
})

test('a result replaces the previous one, in the folder of its kind of machine', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-results-'))
  t.after(() => rm(folder, { recursive: true }))
  await keepResult('sqlite', { report: 'first', figures: { at: 1 } }, folder)
  await keepResult('sqlite', { report: 'second', figures: { at: 2 } }, folder)
  const place = join(folder, machineKind())
  assert.deepEqual((await readdir(place)).toSorted(), ['sqlite.json', 'sqlite.md'])
  assert.equal(await readFile(join(place, 'sqlite.md'), 'utf8'), 'second')
  assert.deepEqual(JSON.parse(await readFile(join(place, 'sqlite.json'), 'utf8')), { at: 2 })
})

/** Long enough that everything is asked at least once. */
const tiny = {
  ...{ rounds: 1, roundMs: 100, warmUpMs: 10, startupRepeats: 1 },
  beside: { quietMs: 100, operationMs: 10 },
  mixed: { rounds: 1, roundMs: 100 },
  million: { times: 3, forMs: 10 },
  slowReaders: { readers: 20, forMs: 300 },
}

function planOf(args: readonly string[]): Plan {
  const plan = readPlan(args)
  assert.ok(plan !== 'help' && 'engines' in plan)
  return plan
}

function row(
  scenario: ScenarioName,
  size: Size,
  { ratio, perSecond }: { readonly ratio: number; readonly perSecond: number },
): Row {
  const round = { perSecond } as Round
  return { scenario, size, ratio, ours: round, bare: round, rounds: [] }
}
