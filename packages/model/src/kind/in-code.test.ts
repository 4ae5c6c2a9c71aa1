import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allKinds, kinds } from '../kinds/index.ts'
import { attributeNameOf, codeNameOf, pluralCodeNameOf } from './in-code.ts'

test('names are in snake_case, and reserved words are avoided', () => {
  assert.equal(attributeNameOf('currentShiftEndsAt', { type: 'string' }), 'current_shift_ends_at')
  assert.equal(attributeNameOf('lifecycle', { type: 'string' }), 'lifecycle_stage')
  assert.equal(attributeNameOf('provider', { type: 'string' }), 'provider_name')
  assert.equal(attributeNameOf('params', { type: 'object' }), 'params_json')
  assert.equal(attributeNameOf('saml', { type: 'object', properties: {} }), 'saml')
  assert.equal(codeNameOf(kinds.dependency), 'dependency_edge')
  assert.equal(pluralCodeNameOf(kinds.dependency), 'dependency_edges')
  assert.equal(pluralCodeNameOf(kinds.costEntry), 'cost_entries')
})

test('no two fields of a kind, and no two kinds, share a name', () => {
  const reserved = ['count', 'for_each', 'provider', 'depends_on', 'lifecycle', 'connection', 'provisioner']
  for (const { name, fields } of allKinds) {
    const names = Object.entries(fields).map(([key, { schema }]) => attributeNameOf(key, schema))
    assert.equal(new Set(names).size, names.length, name)
    for (const word of names) {
      assert.match(word, /^[a-z][a-z0-9_]*$/)
      assert.ok(!reserved.includes(word), `${name}: ${word}`)
    }
  }
  const types = allKinds.flatMap((kind) => [codeNameOf(kind), pluralCodeNameOf(kind)])
  assert.equal(new Set(types).size, types.length - 1, 'only the SSO settings are their own plural')
})
