import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { deal, type LoadRequest } from './load.ts'
import { median } from './median.ts'
import { readPlan } from './options.ts'
import { keepResult, machineKind } from './results.ts'
import { judgeRow } from './targets.ts'
import type { EngineResult, Round, Row, ScenarioName, Size } from './types.ts'

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

test('a target is met by ratio, by rate or not at all, and growth is compared with the small organisation', () => {
  const rows = [
    row('read-one', 2000, { ratio: 0.49, perSecond: 9000 }),
    row('read-one', 200_000, { ratio: 0.4, perSecond: 9000 }),
    row('create', 2000, { ratio: 0.1, perSecond: 2500 }),
    row('patch', 2000, { ratio: 0.1, perSecond: 10 }),
  ]
  const result = { engine: 'sqlite', rows } as unknown as EngineResult
  assert.deepEqual(
    rows.map((each) => judgeRow(each, result)?.holds),
    [false, true, true, undefined],
  )
})

test('flags limit the plan, and an invalid value is reported with the allowed ones', () => {
  const plan = readPlan(['--engine', 'sqlite', '--only', 'create,read-one'])
  assert.ok(plan !== 'help' && 'engines' in plan)
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

function row(
  scenario: ScenarioName,
  size: Size,
  { ratio, perSecond }: { readonly ratio: number; readonly perSecond: number },
): Row {
  const round = { perSecond } as Round
  return { scenario, size, ratio, ours: round, bare: round, rounds: [] }
}
