import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allKinds, configuredTypes, integrations, type JsonSchema, means } from '@svc/model'
import { type ControlType, controlTypeOf } from './control-type.ts'
import { fieldsOf, partsOf } from './fields-of.ts'
import type { FormField } from './form-field.ts'

const typeOf = (schema: JsonSchema, known?: Parameters<typeof controlTypeOf>[1]): string =>
  controlTypeOf(schema, known).type

test('the control follows from the schema, and from what its texts mean', () => {
  const cases: readonly (readonly [string, JsonSchema])[] = [
    ['text', { type: 'string', maxLength: 2_048 }],
    ['longText', { type: ['string', 'null'], maxLength: 10_000 }],
    ['text', { type: 'string', maxLength: 10_000, pattern: '^a+$' }],
    ['moment', { type: ['string', 'null'], format: 'date-time' }],
    ['timeZone', { type: 'string', [means]: 'timeZone' }],
    ['vaultItem', { type: ['string', 'null'], [means]: 'vaultItem' }],
    ['vaultItem', { type: 'array', items: { type: 'string', [means]: 'vaultItem' } }],
    ['ref', { type: ['string', 'null'], [means]: { recordOf: 'user' } }],
    ['choice', { type: ['string', 'null'], enum: ['a', null] }],
    ['choices', { type: 'array', items: { type: 'string', enum: ['a'] } }],
    ['texts', { type: ['array', 'null'], items: { type: 'string' } }],
    ['number', { type: 'integer' }],
    ['number', { type: ['number', 'null'] }],
    ['boolean', { type: 'boolean' }],
    ['object', { type: 'object', properties: {} }],
    ['optionalObject', { type: ['object', 'null'], properties: {} }],
    ['person', { type: 'object', properties: {}, [means]: 'person' }],
    ['objects', { type: 'array', items: { type: 'object', properties: {} } }],
    ['json', { type: 'object' }],
    ['json', { type: 'array', items: { type: 'number' } }],
    ['json', {}],
  ]
  for (const [type, schema] of cases) assert.equal(typeOf(schema), type, JSON.stringify(schema))
})

test('what only the field of a kind knows comes before its schema', () => {
  const text = { type: 'string', maxLength: 100_000 }
  assert.equal(typeOf(text, { isMarkdown: true }), 'markdown')
  assert.deepEqual(controlTypeOf(text, { target: 'team' }), { type: 'ref', target: 'team' })
  assert.equal(typeOf({ type: 'array', items: text }, { target: 'team' }), 'refs')
})

test('a text of a known sort is typed with the keys that it needs', () => {
  const inputs = (['email', 'phone', 'timeOfDay'] as const).map(
    (meaning) => (controlTypeOf({ type: 'string', [means]: meaning }) as ControlType<'text'>).input,
  )
  assert.deepEqual(inputs, ['email', 'tel', 'time'])
})

/** A field and all that are inside it, with their paths. */
function* inside(field: FormField, path: string): Generator<readonly [string, FormField]> {
  yield [path, field]
  const { of } = field
  const schema = 'schema' in of ? of.schema : of.type === 'objects' ? of.items : {}
  for (const part of partsOf(schema, {})) yield* inside(part, `${path}/${part.key}`)
}

const everywhere = [
  ...allKinds.flatMap((kind) =>
    fieldsOf(kind, kind.example as Record<string, unknown>).flatMap((field) => [
      ...inside(field, `${kind.name}/${field.key}`),
    ]),
  ),
  ...configuredTypes.flatMap((type) =>
    partsOf(integrations[type].config, {}).flatMap((field) => [...inside(field, `${type}/${field.key}`)]),
  ),
]

test('nothing that can be filled in has to be typed as JSON', () => {
  assert.ok(everywhere.length > 150, String(everywhere.length))
  assert.deepEqual(
    everywhere.filter(([, { of }]) => of.type === 'json').map(([path]) => path),
    // Claims have names that platforms choose, and values whose types matter.
    ['workload_trust/conditions'],
  )
})

test('the keyword of a vault item is chosen from the vault wherever one is asked for', () => {
  const keywords = everywhere.filter(([path]) => /keywords?$/i.test(path) && path !== 'secret/keyword')
  assert.deepEqual(
    keywords.map(([path, { of, label }]) => [path, of.type, label]),
    [
      ['error_tracker/vaultKeyword', 'vaultItem', 'Vault item'],
      ['identity_provider/oidc/clientSecretVaultKeyword', 'vaultItem', 'Client secret'],
      ['slack/webhookUrlKeyword', 'vaultItem', 'Webhook URL'],
      ['jira/tokenKeyword', 'vaultItem', 'Token'],
      ['envSync/mappings/valueKeyword', 'vaultItem', 'Value'],
      ['observability/tokenKeyword', 'vaultItem', 'Token'],
      ['deployment/credentialKeywords', 'vaultItem', 'Credentials'],
      ['vcs/tokenKeyword', 'vaultItem', 'Token'],
    ],
  )
})
