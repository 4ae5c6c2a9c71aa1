import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Path } from '../../protocol/diagnostic.ts'
import type { Attribute, Attributes } from '../../protocol/schema.ts'
import { type ObjectValue, unknown } from '../../protocol/value.ts'
import { replacements } from './replacements.ts'

const description = 'Anything.'
const free: Attribute = { type: 'string', presence: 'optional', description }
const fixed: Attribute = { ...free, replaces: true }
const fixedSet: Attribute = { ...fixed, type: ['set', 'string'] }
const nested = (nesting: 'single' | 'list' | 'map'): Attribute => ({
  nesting,
  presence: 'optional',
  attributes: { free, fixed },
  description,
})

const attributes: Attributes = {
  free,
  fixed,
  set: fixedSet,
  single: nested('single'),
  bare: nested('single'),
  list: nested('list'),
  map: nested('map'),
}

const before: ObjectValue = {
  free: 'a',
  fixed: 'a',
  set: ['a', 'b'],
  single: { free: 'a', fixed: 'a' },
  bare: { free: 'a', fixed: null },
  list: [{ free: 'a', fixed: 'a' }],
  map: { k: { free: 'a', fixed: 'a' } },
}

const cases: readonly (readonly [about: string, change: ObjectValue, paths: readonly Path[]])[] = [
  ['nothing', {}, []],
  ['what may change', { free: 'z', single: { free: 'z', fixed: 'a' } }, []],
  ['the order of a set', { set: ['b', 'a'] }, []],
  ['another value', { fixed: 'z' }, [['fixed']]],
  ['no value', { fixed: null }, [['fixed']]],
  ['an unknown value', { fixed: unknown, free: unknown }, [['fixed']]],
  ['a member of an object', { single: { free: 'a', fixed: 'z' } }, [['single', 'fixed']]],
  ['an object that is gone', { single: null }, [['single', 'fixed']]],
  ['an object that is unknown', { single: unknown }, [['single', 'fixed']]],
  ['an unknown object that may have it', { bare: unknown }, [['bare', 'fixed']]],
  [
    'an element that is new',
    {
      list: [
        { free: 'a', fixed: 'a' },
        { free: null, fixed: 'n' },
      ],
    },
    [['list', 1, 'fixed']],
  ],
  [
    'a new element without it',
    {
      list: [
        { free: 'a', fixed: 'a' },
        { free: 'n', fixed: null },
      ],
    },
    [],
  ],
  ['an element that is gone', { list: [] }, [['list', 0, 'fixed']]],
  ['a list that is unknown', { list: unknown }, [['list', 0, 'fixed']]],
  [
    'a key by another name',
    { map: { l: { free: 'a', fixed: 'a' } } },
    [
      ['map', 'k', 'fixed'],
      ['map', 'l', 'fixed'],
    ],
  ],
]

for (const [about, change, paths] of cases) {
  test(`${about} replaces ${JSON.stringify(paths)}`, () => {
    assert.deepEqual(replacements(attributes, before, { ...before, ...change }), paths)
  })
}
