import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Attribute, Attributes } from '../../protocol/schema.ts'
import { type ObjectValue, unknown, type Value } from '../../protocol/value.ts'
import { plan } from './plan.ts'

const description = 'Anything.'
function isSame(a: Value, b: Value): boolean {
  assert.ok(typeof a === 'string' && typeof b === 'string')
  return a.toLowerCase() === b.toLowerCase()
}

const optional: Attribute = { type: 'string', presence: 'optional', description }
const computed: Attribute = { type: 'string', presence: 'computed', description }
const open: Attribute = { type: 'string', presence: 'optional-computed', description }
const filled: Attribute = { ...open, default: 'x' }
const spelled: Attribute = { ...optional, isSame }
const volatile: Attribute = { ...open, volatile: true }

const nested = (nesting: 'single' | 'list' | 'set' | 'map', attributes: Attributes): Attribute => ({
  nesting,
  presence: 'optional',
  attributes,
  description,
})

interface Case {
  readonly about: string
  readonly attributes: Attributes
  readonly prior: ObjectValue | null
  readonly config: ObjectValue
  readonly planned: ObjectValue
}

const cases: readonly Case[] = [
  {
    about: 'on create, what is computed and not written is unknown, or its default',
    attributes: { a: optional, b: computed, c: open, d: filled },
    prior: null,
    config: { a: null, b: null, c: null, d: null },
    planned: { a: null, b: unknown, c: unknown, d: 'x' },
  },
  {
    about: 'what is written is planned, known or not',
    attributes: { a: optional, c: open, d: filled, e: open },
    prior: null,
    config: { a: 'a', c: 'c', d: 'd', e: unknown },
    planned: { a: 'a', c: 'c', d: 'd', e: unknown },
  },
  {
    about: 'on update, what is computed keeps its value, null as well',
    attributes: { a: optional, b: computed, c: open },
    prior: { a: 'a', b: 'b', c: null },
    config: { a: 'z', b: null, c: null },
    planned: { a: 'z', b: 'b', c: null },
  },
  {
    about: 'what is write-only is in no plan, whether it is known or not',
    attributes: { a: { ...optional, writeOnly: true }, b: { ...optional, writeOnly: true }, c: optional },
    prior: null,
    config: { a: 'a', b: unknown, c: 'c' },
    planned: { a: null, b: null, c: 'c' },
  },
  {
    about: 'what follows others is unknown when one of them changes, and with it what follows that',
    attributes: { a: optional, c: { ...open, follows: ['a'] }, b: { ...computed, follows: ['c'] } },
    prior: { a: 'a', b: 'b', c: 'c' },
    config: { a: 'z', b: null, c: null },
    planned: { a: 'z', b: unknown, c: unknown },
  },
  {
    about: 'what follows others keeps its value when something else changes, or when it is written',
    attributes: {
      a: optional,
      e: optional,
      b: { ...computed, follows: ['a'] },
      c: { ...open, follows: ['e'] },
    },
    prior: { a: 'a', b: 'b', c: 'c', e: 'e' },
    config: { a: 'a', b: null, c: 'c', e: 'z' },
    planned: { a: 'a', b: 'b', c: 'c', e: 'z' },
  },
  {
    about: 'a line that is removed returns to the default',
    attributes: { d: filled },
    prior: { d: 'other' },
    config: { d: null },
    planned: { d: 'x' },
  },
  {
    about: 'a default of null is a default',
    attributes: { d: { ...open, default: null } },
    prior: null,
    config: { d: null },
    planned: { d: null },
  },
  {
    about: 'a line that is removed is removed where there is nothing else to take',
    attributes: { a: optional },
    prior: { a: 'a' },
    config: { a: null },
    planned: { a: null },
  },
  {
    about: 'other words for the same keep the old ones',
    attributes: { a: spelled, b: spelled, c: spelled },
    prior: { a: 'MiXed', b: 'one', c: null },
    config: { a: 'mixed', b: 'two', c: 'new' },
    planned: { a: 'MiXed', b: 'two', c: 'new' },
  },
  {
    about: 'what is not known is not asked whether it is the same',
    attributes: { a: spelled },
    prior: { a: 'unknown' },
    config: { a: unknown },
    planned: { a: unknown },
  },
  {
    about: 'any change makes what is volatile unknown, but not what is written',
    attributes: { a: optional, b: volatile, c: volatile, d: computed },
    prior: { a: 'a', b: 'b', c: 'c', d: 'd' },
    config: { a: 'z', b: null, c: 'c', d: null },
    planned: { a: 'z', b: unknown, c: 'c', d: 'd' },
  },
  {
    about: 'without a change, what is volatile stays',
    attributes: { a: spelled, b: volatile },
    prior: { a: 'a', b: 'b' },
    config: { a: 'A', b: null },
    planned: { a: 'a', b: 'b' },
  },
  {
    about: 'a list is planned place by place: what was there keeps what is computed',
    attributes: { l: nested('list', { a: optional, b: computed, d: filled }) },
    prior: { l: [{ a: 'one', b: 'first', d: 'x' }] },
    config: {
      l: [
        { a: 'uno', b: null, d: null },
        { a: 'due', b: null, d: 'd' },
      ],
    },
    planned: {
      l: [
        { a: 'uno', b: 'first', d: 'x' },
        { a: 'due', b: unknown, d: 'd' },
      ],
    },
  },
  {
    about: 'a map is planned key by key',
    attributes: { m: nested('map', { a: optional, b: computed }) },
    prior: { m: { k: { a: 'one', b: 'first' }, gone: { a: 'two', b: 'second' } } },
    config: { m: { k: { a: 'one', b: null }, toString: { a: 'due', b: null } } },
    planned: { m: { k: { a: 'one', b: 'first' }, toString: { a: 'due', b: unknown } } },
  },
  {
    about: 'an object that appears is new inside, one that was there is not',
    attributes: { n: nested('single', { b: computed }), o: nested('single', { b: computed }) },
    prior: { n: null, o: { b: 'b' } },
    config: { n: { b: null }, o: { b: null } },
    planned: { n: { b: unknown }, o: { b: 'b' } },
  },
  {
    about: 'the elements of a set take their defaults, and keep the words of one that says the same',
    attributes: { s: nested('set', { a: spelled, d: filled }) },
    prior: {
      s: [
        { a: 'ONE', d: 'x' },
        { a: 'two', d: 'x' },
      ],
    },
    config: {
      s: [
        { a: 'two', d: null },
        { a: 'one', d: null },
        { a: 'One', d: null },
      ],
    },
    planned: {
      s: [
        { a: 'two', d: 'x' },
        { a: 'ONE', d: 'x' },
        { a: 'One', d: 'x' },
      ],
    },
  },
  {
    about: 'an unknown list, and an unknown element, stay unknown',
    attributes: { l: nested('list', { b: computed }), m: nested('list', { b: computed }) },
    prior: { l: [{ b: 'b' }], m: [{ b: 'b' }] },
    config: { l: unknown, m: [unknown] },
    planned: { l: unknown, m: [unknown] },
  },
  {
    about: 'what a service filled in stays, also where people might have written it',
    attributes: { n: { ...nested('single', { a: optional }), presence: 'optional-computed' }, z: optional },
    prior: { n: { a: 'filled' }, z: null },
    config: { n: null, z: 'z' },
    planned: { n: { a: 'filled' }, z: 'z' },
  },
  {
    about: 'what is volatile inside an element becomes unknown with any change',
    attributes: { l: nested('list', { a: optional, b: volatile }), z: optional },
    prior: { l: [{ a: 'a', b: 'b' }], z: null },
    config: { l: [{ a: 'a', b: null }], z: 'z' },
    planned: { l: [{ a: 'a', b: unknown }], z: 'z' },
  },
]

for (const { about, attributes, prior, config, planned } of cases) {
  test(about, () => assert.deepEqual(plan({ attributes, prior, config }), planned))
}

const tiers: Attributes = {
  tiers: {
    nesting: 'list',
    presence: 'optional-computed',
    description,
    default: [
      { name: 'gold', id: null },
      { name: 'silver', id: null },
    ],
    attributes: { name: { ...optional, presence: 'required' }, id: computed },
  },
}

test('what a default says is no less said than what people write', () => {
  const attributes: Attributes = {
    l: {
      ...nested('list', { a: volatile, b: volatile }),
      presence: 'optional-computed',
      default: [{ a: 'a', b: null }],
    },
    z: optional,
  }
  const prior = { l: [{ a: 'a', b: 'b' }], z: null }
  const planned = plan({ attributes, prior, config: { l: null, z: 'z' } })
  assert.deepEqual(planned, { l: [{ a: 'a', b: unknown }], z: 'z' })
})

test('a list of objects by default is planned as if it had been written', () => {
  const config = { tiers: null }
  const created = plan({ attributes: tiers, prior: null, config })
  const gold = { name: 'gold', id: unknown }
  assert.deepEqual(created, { tiers: [gold, { name: 'silver', id: unknown }] })

  const prior = { tiers: [{ name: 'gold', id: '1' }] }
  const grown = plan({ attributes: tiers, prior, config })
  assert.deepEqual(grown, {
    tiers: [
      { name: 'gold', id: '1' },
      { name: 'silver', id: unknown },
    ],
  })

  const settled = {
    tiers: [
      { name: 'gold', id: '1' },
      { name: 'silver', id: '2' },
    ],
  }
  assert.equal(plan({ attributes: tiers, prior: settled, config }), settled)
})
