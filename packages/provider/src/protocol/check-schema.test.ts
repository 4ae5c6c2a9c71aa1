import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSchema, reservedInProviders, reservedInResources } from './check-schema.ts'
import type { Attribute, Attributes } from './schema.ts'
import { unknown } from './value.ts'

const description = 'Anything.'
const plain: Attribute = { type: 'string', presence: 'optional', description }
const computed: Attribute = { type: 'string', presence: 'computed', description }
const filled: Attribute = { type: 'string', presence: 'optional-computed', default: 'x', description }

const setOf = (attributes: Attributes, presence: Attribute['presence'] = 'optional'): Attribute => ({
  nesting: 'set',
  presence,
  attributes,
  description,
})

const check = (attributes: Attributes): void =>
  checkSchema('test_thing', { version: 0, description, attributes }, reservedInResources)

const mistakes: readonly (readonly [about: string, attributes: Attributes, message: string])[] = [
  ['a reserved name', { count: plain }, 'test_thing: count: this name is reserved by the host.'],
  ['a capital letter', { Name: plain }, 'test_thing: Name: a name may only have lower-case letters'],
  ['a leading underscore', { __proto: plain }, 'test_thing: __proto: a name may only have'],
  [
    'a default on what is only optional',
    { a: { ...plain, default: 'x' } },
    'a: a default needs optional-computed',
  ],
  [
    'a default on what is required',
    { a: { ...plain, presence: 'required', default: 'x' } },
    'a: a default needs',
  ],
  ['a default on what is only computed', { a: { ...computed, default: 'x' } }, 'a: a default needs'],
  [
    'a default of another type',
    { a: { ...filled, default: 1 } },
    'a: its default is not of its type: is a number',
  ],
  ['an unknown default', { a: { ...filled, default: unknown } }, 'a: its default is not known'],
  [
    'a default with a member missing',
    {
      a: {
        nesting: 'list',
        presence: 'optional-computed',
        attributes: { b: plain },
        default: [{}],
        description,
      },
    },
    'a: its default is not of its type: [0].b: is missing',
  ],
  [
    'volatile but not computed',
    { a: { ...plain, volatile: true } },
    'a: only computed attributes can be volatile',
  ],
  [
    'write-only and computed',
    { a: { ...computed, writeOnly: true } },
    'a: what is write-only can neither be computed',
  ],
  [
    'write-only in a set',
    { a: setOf({ b: { ...plain, writeOnly: true } }) },
    'a.b: nothing in a set can be write-only',
  ],
  [
    'following without being computed',
    { a: { ...plain, follows: [] } },
    'a: only computed attributes can follow others',
  ],
  [
    'following with a default',
    { a: plain, b: { ...filled, follows: ['a'] } },
    'b: what is volatile or has a default follows nothing',
  ],
  [
    'following what is not beside it',
    { a: plain, b: { ...computed, follows: ['a', 'z'] } },
    'b: it follows z, which is not beside it',
  ],
  [
    'following itself by way of another',
    { a: { ...computed, follows: ['b'] }, b: { ...computed, follows: ['a'] } },
    'a: it follows itself',
  ],
  [
    'volatile with a default',
    { a: { ...filled, volatile: true } },
    'a: an attribute with a default cannot be volatile',
  ],
  ['dynamic in a set', { a: { ...plain, type: ['set', ['list', 'dynamic']] } }, 'a: a set cannot contain'],
  [
    'dynamic in a nested set',
    { a: setOf({ b: { ...plain, type: 'dynamic' } }) },
    'a.b: a set cannot contain',
  ],
  [
    'computed in a written set',
    { a: setOf({ b: computed }) },
    'a.b: a computed attribute in an element of a set',
  ],
  [
    'computed deep in a written set',
    {
      a: setOf({ b: { nesting: 'single', presence: 'optional', attributes: { c: computed }, description } }),
    },
    'a.b.c: a computed attribute',
  ],
  [
    'replaces in a written set',
    { a: setOf({ b: { ...plain, replaces: true } }) },
    'a.b: put replaces on the set itself',
  ],
]

for (const [about, attributes, message] of mistakes) {
  test(`${about} is a mistake`, () => {
    assert.throws(
      () => check(attributes),
      (thrown: Error) => thrown.message.includes(message),
    )
  })
}

test('what is right is left alone', () => {
  check({
    name: plain,
    count_of: plain,
    serial: { ...computed, volatile: true },
    measured: { ...plain, presence: 'optional-computed', volatile: true, replaces: true },
    none: { ...filled, default: null },
    ports: setOf({ port: plain, protocol: filled }),
    found: setOf({ id: computed }, 'computed'),
    anything: { ...plain, type: ['map', 'dynamic'] },
    inner: { nesting: 'single', presence: 'optional', attributes: { count: plain }, description },
  })
})

test('a provider block has reserved names of its own', () => {
  const schema = (name: string) => ({ version: 0, description, attributes: { [name]: plain } })
  checkSchema('provider', schema('count'), reservedInProviders)
  assert.throws(() => checkSchema('provider', schema('alias'), reservedInProviders), /provider: alias/)
})
