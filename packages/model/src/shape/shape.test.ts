import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shape } from './shape.ts'

const address = shape.object({ host: shape.text(), port: shape.integer({ minimum: 1 }) })

test('a shape is exactly the JSON Schema that one would write by hand', () => {
  const service = shape.object(
    {
      name: shape.text({ maxLength: 200, description: 'What people call it.' }),
      lifecycle: shape.nullable(shape.enum(['production', 'retired'])),
      seenAt: shape.nullable(shape.dateTime()),
      share: shape.number(),
      tags: shape.array(shape.text(), { maxItems: 50 }),
      costs: shape.map(shape.integer()),
      config: shape.anyObject(),
      isActive: shape.boolean(),
    },
    { required: ['name', 'lifecycle'], title: 'Service' },
  )
  assert.equal(
    JSON.stringify(service),
    JSON.stringify({
      type: 'object',
      properties: {
        name: { type: 'string', maxLength: 200, description: 'What people call it.' },
        lifecycle: { type: ['string', 'null'], enum: ['production', 'retired', null] },
        seenAt: { type: ['string', 'null'], format: 'date-time' },
        share: { type: 'number' },
        tags: { type: 'array', items: { type: 'string' }, maxItems: 50 },
        costs: { type: 'object', additionalProperties: { type: 'integer' } },
        config: { type: 'object' },
        isActive: { type: 'boolean' },
      },
      required: ['name', 'lifecycle'],
      additionalProperties: false,
      title: 'Service',
    }),
  )
  assert.deepEqual(
    Reflect.ownKeys(service).filter((key) => typeof key === 'symbol'),
    [],
  )
})

test('all properties of an object are required by default', () => {
  assert.deepEqual(address.required, ['host', 'port'])
  assert.deepEqual(shape.object({ host: shape.text() }, { required: [] }).required, [])
  assert.equal('required' in shape.partial({ host: shape.text() }), false)
})

test('an object that extends another keeps what it does not replace', () => {
  const base = { ...address, title: 'Address' }
  const extended = shape.extended(base, { port: shape.text(), path: shape.text() }, { required: ['path'] })
  assert.deepEqual(extended, {
    type: 'object',
    properties: { host: { type: 'string' }, port: { type: 'string' }, path: { type: 'string' } },
    required: ['host', 'port', 'path'],
    additionalProperties: false,
    title: 'Address',
  })
  assert.deepEqual(shape.requiring(base, ['port']), { ...base, required: ['port'] })
})

test('one of several shapes, null among them, and one by its title', () => {
  assert.deepEqual(shape.either(address, shape.null), { oneOf: [address, { type: 'null' }] })
  assert.deepEqual(shape.nullable(address), { ...address, type: ['object', 'null'] })
  assert.deepEqual(shape.titled({ ...address, title: 'Address' }), { $ref: '#/components/schemas/Address' })
})
