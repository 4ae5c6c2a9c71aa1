import type { ErrorTrackerSource, OnCallSource } from '@svc/server'
import { canaries, hostileDocument } from './texts.ts'

const [first = ''] = canaries
const inTurn = (n: number): string => canaries[n % canaries.length] ?? ''
let asked = 0

/** Upstreams may return anything. */
export const onCall: OnCallSource = {
  whoIsOnCall: async () => {
    asked += 1
    return { name: inTurn(asked), email: inTurn(asked + 1), startsAt: null, endsAt: null }
  },
}

export const errorTrackers: ErrorTrackerSource = {
  openIssues: async () => ({
    totalOpen: canaries.length,
    totalEvents24h: 1,
    issues: canaries.map((text, index) => ({
      id: `${index} ${text}`,
      title: text,
      level: inTurn(index + 1),
      count24h: 1,
      lastSeenAt: null,
      url: text,
    })),
  }),
}

const schema = {
  type: 'object',
  title: first,
  description: hostileDocument,
  required: [first],
  properties: {
    ...Object.fromEntries(
      canaries.map((text) => [
        text,
        { type: text, format: text, description: text, pattern: text, enum: [text] },
      ]),
    ),
    self: { $ref: '#/components/schemas/Thing' },
    lost: { $ref: `#/components/${first}` },
    chain: { $ref: '#/__proto__/constructor' },
  },
  example: { [first]: first },
}

const operation = (text: string) => ({
  operationId: text,
  summary: text,
  description: hostileDocument,
  tags: [text],
  externalDocs: { url: text, description: text },
  security: [{ [text]: [text] }],
  parameters: [{ name: text, in: 'query', description: text, example: text, schema }, { $ref: text }],
  requestBody: { description: text, content: { [text]: { schema, example: { [text]: text } } } },
  responses: { 200: { description: text, content: { [text]: { schema, example: text } } }, [text]: text },
})

const paths = Object.fromEntries(
  canaries.map((text, index) => [`/${index}/${text}`, { get: operation(text), [text]: operation(text) }]),
)

const info = {
  title: first,
  version: first,
  description: hostileDocument,
  termsOfService: 'javascript:window.ran=1',
  contact: { name: first, url: 'javascript:window.ran=1', email: first },
  license: { name: first, url: 'data:text/html,<script>window.ran=1</script>' },
}

const tags = canaries.map((name) => ({ name, description: name, externalDocs: { url: name } }))
const openapi = {
  openapi: '3.1.0',
  info,
  tags,
  servers: canaries.map((url) => ({ url, description: url, variables: { [url]: { default: url } } })),
  externalDocs: { url: 'javascript:window.ran=1', description: first },
  paths,
  components: { schemas: { Thing: schema, [first]: schema, __proto__: schema } },
}

/** What a parser may fail on: cycles, alias bombs, names of object prototypes, tags that create code. */
const yaml = [
  'openapi: 3.0.3',
  'info: &i {title: "<img src=x onerror=window.ran=1>", version: !!js/function "function(){window.ran=1}"}',
  'x-loop: &loop [*loop]',
  'x-merge: {<<: *i, __proto__: {polluted: 1}, constructor: {prototype: {polluted: 1}}}',
  'paths:',
  '  /a: {get: {description: "[x](javascript:window.ran=1)", responses: {200: {description: &d "<svg/onload=window.ran=1>", content: {a/b: {example: &e {self: *e}}}}}}}',
  'components: {schemas: {Loop: &s {type: object, properties: {again: *s, round: {default: &v [*v], const: *v, enum: [*v]}, __proto__: {type: "<b>"}}}}}',
].join('\n')
const laughs = [
  'openapi: 3.0.3',
  'a: &a [x, x, x, x, x, x, x, x, x]',
  ...['b', 'c', 'd', 'e', 'f', 'g', 'h'].map(
    (name, index) => `${name}: &${name} [${`*${'abcdefg'[index]}, `.repeat(9)}]`,
  ),
].join('\n')

/** By their address, what somebody keeps there as the description of an API. */
export const specs: Readonly<Record<string, string>> = {
  '/openapi.json': JSON.stringify(openapi),
  '/swagger.json': JSON.stringify({
    swagger: '2.0',
    info,
    tags,
    host: first,
    basePath: 'javascript:window.ran=1',
    schemes: ['javascript'],
    paths,
    definitions: { Thing: schema, [first]: schema },
  }),
  '/asyncapi.json': JSON.stringify({ asyncapi: '3.0.0', info, channels: { [first]: operation(first) } }),
  '/openapi.yaml': yaml,
  '/laughs.yaml': laughs,
  '/broken.json': `{"openapi": "3.1.0", "info": ${first}`,
  '/words.txt': hostileDocument,
  '/schema.graphql': `type Query { "${first.replaceAll('"', '')}" orders: [Order!]! }`,
}
