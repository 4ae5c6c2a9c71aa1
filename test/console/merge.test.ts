import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { ageOf, frontierOf, merge } from '../../packages/console/src/catalog/all/merge.ts'

const rowsOf = (prefix: string, ages: readonly number[]) =>
  ages.toSorted((a, b) => b - a).map((age) => ({ id: `${prefix}_${String(age).padStart(6, '0')}` }))

const someAges = fc.array(fc.nat(999_999), { maxLength: 40 })

describe('several lists as one', () => {
  test('whole lists are merged newest first, and nothing is lost', () => {
    fc.assert(
      fc.property(someAges, someAges, someAges, (a, b, c) => {
        const parts = [rowsOf('prj', a), rowsOf('api', b), rowsOf('res', c)].map((rows) => ({
          rows,
          hasMore: false,
        }))
        const merged = merge(parts).map(ageOf)
        assert.equal(merged.length, a.length + b.length + c.length)
        assert.deepEqual(merged, merged.toSorted().reverse())
      }),
    )
  })

  test('while a list goes on, only what comes before all of its rest is shown', () => {
    fc.assert(
      fc.property(someAges, someAges, fc.nat(40), (a, b, read) => {
        const [first, second] = [rowsOf('prj', a), rowsOf('api', b)]
        const page = { rows: first.slice(0, read), hasMore: read < first.length }
        const whole = merge([
          { rows: first, hasMore: false },
          { rows: second, hasMore: false },
        ]).map(ageOf)
        const shown = merge([page, { rows: second, hasMore: false }]).map(ageOf)
        if (page.rows.length > 0) assert.deepEqual(shown, whole.slice(0, shown.length))
        if (page.hasMore && page.rows.length > 0) assert.ok(shown.includes(frontierOf([page])))
      }),
    )
  })
})
