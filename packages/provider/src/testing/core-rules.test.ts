import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Attribute, Attributes } from '../protocol/schema.ts'
import { type ObjectValue, unknown, type Value } from '../protocol/value.ts'
import { planProblems, resultProblems, unknownPlaces } from './core-rules.ts'

const description = 'Anything.'
const text: Attribute = { type: 'string', presence: 'optional', description }
const computed: Attribute = { ...text, presence: 'computed' }
const open: Attribute = { ...text, presence: 'optional-computed' }
const secret: Attribute = { ...text, sensitive: true }
const nested = (
  nesting: 'single' | 'list' | 'set' | 'map',
  presence: Attribute['presence'] = 'optional',
): Attribute => ({
  nesting,
  presence,
  attributes: { a: text, b: computed },
  description,
})

type Values = readonly [prior: Value, config: Value, planned: Value]

const one = { a: 'a', b: null }
const plans: readonly (readonly [Attribute, Values, expected: string | undefined])[] = [
  [text, [null, 'a', 'a'], undefined],
  [text, ['A', 'a', 'A'], undefined],
  [
    text,
    [null, 'a', 'z'],
    '.it: planned value cty.StringVal("z") does not match config value cty.StringVal("a")',
  ],
  [
    text,
    ['p', 'a', 'z'],
    '.it: planned value cty.StringVal("z") does not match config value cty.StringVal("a") nor prior value cty.StringVal("p")',
  ],
  [
    text,
    [null, 'a', unknown],
    '.it: planned value cty.UnknownVal(cty.String) does not match config value cty.StringVal("a")',
  ],
  [text, [null, null, 'z'], '.it: planned value cty.StringVal("z") for a non-computed attribute'],
  [text, ['z', null, 'z'], '.it: planned value cty.StringVal("z") for a non-computed attribute'],
  [secret, [null, 'a', 'z'], '.it: sensitive planned value does not match config value'],
  [secret, [null, null, 'z'], '.it: sensitive planned value for a non-computed attribute'],
  [open, [null, null, unknown], undefined],
  [open, [null, null, 'z'], undefined],
  [
    open,
    [null, 'a', 'z'],
    '.it: planned value cty.StringVal("z") does not match config value cty.StringVal("a")',
  ],
  [computed, ['a', null, unknown], undefined],
  [nested('list'), [null, [one], [{ a: 'a', b: unknown }]], undefined],
  [
    nested('list'),
    [null, [one], [{ a: 'z', b: unknown }]],
    '.it[0].a: planned value cty.StringVal("z") does not match config value cty.StringVal("a")',
  ],
  [nested('list'), [null, [one], []], '.it: count in plan (0) disagrees with count in config (1)'],
  [nested('list'), [null, [one], unknown], '.it: planned unknown for configured value'],
  [nested('list'), [null, [one], null], '.it: planned for absence but config wants existence'],
  [
    nested('list'),
    [null, null, []],
    '.it: planned value cty.ListValEmpty(cty.Object(map[string]cty.Type{"a":cty.String, "b":cty.String})) for a non-computed attribute',
  ],
  [nested('list', 'optional-computed'), [null, null, [{ a: 'z', b: null }]], undefined],
  [nested('map'), [null, { k: one }, { l: one }], '.it: map key "l" from plan is not present in config'],
  [
    nested('map'),
    [null, { k: one }, { k: { a: null, b: 'b' } }],
    '.it["k"].a: planned value cty.NullVal(cty.String) does not match config value cty.StringVal("a")',
  ],
  [nested('set'), [null, [one], [{ a: 'other', b: null }]], undefined],
  [
    nested('set'),
    [null, [one], [one, { a: 'other', b: null }]],
    '.it: count in plan (2) disagrees with count in config (1)',
  ],
  [nested('single'), [null, one, { a: 'a', b: 'b' }], undefined],
]

for (const [attribute, [prior, config, planned], expected] of plans) {
  test(`a plan: ${expected ?? `nothing against ${JSON.stringify([attribute.presence, prior, config, planned])}`}`, () => {
    const values = { prior: { it: prior }, config: { it: config }, planned: { it: planned } }
    assert.deepEqual(planProblems({ it: attribute }, values), expected === undefined ? [] : [expected])
  })
}

test('a plan is there exactly when the configuration is', () => {
  const whole: ObjectValue = { it: 'a' }
  const attributes: Attributes = { it: text }
  assert.match(
    String(planProblems(attributes, { prior: null, config: whole, planned: null })),
    /planned for absence/,
  )
  assert.match(
    String(planProblems(attributes, { prior: null, config: null, planned: whole })),
    /planned for existence/,
  )
  assert.deepEqual(planProblems(attributes, { prior: whole, config: null, planned: null }), [])
})

const list: Attribute = { ...text, type: ['list', 'string'] }
const set: Attribute = { ...text, type: ['set', 'string'] }
const map: Attribute = { ...text, type: ['map', 'number'] }

const results: readonly (readonly [Attribute, planned: Value, actual: Value, expected: readonly string[]])[] =
  [
    [text, 'a', 'a', []],
    [text, unknown, null, []],
    [text, null, '', ['.it: was null, but now cty.StringVal("")']],
    [text, 'MiXed', 'mixed', ['.it: was cty.StringVal("MiXed"), but now cty.StringVal("mixed")']],
    [text, 'a', null, ['.it: was cty.StringVal("a"), but now null']],
    [text, 'a', unknown, ['.it: was known, but now unknown']],
    [list, null, [], ['.it: was null, but now cty.ListValEmpty(cty.String)']],
    [list, [], null, ['.it: was cty.ListValEmpty(cty.String), but now null']],
    [list, ['a', 'b'], ['a'], ['.it: element 1 has vanished']],
    [
      list,
      ['a'],
      ['b', 'c'],
      ['.it[0]: was cty.StringVal("a"), but now cty.StringVal("b")', '.it: new element 1 has appeared'],
    ],
    [list, ['a', unknown], ['a', 'z'], []],
    [map, { k: 1 }, { l: 1 }, ['.it: element "k" has vanished', '.it: new element "l" has appeared']],
    [
      map,
      { k: 2n ** 70n },
      { k: 0.5 },
      ['.it["k"]: was cty.NumberIntVal(1180591620717411303424), but now cty.MustParseNumberVal("0.5")'],
    ],
    [set, ['a', 'b'], ['b', 'a'], []],
    [
      set,
      ['a'],
      ['b'],
      [
        '.it: planned set element cty.StringVal("a") does not correlate with any element in actual',
        '.it: actual set element cty.StringVal("b") does not correlate with any element in plan',
      ],
    ],
    [set, ['a', unknown], ['a', 'b'], []],
    [nested('list'), [{ a: 'a', b: unknown }], [{ a: 'a', b: 'b' }], []],
    [
      nested('list'),
      [{ a: 'a', b: unknown }],
      [{ a: 'z', b: 'b' }],
      ['.it[0].a: was cty.StringVal("a"), but now cty.StringVal("z")'],
    ],
    [secret, 'a', 'b', ['.it: inconsistent values for sensitive attribute']],
  ]

for (const [attribute, planned, actual, expected] of results) {
  test(`a result: ${expected.join(', ') || `nothing against ${JSON.stringify([planned, actual])}`}`, () => {
    assert.deepEqual(resultProblems({ it: attribute }, { it: planned }, { it: actual }), expected)
  })
}

test('a result is there exactly when it was planned', () => {
  assert.deepEqual(resultProblems({ it: text }, { it: 'a' }, null), [
    'Root object was present, but now absent',
  ])
  assert.deepEqual(resultProblems({ it: text }, null, { it: 'a' }), [
    'Root object was absent, but now present',
  ])
})

test('what is still unknown is found at any depth', () => {
  const value = { it: [{ a: unknown, b: 'b' }], other: unknown }
  assert.deepEqual(unknownPlaces({ it: nested('list'), other: text }, value), ['.it[0].a', '.other'])
})
