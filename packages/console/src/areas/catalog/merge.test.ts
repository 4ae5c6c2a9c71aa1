import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { frontierOf, merge, orderOf } from './merge.ts'

const rowsOf = (prefix: string, ages: readonly number[]) =>
  ages.toSorted((a, b) => b - a).map((age) => ({ id: `${prefix}_${String(age).padStart(6, '0')}` }))

const newestFirst = orderOf(null)
const ageOf = newestFirst.placeOf

const someAges = fc.array(fc.nat(999_999), { maxLength: 40 })

describe('merging several lists', () => {
  test('complete lists are merged newest first, and nothing is lost', () => {
    fc.assert(
      fc.property(someAges, someAges, someAges, (a, b, c) => {
        const parts = [rowsOf('prj', a), rowsOf('api', b), rowsOf('res', c)].map((rows) => ({
          rows,
          hasMore: false,
        }))
        const merged = merge(parts, newestFirst).map(ageOf)
        assert.equal(merged.length, a.length + b.length + c.length)
        assert.deepEqual(merged, merged.toSorted().reverse())
      }),
    )
  })

  test('while a list has more pages, only rows that come before all of them are shown', () => {
    fc.assert(
      fc.property(someAges, someAges, fc.nat(40), (a, b, read) => {
        const [first, second] = [rowsOf('prj', a), rowsOf('api', b)]
        const page = { rows: first.slice(0, read), hasMore: read < first.length }
        const merged = merge(
          [
            { rows: first, hasMore: false },
            { rows: second, hasMore: false },
          ],
          newestFirst,
        ).map(ageOf)
        const shown = merge([page, { rows: second, hasMore: false }], newestFirst).map(ageOf)
        if (page.rows.length > 0) assert.deepEqual(shown, merged.slice(0, shown.length))
        if (page.hasMore && page.rows.length > 0)
          assert.ok(shown.includes(frontierOf([page], newestFirst) ?? ''))
      }),
    )
  })

  test('sorting by name ignores case in both directions, and equal names stay ordered by age', () => {
    const named = (id: string, name: string) => ({ id, name })
    const projects = [named('prj_2', 'alpha'), named('prj_1', 'Gamma')]
    const apis = [named('api_4', 'Alpha'), named('api_3', 'beta'), named('api_5', 'delta')]
    const parts = [
      { rows: projects, hasMore: true },
      { rows: apis, hasMore: false },
    ]
    const rising = orderOf({ key: 'name', isDescending: false })
    const namesIn = (rows: readonly object[]) => rows.map((row) => (row as { name: string }).name)
    assert.deepEqual(namesIn(merge(parts, rising)), ['alpha', 'Alpha', 'beta', 'delta', 'Gamma'])
    const falling = orderOf({ key: 'name', isDescending: true })
    const turned = parts.map(({ rows, hasMore }) => ({ rows: rows.toReversed(), hasMore }))
    assert.deepEqual(namesIn(merge(turned, falling)), ['Gamma', 'delta', 'beta', 'Alpha', 'alpha'])
    const partial = [{ rows: projects.slice(0, 1), hasMore: true }, ...parts.slice(1)]
    assert.deepEqual(namesIn(merge(partial, rising)), ['alpha'])
  })
})
