import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiBreaks, type Description } from './api-breaks.ts'
import type { Schema } from './schema-breaks.ts'

/** An operation that takes and answers what it is told, and something about it that may change. */
interface Told {
  readonly sent?: Schema
  readonly read?: Schema
  readonly operation?: object
  readonly path?: string
  readonly components?: object
}

function describe({ sent = {}, read = {}, operation, path = '/things/{id}', components }: Told): Description {
  const json = (schema: Schema) => ({ content: { 'application/json': { schema } } })
  const put = {
    operationId: 'putThing',
    requestBody: json(sent),
    responses: { 200: json(read) },
    ...operation,
  }
  return { paths: { [path]: { put } }, ...(components && { components }) } as Description
}

const breaksOf = (before: Told, after: Told) =>
  apiBreaks({ before: describe(before), after: describe(after) })

/** In each row a schema before, one after, and what breaks for those who send it and for those who read it. */
const schemas: readonly (readonly [Schema, Schema, readonly string[], readonly string[]])[] = [
  [
    { type: 'string' },
    { type: 'integer' },
    ['@ may no longer be of type string'],
    ['@ may be of type integer now'],
  ],
  [{ type: 'string' }, { type: ['string', 'null'] }, [], ['@ may be of type null now']],
  [{ type: ['string', 'null'] }, { type: 'string' }, ['@ may no longer be of type null'], []],
  [{ type: 'integer' }, { type: 'number' }, [], ['@ may be of type number now']],
  [{ enum: ['a', 'b'] }, { enum: ['a'] }, ['@ no longer takes "b"'], []],
  [{ enum: ['a'] }, { enum: ['a', 'b'] }, [], []],
  [{ type: 'string' }, { type: 'string', enum: ['a'] }, ['@ takes only some values now'], []],
  [{ maxLength: 9 }, { maxLength: 8 }, ['@ has a tighter maxLength'], []],
  [{ maxLength: 9 }, { maxLength: 10 }, [], []],
  [{}, { minimum: 0 }, ['@ has a tighter minimum'], []],
  [{ minimum: 1 }, { minimum: 0 }, [], []],
  [{}, { pattern: '^a' }, ['@ has another pattern'], []],
  [{ format: 'date-time' }, {}, [], ['@ has another format']],
  [{ format: 'date-time' }, { format: 'date' }, ['@ has another format'], ['@ has another format']],
  [{ default: 1 }, { default: 2 }, ['@ has another default'], []],
  [{}, { readOnly: true }, ['@ is read-only now'], []],
  [fields({ a: {}, b: {} }), fields({ a: {} }), ['@.b is no longer taken'], ['@.b is gone']],
  [fields({ a: {} }), fields({ a: {}, b: {} }), [], []],
  [fields({ a: {} }), fields({ a: {} }, ['a']), ['@.a is required now'], []],
  [fields({ a: {} }, ['a']), fields({ a: {} }), [], ['@.a may be missing now']],
  [fields({ a: { maxLength: 2 } }), fields({ a: { maxLength: 1 } }), ['@.a has a tighter maxLength'], []],
  [
    {},
    { additionalProperties: false },
    ['@ has no fields of other names any more'],
    ['@ has no fields of other names any more'],
  ],
  [
    map({ type: 'string' }),
    map({ type: 'null' }),
    ['@.* may no longer be of type string'],
    ['@.* may be of type null now'],
  ],
  [
    list({ type: 'string' }),
    list({ type: 'null' }),
    ['@[] may no longer be of type string'],
    ['@[] may be of type null now'],
  ],
  [either('a', 'b'), either('a'), ['@ has other variants (oneOf)'], []],
  [either('a'), either('a', 'b'), [], ['@ has other variants (oneOf)']],
  [
    { uniqueItems: false },
    { uniqueItems: true },
    ['@ has another uniqueItems'],
    ['@ has another uniqueItems'],
  ],
  [{ description: 'a', 'x-note': 1 }, { description: 'b', 'x-note': 2 }, [], []],
]

for (const [before, after, sent, read] of schemas)
  test(`${JSON.stringify(before)} to ${JSON.stringify(after)}`, () => {
    const at = (breaks: readonly string[], place: string) =>
      breaks.map((text) => text.replace('@', `PUT /things/{id}: the ${place}`))
    assert.deepEqual(breaksOf({ sent: before }, { sent: after }), at(sent, 'body'))
    assert.deepEqual(breaksOf({ read: before }, { read: after }), at(read, 'answer 200'))
  })

test('a new or stricter rule breaks senders; a removed or relaxed one does not', () => {
  const when = (maxLength: number): Schema => ({
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema calls it so.
    allOf: [{ if: { required: ['a'] }, then: { properties: { b: { maxLength } } } }],
  })
  assert.match(breaksOf({ sent: {} }, { sent: when(5) }).join(), /the body has a new or tighter rule/)
  assert.match(breaksOf({ sent: when(5) }, { sent: when(4) }).join(), /the body has a new or tighter rule/)
  assert.deepEqual(breaksOf({ sent: when(5) }, { sent: when(6) }), [])
  assert.deepEqual(breaksOf({ sent: when(5) }, { sent: {} }), [])
})

test('a rule about a new value breaks nobody', () => {
  const about = (all: readonly string[], ruled: readonly string[]): Schema => ({
    properties: { kind: { enum: all }, b: {} },
    allOf: [
      {
        if: { properties: { kind: { enum: ruled } }, required: ['kind'] },
        // biome-ignore lint/suspicious/noThenProperty: JSON Schema calls it so.
        then: { required: ['b'] },
      },
    ],
  })
  const before = { sent: about(['x', 'y'], ['x']) }
  assert.deepEqual(breaksOf(before, { sent: about(['x', 'y', 'z'], ['x', 'z']) }), [])
  assert.deepEqual(breaksOf(before, { sent: about(['x', 'y', 'z'], ['z']) }), [])
  assert.match(breaksOf(before, { sent: about(['x', 'y', 'z'], ['y', 'z']) }).join(), /a new or tighter rule/)
})

test('a referenced schema is reported once by its name, even if it is recursive', () => {
  const tree = (type: string) => ({
    schemas: { Tree: fields({ label: { type }, children: list({ $ref: '#/components/schemas/Tree' }) }) },
  })
  const told = { read: { $ref: '#/components/schemas/Tree' } }
  assert.deepEqual(
    breaksOf({ ...told, components: tree('string') }, { ...told, components: tree('integer') }),
    ['Tree.label may be of type integer now'],
  )
})

/** In each row what an operation has before and after, and what breaks. */
const operations: readonly (readonly [object, object, readonly string[]])[] = [
  [{}, { operationId: 'replaceThing' }, [' has another operationId']],
  [{ 'x-scope': 'read' }, { 'x-scope': 'write' }, [' needs another scope']],
  [{ security: [] }, {}, [' needs a credential now']],
  [query({}), {}, [': the query parameter q is gone']],
  [{}, query({}), []],
  [{}, query({}, true), [': the query parameter q is required now']],
  [query({}), query({}, true), [': the query parameter q is required now']],
  [query({ enum: [1, 2] }), query({ enum: [1] }), [': the query parameter q no longer takes 2']],
  [{}, { requestBody: undefined }, [': the body is no longer taken']],
  [
    {},
    { requestBody: { required: true, content: {} } },
    [': the body is required now', ': the body is no longer application/json'],
  ],
  [{}, { responses: {} }, [': the answer 200 is gone']],
  [{ responses: { 409: {} } }, { responses: { 404: {}, 409: {} } }, []],
  [{ responses: { 409: {} } }, { responses: { 404: {} } }, [': the answer 409 is gone']],
  [{}, { responses: { 200: {} } }, [': the answer 200 is no longer application/json']],
  [
    { responses: { 204: { headers: { ETag: { required: true } } } } },
    { responses: { 204: {} } },
    [': the answer 204 may lack the header ETag now'],
  ],
]

for (const [before, after, breaks] of operations)
  test(`an operation: ${JSON.stringify(before)} to ${JSON.stringify(after)}`, () => {
    assert.deepEqual(
      breaksOf({ operation: before }, { operation: after }),
      breaks.map((text) => `PUT /things/{id}${text}`),
    )
  })

test('an operation that is gone is told, and a parameter of the path that is renamed is not', () => {
  assert.deepEqual(breaksOf({}, { path: '/other' }), ['PUT /things/{id} is gone'])
  assert.deepEqual(breaksOf({}, { path: '/things/{thingId}' }), [])
})

function fields(properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema {
  return { type: 'object', properties, required, additionalProperties: false }
}

function map(value: Schema): Schema {
  return { type: 'object', additionalProperties: value }
}

function list(items: Schema): Schema {
  return { type: 'array', items }
}

function either(...names: readonly string[]): Schema {
  return { oneOf: names.map((name) => ({ enum: [name], type: name === 'a' ? 'string' : 'null' })) }
}

function query(schema: Schema, required = false): object {
  return { parameters: [{ name: 'q', in: 'query', required, schema }] }
}
