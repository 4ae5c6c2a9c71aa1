import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CostGroup, CostGroups } from '@svc/model'
import { reasonOf } from './group-words.ts'
import { mergeGroups, seriesOf } from './merge-groups.ts'
import { viewOf } from './range.ts'
import { partsOf } from './parts-of.ts'

const group = (fields: Partial<CostGroup>): CostGroup => ({
  part: 'group',
  id: 'team_1',
  name: 'Pay',
  cents: 100,
  previousCents: 50,
  projects: 1,
  sharedCents: 0,
  dailySeries: [40, 60],
  changes: [],
  ...fields,
})

const costs = (groups: readonly CostGroup[], next: string | null): CostGroups => ({
  by: 'team',
  currency: 'USD',
  period: { from: '2026-11-01', to: '2026-11-02' },
  previous: { from: '2026-10-30', to: '2026-10-31' },
  cents: groups.reduce((sum, { cents }) => sum + cents, 0),
  previousCents: groups.reduce((sum, { previousCents }) => sum + previousCents, 0),
  currencies: { USD: 1 },
  groups,
  next,
})

const change = (name: string, cents: number, previousCents: number) =>
  ({ kind: 'project', id: name, name, cents, previousCents }) as const

test('the parts of a large catalog add up to one answer', () => {
  const one = costs(
    [
      group({ changes: [change('a', 9, 0), change('b', 5, 0), change('c', 3, 0)] }),
      group({ part: 'unassigned', id: null, name: null, cents: 7, previousCents: 0, dailySeries: [7, 0] }),
    ],
    'prj_1',
  )
  const other = costs([group({ cents: 1_000, changes: [change('d', 0, 7)] })], null)
  const merged = mergeGroups([one, other])
  assert.ok(merged)
  assert.deepEqual(
    merged.groups.map(({ part, cents, projects }) => [part, cents, projects]),
    [
      ['group', 1_100, 2],
      ['unassigned', 7, 1],
    ],
  )
  assert.deepEqual([merged.cents, merged.next, merged.currencies], [1_107, null, { USD: 2 }])
  assert.deepEqual(
    merged.groups[0]?.changes.map(({ name }) => name),
    ['a', 'd', 'b'],
  )
  assert.deepEqual(seriesOf(merged), [87, 120])
  assert.equal(mergeGroups([]), undefined)
})

test('a bar’s parts add up to the whole, the rest and the unallocated among them', () => {
  const groups = [
    ...Array.from({ length: 10 }, (_, n) => group({ id: `team_${n}`, name: `T${n}`, cents: 100 - n })),
    group({ part: 'none', id: null, cents: 30 }),
    group({ part: 'unassigned', id: null, cents: 20 }),
    group({ id: 'team_credit', cents: -50 }),
  ]
  const parts = partsOf(groups, 'team')
  const positive = groups.reduce((sum, { cents }) => sum + Math.max(0, cents), 0)
  assert.equal(
    parts.reduce((sum, { cents }) => sum + cents, 0),
    positive,
  )
  assert.deepEqual(
    parts.slice(5).map(({ name }) => name),
    ['T5', '4 others', 'Projects without an owner', 'Without a project'],
  )
})

test('a change is explained by what changed in the same direction', () => {
  const risen = group({
    cents: 200_00,
    previousCents: 100_00,
    changes: [change('Models', 150_00, 0), change('Search', 0, 80_00), change('Web', 50_00, 20_00)],
  })
  assert.equal(reasonOf(risen, 'USD'), 'Models +$150.00 (new), Web +$30.00')
  assert.equal(reasonOf({ ...risen, cents: 0 }, 'USD'), 'Search −$80.00 (gone)')
})

test('whatever is in the address, there is a view; presets are of UTC days', () => {
  const now = new Date('2026-11-19T23:30:00.000Z')
  const view = (search: object) => viewOf(search as Record<string, unknown>, now)
  assert.deepEqual(view({}), {
    by: 'team',
    range: '30d',
    from: '2026-10-21',
    to: '2026-11-19',
    compare: 'period',
    currency: 'USD',
  })
  const month = view({ by: 'domain', range: 'month', currency: 'EUR' })
  assert.deepEqual(
    [month.by, month.from, month.to, month.compare, month.currency],
    ['domain', '2026-11-01', '2026-11-19', 'month', 'EUR'],
  )
  assert.deepEqual(
    [view({ range: 'lastMonth' }).from, view({ range: 'lastMonth' }).to],
    ['2026-10-01', '2026-10-31'],
  )
  assert.equal(view({ from: '2026-01-01', to: '2026-01-31' }).range, 'custom')
  assert.equal(view({ by: 'x', range: [1], from: 3, compare: {}, currency: 'dollars' }).range, '30d')
})
