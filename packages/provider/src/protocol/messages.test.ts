import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attributePath, calls, pathOf } from './messages.ts'
import { schema } from './schema-messages.ts'

const hex = (encoded: Uint8Array): string => Buffer.from(encoded).toString('hex')
const warning = { severity: 2, summary: 'a' }

test('the diagnostics of each answer are where the host looks for them', () => {
  const fields = Object.entries(calls)
    .filter(([name]) => name !== 'StopProvider')
    .map(([name, { response }]) => {
      const encoded = (response as (typeof calls)['ReadResource']['response']).encode({
        diagnostics: [warning],
      })
      return [name, (encoded[0] ?? 0) >> 3]
    })
  assert.deepEqual(Object.fromEntries(fields), {
    GetMetadata: 2,
    GetProviderSchema: 4,
    GetFunctions: 2,
    GetResourceIdentitySchemas: 2,
    ValidateProviderConfig: 2,
    ConfigureProvider: 1,
    ValidateResourceConfig: 1,
    ValidateDataResourceConfig: 1,
    UpgradeResourceState: 2,
    ReadResource: 2,
    PlanResourceChange: 4,
    ApplyResourceChange: 3,
    ImportResourceState: 2,
    MoveResourceState: 2,
    ReadDataSource: 2,
  })
})

test('the first element of a list is written, although its index is zero', () => {
  const path = attributePath.encode({
    steps: [{ attributeName: 'a' }, { elementKeyInt: 0 }, { elementKeyString: '' }],
  })
  assert.equal(hex(path), '0a030a0161' + '0a021800' + '0a021200')
})

test('an attribute with a nested type has no type, not even an empty one', () => {
  const attributes = [{ name: 'a', nestedType: { nesting: 1, attributes: [] } }]
  assert.equal(hex(schema.encode({ block: { attributes } })), '120912070a016152021801')
})

test('a plan from a host of tomorrow is read, whatever else it carries', () => {
  const known = calls.PlanResourceChange.request.encode({ typeName: 'a', priorPrivate: Buffer.from('p') })
  const more = Buffer.concat([known, Buffer.from('3a020801' + '4a0178', 'hex')])
  const { typeName, priorPrivate, priorState } = calls.PlanResourceChange.request.decode(more)
  assert.deepEqual([typeName, String(priorPrivate), priorState], ['a', 'p', undefined])
})

test('calls are found under their service', () => {
  assert.equal(pathOf('GetProviderSchema'), '/tfplugin6.Provider/GetProviderSchema')
})
