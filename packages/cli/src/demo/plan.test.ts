import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Kind, kinds } from '@svc/model'
import { objectives } from './company/slos.ts'
import { joinCopies } from './copies.ts'
import { planDemo } from './plan.ts'
import { planSnapshots } from './plan/slos.ts'
import { type Ref, type Step, withRefs } from './step.ts'

const now = new Date('2026-03-18T10:07:30Z')
const mondayNight = new Date('2026-06-01T00:03:00Z')

const everything = (seed: number, at: Date) => {
  const { measurements, ...rest } = planDemo(seed, at)
  return {
    ...rest,
    measurements: measurements.map((series) => ({ ...series, ...series.draw(), draw: null })),
  }
}

test('the same seed and moment give the same plan, another seed another', () => {
  const plan = everything(1, now)
  assert.deepEqual(everything(1, now), plan)
  assert.notDeepEqual(planDemo(2, now).history, plan.history)
})

for (const [at, times] of [
  [now, 1],
  [mondayNight, 1],
  [now, 3],
] as const) {
  test(`${times} at ${at.toISOString()}: nothing comes before what it references, and nothing is in the future`, () => {
    const { people, history } = planOf(times, at)
    const known = new Set<string>()
    let before = 0
    for (const { kind, key, fields, verb, at: moment } of [...people.slice().sort(byTime), ...history]) {
      for (const ref of refsIn(fields)) {
        assert.ok(known.has(`${ref.kind}/${ref.key}`), `${kind} ${key} points at ${ref.kind} ${ref.key}`)
      }
      const isNew = verb === 'create' || verb === 'insert'
      assert.equal(known.has(`${kind}/${key}`), !isNew, `${verb} ${kind} ${key}`)
      known.add(`${kind}/${key}`)
      assert.ok(moment < at, `${kind} ${key} is of ${moment.toISOString()}`)
      if (kinds[kind].home === 'partition') {
        assert.ok(moment.getTime() >= before, `${kind} ${key} comes too late`)
        before = moment.getTime()
      }
    }
  })
}

const planOf = (times: number, at: Date) =>
  joinCopies([planDemo(1, at), ...Array.from({ length: times - 1 }, (_, index) => planDemo(index + 2, at))])

test('every list of the console has something to show', () => {
  const made = new Set(planDemo(1, now).history.map(({ kind }) => kind))
  const placed = (Object.keys(kinds) as (keyof typeof kinds)[]).filter((key) => (kinds[key] as Kind).place)
  const empty = placed.filter((key) => !made.has(key))
  assert.deepEqual(empty, [], 'give these a few records in demo/company, planned in demo/plan')
})

test('several copies share the people and the standards, and no two things have the same name', () => {
  const [one, three] = [planOf(1, now), planOf(3, now)]
  const made = (plan: typeof one, kind: string) =>
    plan.history.filter((step) => step.kind === kind && step.verb !== 'update' && step.verb !== 'derive')
  assert.equal(three.people.length, one.people.length)
  assert.equal(made(three, 'scorecard').length, made(one, 'scorecard').length)
  for (const kind of ['team', 'project', 'api', 'resource', 'system', 'slo', 'secret']) {
    const names = made(three, kind).map(({ fields }) => fields.name)
    assert.equal(names.length, made(one, kind).length * 3, kind)
    assert.equal(new Set(names).size, names.length, kind)
  }
  assert.equal(three.measurements.length, one.measurements.length * 3)
})

const byTime = (a: { readonly at: Date }, b: { readonly at: Date }) => a.at.getTime() - b.at.getTime()

function refsIn(fields: Step['fields']): readonly Ref[] {
  const refs: Ref[] = []
  withRefs(fields, (ref) => refs.push(ref))
  return refs
}

test('objectives end up as their profile says, whatever the seed', () => {
  const ends = {
    calm: 'met',
    bumpy: 'met',
    burning: 'atRisk',
    atRisk: 'atRisk',
    breached: 'breached',
  } as const
  for (const seed of [1, 7]) {
    const states = planSnapshots(seed, now).flatMap((series) => series.draw().steps)
    const found = states.map(({ key, fields }) => [key, fields.status])
    assert.deepEqual(
      found,
      objectives.map(({ key, profile }) => [key, ends[profile]]),
    )
  }
})
