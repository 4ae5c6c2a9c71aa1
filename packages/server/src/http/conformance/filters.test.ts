import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filtersOf, type Kind, listKeyOf, takesNone } from '@svc/model'
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
      test(`${kind.name}: ${filter} narrows the list to exact matches`, async () => {
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

    const lackable = Object.keys(kind.fields).filter((key) => {
      const field = kind.fields[key]
      return field?.traits.filter && takesNone(field)
    })

    for (const filter of lackable) {
      test(`${kind.name}: ${filter}=none matches records without one, when paged too, and null is not an id`, async () => {
        const { client, query, all } = await filledWith(kind)
        const asked = { ...query, ...narrowed(kind, filter), [filter]: 'none' }
        const expected = all.filter((record) => record[filter] === null)
        assert.ok(expected.length > 1 && expected.length < all.length, 'some have one, some have none')
        assert.deepEqual((await itemsOf(client, kind, asked)).map(settled), expected.map(settled))
        const paged: Fields[] = []
        let cursor: string | null = null
        do {
          const page: Fields = { ...asked, limit: '1', ...(cursor !== null && { cursor }) }
          const body = done(
            await client.get(`${kind.path}?${new URLSearchParams(page as Record<string, string>)}`),
          )
          paged.push(...(body[listKeyOf(kind)] as readonly Fields[]))
          cursor = body.nextCursor as string | null
        } while (cursor !== null)
        assert.deepEqual(paged.map(settled), expected.map(settled))
        const reply = await client.get(`${kind.path}?${new URLSearchParams({ ...query, [filter]: 'null' })}`)
        refusedAt(reply, filter, filter)
        assert.match(reply.body.message, /\bnone\b/)
      })
    }

    test(`${kind.name}: filters combine with AND`, async () => {
      const { client, query, all } = await filledWith(kind)
      const filters = Object.keys(filtersOf(kind)).filter((key) => kind.fields[key] && key !== kind.hiddenBy)
      for (const [index, first] of filters.entries()) {
        for (const second of filters.slice(index + 1)) {
          const [a, b] = [all.at(0)?.[first], all.at(-1)?.[second]]
          if (typeof a !== 'string' || typeof b !== 'string') continue
          const found = await itemsOf(client, kind, { ...query, ...narrowed(kind), [first]: a, [second]: b })
          const expected = all.filter((one) => one[first] === a && one[second] === b)
          assert.deepEqual(found.map(settled), expected.map(settled), `${first}, ${second}`)
        }
      }
    })

    test(`${kind.name}: a value that is not allowed is refused, one that nothing has finds nothing`, async () => {
      const { client, query } = await filledWith(kind)
      for (const [key, schema] of Object.entries(filtersOf(kind))) {
        const reply = await client.get(`${kind.path}?${new URLSearchParams({ ...query, [key]: 'no such' })}`)
        const isRequired = kind.requiredFilters?.includes(key)
        if (schema.enum || schema.type === 'integer' || isRequired) refusedAt(reply, key, key)
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
  return (record, value) => record[filter] !== null && String(record[filter]) === value
}

/** The array that a filter looks into. */
const arrayOf = ({ fields }: Kind, filter: string): string | undefined =>
  Object.keys(fields).find((key) => fields[key]?.traits.filterAs === filter)
