import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type SpecFormat, specFormatOf } from './format.ts'

const introspection = { __schema: { types: [] } }

const byContent: Readonly<Record<SpecFormat, readonly string[]>> = {
  'openapi-json': [
    '{"openapi":"3.1.0"}',
    '\uFEFF\n  {"info":{},"openapi":"3.0.3"}\n',
    '{"swagger":"2.0"}',
    '{"swagger":2}',
    JSON.stringify({ components: { a: 'x'.repeat(1_000_000) }, openapi: '3.0.0' }),
    JSON.stringify({ paths: { openapi: '"}', a: ['\\', '{', 'x'.repeat(2_000_000)] }, swagger: '2.0' }),
  ],
  'openapi-yaml': [
    'openapi: 3.1.0\n',
    'openapi: "3.0.3"',
    "'openapi' : '3.0.3'",
    '"swagger": "2.0"',
    'swagger: 2.0',
    '\uFEFF# licence\n%YAML 1.2\n---\r\ninfo:\r\n  title: x\r\nopenapi: 3.0.0\r\n',
    '---\nswagger: "2.0"\ninfo:\n  title: x\n',
    '---\n  swagger: "2.0"\n  info: {}\n',
    '--- {swagger: "2.0"}',
    '---\n{swagger: "2.0"}',
    '--- # ours\r\n\r\n# more\r\nswagger: !!str 2.0\r\n',
    '%YAML 1.1\n%TAG ! tag:x:\n---\n"swagger": \'2.0\'\n...\n',
    `definitions:\n${'  a: {type: string}\n'.repeat(30_000)}swagger: '2.0'\n`,
    '{openapi: 3.0.0, info: {title: x}}',
    '{ "openapi": "3.0.0", }',
    'components:\n  x: y\nopenapi: 3.0.0\ntype Query {',
  ],
  'asyncapi-json': ['{"asyncapi":"2.6.0"}', '{"info":{},"asyncapi":"3.0.0"}'],
  'asyncapi-yaml': ['asyncapi: 2.6.0', 'info:\n  title: x\nasyncapi: "3.0.0"', '{asyncapi: 3.0.0}'],
  graphql: [
    'type Query {\n  a: String\n}',
    '"""\nThe root\n"""\ntype Query\n{',
    'type Dog implements Pet {',
    'schema { query: Query }',
    'extend schema @link(url: "https://example.com")',
    'interface Node {',
    'input Filter {',
    'enum Colour { RED }',
    'union Pet = Cat | Dog',
    'union Pet\n  = Cat',
    'scalar DateTime\r\n',
    'scalar Date @specifiedBy(url: "x")',
    'directive @auth on FIELD',
    'extend type Query {',
    JSON.stringify(introspection),
    JSON.stringify({ data: introspection }),
    JSON.stringify({ a: 'x'.repeat(2_000_000), data: introspection }),
  ],
  proto: [
    'syntax = "proto3";',
    "// licence\nsyntax='proto2' ;",
    'edition = "2023";',
    'import public "google/protobuf/any.proto";\nenum Colour {',
    'message Order {\n}\nenum Colour {\n}',
  ],
  text: [
    '',
    '   ',
    'hello',
    '[]',
    'null',
    '{}',
    '{"info":{}}',
    '{"openapi":{}}',
    '{"openapi":"2.0"}',
    '{"swagger":"1.2"}',
    '{"data":null}',
    'info:\n  openapi: 3.0.0',
    '# openapi: 3.0.0',
    'openapi: 30',
    'The type of thing\ntype errors\n',
    '// syntax = "proto3";',
    'schema:\n  a: b',
    '<!doctype html>\n<pre>\ntype Query {\n</pre>',
  ],
}

for (const [format, texts] of Object.entries(byContent)) {
  for (const text of texts) {
    test(`${format} by content: ${JSON.stringify(text.slice(0, 60))}`, () => {
      assert.equal(specFormatOf(text, 'https://example.com/spec'), format)
    })
  }
}

for (const [url, format] of [
  ['https://example.com/schema.graphql', 'graphql'],
  ['https://example.com/schema.GraphQLS?ref=main#top', 'graphql'],
  ['https://example.com/schema.gql', 'graphql'],
  ['https://example.com/order.proto', 'proto'],
  ['https://git.example/api/v4/projects/1/repository/files/api%2Forder.proto/raw?ref=main', 'proto'],
  ['order.proto', 'proto'],
  ['https://example.com/openapi.yaml', 'text'],
  ['https://example.com/openapi.json', 'text'],
  ['https://example.com/?file=order.proto', 'text'],
  ['https://proto.example/protocol', 'text'],
  ['not a url', 'text'],
] as const) {
  test(`${format} by extension: ${url}`, () => assert.equal(specFormatOf('# nothing to go by', url), format))
}

test('content takes precedence over extension', () => {
  assert.equal(specFormatOf('openapi: 3.0.0', 'https://example.com/schema.graphql'), 'openapi-yaml')
  assert.equal(specFormatOf('{"openapi":"3.0.0"}', 'https://example.com/openapi.yaml'), 'openapi-json')
  assert.equal(specFormatOf('{"errors":[]}', 'https://example.com/schema.graphql'), 'text')
  assert.equal(specFormatOf('<html>', 'https://example.com/schema.graphql'), 'text')
})

test('a version is found however late it comes, other hints only near the beginning', () => {
  const late = `x: ${'x'.repeat(300_000)}\n`
  assert.equal(specFormatOf(`# ${late}openapi: 3.0.0`, 'https://example.com/'), 'openapi-yaml')
  assert.equal(specFormatOf(`${late}type Query {`, 'https://example.com/'), 'text')
})

for (const unit of [
  '\n',
  ' ',
  '\t',
  'type ',
  'type A ',
  'syntax =',
  '{',
  '{"a":',
  '[',
  'extend schema',
  '"',
  '{ ',
  "'\n",
]) {
  test(`a hostile text is classified quickly: ${JSON.stringify(unit)} repeated`, () => {
    // By CPU time, which does not depend on what else the machine does.
    const start = process.cpuUsage()
    specFormatOf(`x\n${unit.repeat(5_000_000 / unit.length)}`, 'https://example.com/')
    specFormatOf(unit.repeat(5_000_000 / unit.length), 'https://example.com/')
    assert.ok(process.cpuUsage(start).user < 2_000_000)
  })
}

test('any text and any URL get an answer', () => {
  const formats = Object.keys(byContent)
  fc.assert(fc.property(fc.string(), fc.string(), (text, url) => formats.includes(specFormatOf(text, url))))
  fc.assert(fc.property(fc.json(), (text) => formats.includes(specFormatOf(text, 'https://example.com/'))))
})
