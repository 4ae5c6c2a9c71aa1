import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Attribute, type Attributes, isNested } from '../src/protocol/schema.ts'
import { schemaSection } from './schema-section.ts'

const of = (rest: Partial<Attribute>): Attribute => ({
  type: 'string',
  presence: 'optional',
  description: 'It is.',
  ...rest,
})

/** The line of one attribute. */
const lineOf = (attribute: Attribute, name = 'it'): string =>
  schemaSection({ [name]: attribute })
    .split('\n')
    .find((line) => line.startsWith('- ')) ?? ''

const lines = {
  '- `it` (String) It is.': of({}),
  '- `it` (Set of String) It is. Defaults to `[]`.': of({
    type: ['set', 'string'],
    presence: 'optional-computed',
    default: [],
  }),
  '- `it` (Number) It is. Defaults to `7`.': of({
    type: 'number',
    description: 'It is. Defaults to `7`.',
    presence: 'optional-computed',
    default: 7,
  }),
  '- `it` (Boolean) It is. Changing this forces a new object.': of({ type: 'bool', replaces: true }),
  '- `it` (String, Sensitive) It is.': of({ sensitive: true }),
  '- `it` (Map of List of Number) It is.': of({ type: ['map', ['list', 'number']] }),
  '- `it` (Attributes List) It is. Defaults to `[{ name = "a", score = 5 }]`. See [below](#nestedatt--it).':
    of({
      nesting: 'list',
      attributes: { name: of({}), score: of({ type: 'number' }) },
      presence: 'optional-computed',
      default: [{ name: 'a', score: 5 }],
    }),
}

for (const [line, attribute] of Object.entries(lines)) {
  test(line, () => assert.equal(lineOf(attribute), line))
}

test('JSON text is told from other text', () => {
  assert.equal(lineOf(of({}), 'params_json'), '- `params_json` (String, JSON) It is.')
})

test('attributes stand under who sets them, in the order of the schema', () => {
  const section = schemaSection({
    z: of({ presence: 'computed' }),
    b: of({ presence: 'required' }),
    c: of({ presence: 'optional-computed', default: 'c' }),
    a: of({ presence: 'required' }),
  })
  assert.equal(
    section,
    `## Schema

### Required

- \`b\` (String) It is.
- \`a\` (String) It is.

### Optional

- \`c\` (String) It is. Defaults to \`"c"\`.

### Read-Only

- \`z\` (String) It is.`,
  )
})

const names = fc.stringMatching(/^[a-z]{1,8}$/)
const presences = fc.constantFrom('required', 'optional', 'computed', 'optional-computed')
const anyAttributes = fc.letrec<{ attributes: Attributes; attribute: Attribute }>((tie) => ({
  attributes: fc.dictionary(names, tie('attribute'), { minKeys: 1, maxKeys: 4 }),
  attribute: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ type: fc.constant('string' as const), presence: presences, description: fc.constant('It.') }),
    fc.record({
      nesting: fc.constantFrom('single', 'list', 'set', 'map'),
      attributes: tie('attributes'),
      presence: presences,
      description: fc.constant('It.'),
    }),
  ),
})).attributes

test('whatever its depth, each attribute has one line, and each link one place to lead to', () => {
  fc.assert(
    fc.property(anyAttributes, (attributes) => {
      const section = schemaSection(attributes)
      assert.equal(section.match(/^- /gm)?.length, countOf(attributes))
      const links = Array.from(section.matchAll(/\(#(.*?)\)/g), ([, anchor]) => anchor)
      const anchors = Array.from(section.matchAll(/<a id="(.*?)">/g), ([, anchor]) => anchor)
      assert.deepEqual(links.sort(), anchors.sort())
      assert.equal(new Set(anchors).size, anchors.length)
    }),
  )
})

const countOf = (attributes: Attributes): number =>
  Object.values(attributes)
    .map((attribute) => 1 + (isNested(attribute) ? countOf(attribute.attributes) : 0))
    .reduce((sum, count) => sum + count, 0)
