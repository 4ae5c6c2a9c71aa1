import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filtersOf, type Kind, listKeyOf } from '@svc/model'
import { clockBetweenJobs, type Fields, kindsWith, onEachEngine, useApp } from '../../testing/index.ts'
import { filled, itemsOf, narrowed, once } from './filled-lists.ts'
import { done, newScene, refusedAt, settled } from './suite.ts'

onEachEngine((engine) => {
  const app = useApp(engine, { now: clockBetweenJobs() })
  // The lists are only read here, so each is filled once.
  const filledWith = once(async (kind: Kind) => filled(await newScene(app), kind))

  for (const kind of kindsWith('list')) {
    test(`${kind.name}: is listed newest first, or sorted as it says`, async () => {
      const { all, made } = await filledWith(kind)
      const ids = all.map(({ id }) => id)
      const expected = made.toReversed().sort(orderOf(kind))
      const known = new Set(made.map(({ id }) => id))
      assert.deepEqual(
        ids.filter((id) => known.has(id)),
        expected.map(({ id }) => id),
      )
    })

    for (const filter of Object.keys(filtersOf(kind))) {
      test(`${kind.name}: ${filter} narrows the list to what fits exactly`, async () => {
        const { client, query, all } = await filledWith(kind)
        const fits = matcherOf(kind, filter)
        const values = valuesOf(kind, filter, all)
        assert.ok(values.length > 0, 'there is something to look for')
        for (const value of values) {
          const found = await itemsOf(client, kind, { ...query, ...narrowed(kind, filter), [filter]: value })
          const expected = all.filter((record) => fits(record, value))
          assert.deepEqual(found.map(settled), expected.map(settled), `${filter}=${value}`)
        }
      })
    }

    test(`${kind.name}: filters combine with AND`, async () => {
      const { client, query, all } = await filledWith(kind)
      const filters = Object.keys(filtersOf(kind)).filter((key) => kind.fields[key] && key !== kind.hiddenBy)
      for (const [index, first] of filters.entries()) {
        for (const second of filters.slice(index + 1)) {
          const [a, b] = [all.at(0)?.[first], all.at(-1)?.[second]]
          if (typeof a !== 'string' || typeof b !== 'string') continue
          const found = await itemsOf(client, kind, { ...query, [first]: a, [second]: b })
          const expected = all.filter((one) => one[first] === a && one[second] === b)
          assert.deepEqual(found.map(settled), expected.map(settled), `${first}, ${second}`)
        }
      }
    })

    test(`${kind.name}: a filter outside its words is refused, one that nothing has finds nothing`, async () => {
      const { client, query } = await filledWith(kind)
      for (const [key, schema] of Object.entries(filtersOf(kind))) {
        const reply = await client.get(`${kind.path}?${new URLSearchParams({ ...query, [key]: 'no such' })}`)
        const isRequired = kind.requiredFilters?.includes(key)
        if (schema.enum || isRequired) refusedAt(reply, key, key)
        else assert.deepEqual(done(reply)[listKeyOf(kind)], [], key)
      }
    })
  }
})

/** What comes first in a list; records that are equal here are newest first. */
function orderOf({ sortBy, newestBy }: Kind): (a: Fields, b: Fields) => number {
  const rising = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
  if (sortBy) return (a, b) => rising(fold(a[sortBy]), fold(b[sortBy])) || rising(String(a.id), String(b.id))
  return newestBy ? (a, b) => rising(String(b[newestBy]), String(a[newestBy])) : () => 0
}

const fold = (value: unknown): string => String(value).toLowerCase()

function valuesOf(kind: Kind, filter: string, all: readonly Fields[]): readonly string[] {
  if (filter === kind.hiddenBy) return ['true', 'false', 'all']
  const array = arrayOf(kind, filter)
  if (array) return [...new Set(all.flatMap((record) => record[array] as readonly string[]))]
  if (filter === 'q') return ['EVEN', 'name o', '100%_\\', 'odd 1', '%', '_', 'nothing has this']
  return [...new Set(all.flatMap((record) => (record[filter] === null ? [] : [String(record[filter])])))]
}

function matcherOf(kind: Kind, filter: string): (record: Fields, value: string) => boolean {
  if (filter === kind.hiddenBy) return (record, value) => value === 'all' || String(record[filter]) === value
  const array = arrayOf(kind, filter)
  if (array) return (record, value) => (record[array] as readonly string[]).includes(value)
  if (filter === 'q')
    return (record, value) => (kind.search ?? []).some((key) => fold(record[key] ?? '').includes(fold(value)))
  return (record, value) => record[filter] === value
}

/** The array that a filter looks into. */
const arrayOf = ({ fields }: Kind, filter: string): string | undefined =>
  Object.keys(fields).find((key) => fields[key]?.traits.filterAs === filter)
