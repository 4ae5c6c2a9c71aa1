import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { parseRef } from './refs.ts'
import { apiKindOf, linkTypeOf, providerOf, resourceKindOf } from './words.ts'

for (const [type, kind, provider] of [
  ['database', 'database', 'other'],
  ['db', 'database', 'other'],
  ['postgres-db', 'database', 'other'],
  ['mysql', 'database', 'other'],
  ['dynamodb-table', 'database', 'aws'],
  ['google-spanner', 'database', 'gcp'],
  ['s3-bucket', 'bucket', 'aws'],
  ['azure-bucket', 'bucket', 'azure'],
  ['redis', 'cache', 'other'],
  ['kafka-topic', 'topic', 'other'],
  ['pubsub', 'topic', 'other'],
  ['sqs', 'queue', 'aws'],
  ['message-queue', 'queue', 'other'],
  ['Lambda', 'function', 'aws'],
  ['load-balancer', 'load_balancer', 'other'],
  ['cdn', 'cdn', 'other'],
  ['secret-store', 'secret_store', 'other'],
  ['vault', 'secret_store', 'other'],
  ['kubernetes-cluster', 'other', 'other'],
  ['', 'other', 'other'],
] as const) {
  test(`a resource of type ${type || '(none)'} is a ${kind} of ${provider}`, () => {
    assert.deepEqual([resourceKindOf(type), providerOf([type])], [kind, provider])
  })
}

test('an import only produces values that the kind allows', () => {
  const allows = (values: readonly unknown[] | undefined, ...words: readonly string[]) => {
    for (const word of words) assert.ok(values?.includes(word), word)
  }
  allows(
    kinds.api.fields.kind.schema.enum,
    ...['openapi', 'AsyncAPI', 'graphql', 'grpc', 'rest', 'trpc'].map(apiKindOf),
  )
  const links = ['dashboard', 'docs', 'logs', 'chat', 'github', 'jira', 'help'].map((icon) =>
    linkTypeOf(['', icon]),
  )
  allows(kinds.link.fields.type.schema.enum, ...links)
  assert.deepEqual(links, ['dashboard', 'docs', 'logs', 'chat', 'repository', 'ticket', 'other'])
  assert.equal(providerOf(['database', 'amazonaws.com/account']), 'aws')
})

test('a reference has one canonical form, whatever it leaves out', () => {
  const context = { kind: 'Group', namespace: 'Islands' }
  for (const [value, expected] of [
    ['crew', 'group:islands/crew'],
    ['default/Crew', 'group:default/crew'],
    ['User:crew', 'user:islands/crew'],
    [' user:default/ada.b ', 'user:default/ada.b'],
    [{ name: 'Crew' }, 'group:islands/crew'],
    [{ kind: 'User', namespace: 'x', name: 'Ada' }, 'user:x/ada'],
    ['a:b:c', undefined],
    ['a b', undefined],
    ['', undefined],
    [{}, undefined],
    [7, undefined],
    [null, undefined],
  ] as const) {
    assert.equal(parseRef(value, context), expected)
  }
})
