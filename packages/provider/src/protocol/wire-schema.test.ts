import assert from 'node:assert/strict'
import { test } from 'node:test'
import { thingSchema } from '../rpc/testing/thing-schema.ts'
import { schema as message, type WireAttribute } from './schema-messages.ts'
import { toWireSchema } from './wire-schema.ts'

const { version, block } = message.decode(message.encode(toWireSchema(thingSchema)))
const attributes = new Map(block?.attributes.map((attribute) => [attribute.name, attribute]))

/** What is set of an attribute, its type as text. */
function told(name: string): Partial<Record<keyof WireAttribute, unknown>> {
  const { type, ...rest } = attributes.get(name) ?? {}
  const set = Object.entries(rest).filter(
    ([, value]) => value !== '' && value !== false && value !== undefined,
  )
  return { ...Object.fromEntries(set), ...(type && { type: String(type) }) }
}

test('a schema keeps its version and all attributes', () => {
  assert.equal(version, 2)
  assert.equal(block?.description, 'A thing.')
  assert.deepEqual([...attributes.keys()], Object.keys(thingSchema.attributes))
})

const markdown = { descriptionKind: 1 }

test('attributes say who gives them their value', () => {
  const base = { ...markdown, type: '"string"' }
  assert.deepEqual(told('name'), { ...base, name: 'name', description: 'What it is called.', required: true })
  assert.deepEqual(told('region'), { ...base, name: 'region', description: 'Where it is.', optional: true })
  assert.deepEqual(told('id'), { ...base, name: 'id', description: 'Given by the service.', computed: true })
  assert.deepEqual(told('serial'), {
    ...base,
    name: 'serial',
    description: 'Made up unless given.',
    optional: true,
    computed: true,
  })
})

test('types are in the notation of the host', () => {
  assert.equal(told('tags').type, '["set","string"]')
  assert.equal(told('span').type, '["tuple",["number","number"]]')
})

test('what is sensitive or deprecated says so', () => {
  assert.equal(told('secret').sensitive, true)
  const { deprecated, deprecationMessage } = told('extra')
  assert.deepEqual([deprecated, deprecationMessage], [true, 'Use note.'])
})

test('a nested attribute has attributes instead of a type', () => {
  const nestings = ['limits', 'tiers', 'ports', 'contacts'].map(
    (name) => attributes.get(name)?.nestedType?.nesting,
  )
  assert.deepEqual(nestings, [1, 2, 3, 4])
  assert.equal(attributes.get('tiers')?.type, undefined)
  assert.deepEqual(
    attributes
      .get('tiers')
      ?.nestedType?.attributes?.map(({ name, required, computed }) => ({ name, required, computed })),
    [
      { name: 'name', required: true, computed: false },
      { name: 'rank', required: false, computed: true },
      { name: 'note', required: false, computed: false },
    ],
  )
})
