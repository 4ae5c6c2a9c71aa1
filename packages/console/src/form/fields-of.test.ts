import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integrations, kinds } from '@svc/model'
import { adjusted, fieldsOf, partsOf } from './fields-of.ts'
import { faultUnder } from './fault-under.ts'
import type { FormField } from './form-field.ts'

const optional = (fields: readonly FormField[]) =>
  fields.filter(({ isOptional }) => isOptional).map(({ key }) => key)

test('a reference waits for the field that says what it points at', () => {
  const of = (scope: string | null) =>
    fieldsOf(kinds.oncallBinding, { scope }, { keys: ['targetId'] }).map((field) => field.of)
  assert.deepEqual(of(null), [{ type: 'ref', target: undefined, waitsFor: 'Scope' }])
  assert.deepEqual(of('component'), [{ type: 'ref', target: 'project', waitsFor: 'Scope' }])
})

test('the name comes first, and what was decided at the beginning stays', () => {
  const [name, ...others] = fieldsOf(kinds.identityProvider, {}, { isNew: false })
  assert.equal(name?.key, 'name')
  const fixed = others.filter(({ isFixed }) => isFixed)
  assert.deepEqual(
    fixed.map(({ key, about }) => [key, about]),
    [['protocol', 'The protocol it uses. It cannot be changed any more.']],
  )
  assert.equal(
    fieldsOf(kinds.identityProvider, {}).some(({ isFixed }) => isFixed),
    false,
  )
})

test('a field is marked as optional where nothing asks for it, at any depth', () => {
  const { config } = integrations.vcs
  assert.deepEqual(optional(partsOf(config, {})), ['host', 'apiUrl', 'repositories', 'username'])
  const keys = ['provider', 'projectRef']
  assert.deepEqual(optional(fieldsOf(kinds.errorTracker, { provider: 'sentry' }, { keys })), [])
  const { saml } = kinds.identityProvider.fields
  assert.equal(optional(partsOf(saml.schema, {})).includes('signRequests'), false)
  const rule = kinds.scorecard.fields.rules.schema.items ?? {}
  assert.deepEqual(optional(partsOf(rule, {})), ['description'])
})

test('an object that may hold anything is shown once it holds something; an id never is', () => {
  const rule = kinds.scorecard.fields.rules.schema.items ?? {}
  const keys = (params: object) => partsOf(rule, { params }).map(({ key }) => key)
  assert.deepEqual(keys({}), ['type', 'label', 'description', 'weight'])
  assert.deepEqual(keys({ a: 1 }), ['type', 'label', 'description', 'weight', 'params'])
})

test('a form can know better what a field offers', () => {
  const options = [{ value: 'idp_1', label: 'Company login' }]
  const fields = fieldsOf(kinds.ssoDomain, {}, { keys: ['identityProviderId', 'enforcementOverride'] })
  const [provider, override] = adjusted(fields, { identityProviderId: { of: { type: 'choice', options } } })
  assert.deepEqual(provider?.of, { type: 'choice', options })
  assert.deepEqual(override, fields[1])
})

test('what is wrong inside a value without parts is told beside it', () => {
  const faults = new Map([
    ['tagsOfOthers/0', 'No.'],
    ['tags/3', 'Too long.'],
  ])
  assert.equal(faultUnder(faults, 'tags'), 'Too long.')
  assert.equal(faultUnder(faults, 'tag'), undefined)
})
