import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { asyncReferenceOf } from './asyncapi/async-reference.ts'
import { faultsIn } from './openapi/faults.ts'
import { referenceOf } from './openapi/reference-of.ts'
import { limitsOf, partsOf, typeOf } from './openapi/schema-words.ts'
import { parseSpec } from './parse-spec.ts'
import { highlighted } from './text/highlight.ts'

const pets = {
  swagger: '2.0',
  info: { title: 'Pets', version: '1' },
  host: 'pets.example',
  basePath: '/v2',
  paths: {
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, type: 'integer' }],
      put: {
        tags: ['pets'],
        parameters: [{ name: 'pet', in: 'body', required: true, schema: { $ref: '#/definitions/Pet' } }],
        responses: { 200: { description: 'ok', schema: { $ref: '#/definitions/Pet' } } },
      },
    },
  },
  definitions: {
    Named: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    Pet: {
      allOf: [
        { $ref: '#/definitions/Named' },
        { properties: { friends: { type: 'array', items: { $ref: '#/definitions/Pet' } } } },
      ],
    },
  },
}

describe('a spec as a reference', () => {
  test('Swagger 2 is converted to OpenAPI 3', () => {
    const { servers, groups, schemas } = referenceOf(pets)
    assert.deepEqual(servers, ['https://pets.example/v2'])
    assert.deepEqual(
      schemas.map(({ name }) => name),
      ['Named', 'Pet'],
    )
    const [operation] = groups[0]?.operations ?? []
    assert.equal(groups[0]?.tag, 'pets')
    assert.equal(operation?.key, 'put /pets/{id}')
    assert.deepEqual(
      operation?.parameters.map(({ name, place }) => [name, place]),
      [['id', 'path']],
    )
    assert.equal(operation?.body?.isRequired, true)
    assert.equal(operation?.answers[0]?.bodies[0]?.mediaType, 'application/json')
  })

  test('fields from allOf are included, and cycles end', () => {
    const { properties, required } = partsOf(pets, { $ref: '#/definitions/Pet' })
    assert.deepEqual(
      properties.map(([name]) => name),
      ['name', 'friends'],
    )
    assert.ok(required.has('name'))
    const round = { components: { schemas: { A: { allOf: [{ $ref: '#/components/schemas/A' }] } } } }
    assert.deepEqual(partsOf(round, { $ref: '#/components/schemas/A' }).properties, [])
    assert.equal(typeOf(pets, pets.definitions.Pet.allOf[1]?.properties?.friends), 'array of Pet')
  })

  test('constraints are described in few words', () => {
    assert.deepEqual(limitsOf({ minLength: 1, maxLength: 9, enum: ['a'], default: 'a' }), [
      'one of "a"',
      'default "a"',
      '1 to 9 characters',
    ])
  })

  test('problems are listed', () => {
    const faults = faultsIn({ openapi: '9', info: { title: 'x' }, paths: { a: { get: { $ref: '#/b' } } } })
    assert.deepEqual(faults, [
      'Version 9 is not supported; 2.0 and 3.x are.',
      '“info.version” is missing.',
      'The path “a” does not begin with a slash.',
      '“#/b” does not exist.',
    ])
    assert.deepEqual(faultsIn(pets), [])
  })

  test('whatever a spec contains, reading it does not fail', () => {
    const strange = [{}, { paths: [] }, { paths: { '/': 1 } }, { paths: { '/': { get: null } } }]
    for (const one of strange) assert.equal(referenceOf(one).title, '')
    assert.equal(referenceOf(JSON.parse('{"paths":{"__proto__":{"get":{}}}}')).groups.length, 1)
  })
})

describe('the text of a spec', () => {
  test('a syntax error is reported with its line', async () => {
    const bad = await parseSpec('openapi: 3.1.0\ninfo: [x\n', 'openapi-yaml')
    assert.match('wrong' in bad ? bad.wrong : '', /^This is not valid YAML: .* at line 3, column 1\.$/)
    assert.match(JSON.stringify(await parseSpec('{', 'openapi-json')), /This is not valid JSON/)
    assert.match(JSON.stringify(await parseSpec('[]', 'openapi-json')), /not a specification/)
    // As much as the server sends: a page that parsed it would freeze.
    const large = `openapi: 3.1.0\n${'x: y\n'.repeat(3_000_000)}`
    assert.match(JSON.stringify(await parseSpec(large, 'openapi-yaml')), /too large to be shown/)
  })

  test('aliases that expand exponentially are refused', async () => {
    const lines = ['a0: &a0 [x, x]']
    for (let n = 1; n < 30; n += 1) lines.push(`a${n}: &a${n} [*a${n - 1}, *a${n - 1}]`)
    assert.match(JSON.stringify(await parseSpec(lines.join('\n'), 'openapi-yaml')), /alias/i)
  })

  test('highlighting loses no text', () => {
    const texts = {
      graphql: '# x\ntype A { "b" c: Int! @d }',
      proto: 'message A { // x\n string b = 1; }',
      json: '{"a": [1, true, "b"]}',
      yaml: 'a: 1 # x\n- "b": true\n',
      text: '<script>',
    }
    for (const [language, text] of Object.entries(texts)) {
      const pieces = highlighted(text, language)
      assert.equal(pieces.map((piece) => piece.text).join(''), text)
      assert.equal(pieces.length > 1, language !== 'text')
    }
  })
})

const order = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } }

const events2 = {
  asyncapi: '2.6.0',
  info: { title: 'Orders', version: '1' },
  servers: { production: { url: 'kafka.example:9092', protocol: 'kafka' } },
  channels: {
    'orders/{region}': {
      parameters: { region: { description: 'Where.', schema: { type: 'string' } } },
      subscribe: {
        operationId: 'orderPlaced',
        tags: [{ name: 'orders' }],
        message: { oneOf: [{ $ref: '#/components/messages/Placed' }, { name: 'Gone', payload: order }] },
      },
      publish: { summary: 'Ask for one', message: { $ref: '#/components/messages/Placed' } },
    },
  },
  components: {
    schemas: { Order: order },
    messages: {
      Placed: {
        contentType: 'application/json',
        traits: [{ headers: { type: 'object' } }],
        payload: { $ref: '#/components/schemas/Order' },
        examples: [{ payload: { id: 'o1' } }],
      },
    },
  },
}

const events3 = {
  asyncapi: '3.0.0',
  info: { title: 'Orders', version: '2' },
  servers: { production: { host: 'broker.example', pathname: '/v1', protocol: 'amqp' } },
  channels: {
    orders: {
      address: 'orders.{region}',
      messages: { placed: { $ref: '#/components/messages/Placed' } },
      parameters: { region: { enum: ['eu', 'us'] } },
    },
    unused: {
      address: 'nobody.listens',
      messages: {
        other: { payload: { schemaFormat: 'application/vnd.apache.avro', schema: { type: 'record' } } },
      },
    },
  },
  operations: {
    onPlaced: {
      action: 'receive',
      channel: { $ref: '#/channels/orders' },
      messages: [{ $ref: '#/channels/orders/messages/placed' }],
      reply: { channel: { $ref: '#/channels/orders' } },
    },
  },
  components: { messages: { Placed: { payload: order } } },
}

describe('AsyncAPI as a reference', () => {
  test('version 2: a channel lists its operations', () => {
    const { servers, groups, messages, schemas } = asyncReferenceOf(events2)
    assert.deepEqual(servers, ['kafka://kafka.example:9092'])
    const operations = groups.flatMap((group) => group.operations)
    assert.deepEqual(
      operations.map(({ method, path, summary }) => [method, path, summary]),
      [
        ['SUBSCRIBE', 'orders/{region}', 'orderPlaced'],
        ['PUBLISH', 'orders/{region}', 'Ask for one'],
      ],
    )
    const [first] = operations
    assert.deepEqual(
      first?.messages.map(({ name }) => name),
      ['Placed', 'Gone'],
    )
    assert.deepEqual(first?.parameters[0]?.name, 'region')
    const [placed] = messages
    assert.deepEqual(placed?.headers, { type: 'object' }, 'traits are merged in')
    assert.deepEqual(placed?.example, { id: 'o1' })
    assert.equal(schemas[0]?.name, 'Order')
    assert.deepEqual(faultsIn(events2), [])
  })

  test('version 3: operations point to channels, and a channel without operations is listed anyway', () => {
    const { servers, groups } = asyncReferenceOf(events3)
    assert.deepEqual(servers, ['amqp://broker.example/v1'])
    const [receive, unused] = groups.flatMap((group) => group.operations)
    assert.deepEqual(
      [receive?.method, receive?.path, receive?.summary],
      ['RECEIVE', 'orders.{region}', 'onPlaced'],
    )
    assert.deepEqual(receive?.messages[0]?.payload, order)
    assert.equal(receive?.replies[0]?.name, 'placed')
    assert.deepEqual([unused?.method, unused?.path], ['CHANNEL', 'nobody.listens'])
    assert.equal(unused?.messages[0]?.language, 'application/vnd.apache.avro')
  })

  test('problems are described in AsyncAPI terms', () => {
    assert.deepEqual(faultsIn({ asyncapi: '1.2', info: { title: 'x', version: '1' } }), [
      'Version 1.2 is not supported; 2.x and 3.x are.',
      '“channels” is empty or missing: there are no messages.',
    ])
  })

  test('unexpected values anywhere break nothing', () => {
    for (const broken of [null, 7, 'x', [], [null], { x: null }, { x: 7 }]) {
      for (const asyncapi of ['2.6.0', '3.0.0']) {
        const document = {
          asyncapi,
          info: broken,
          servers: broken,
          channels: broken,
          operations: broken,
          components: broken,
        }
        assert.doesNotThrow(() => asyncReferenceOf(document))
        assert.doesNotThrow(() => faultsIn(document))
      }
    }
  })
})
