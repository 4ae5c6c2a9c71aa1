import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allKinds, kinds } from '../kinds/index.ts'
import { means } from '../shape/json-schema.ts'
import { inWords } from './in-words.ts'
import {
  fieldLabel,
  handlesOf,
  labelFieldOf,
  labelIn,
  partLabel,
  plain,
  titleFieldsOf,
  titleOf,
} from './labels.ts'

test('no two values of a field are shown with the same words', () => {
  for (const kind of allKinds) {
    for (const [key, { schema }] of Object.entries(kind.fields)) {
      const words = (schema.enum ?? []).filter((one) => one !== null).map((one) => inWords(String(one)))
      assert.equal(new Set(words).size, words.length, `${kind.name}.${key}: ${words}`)
    }
  }
})

test('no two fields of a kind have the same label', () => {
  for (const kind of allKinds) {
    const labels = Object.entries(kind.fields)
      .filter(([, { traits }]) => !traits.internal)
      .map(([key]) => fieldLabel(kind, key))
    const twice = labels.filter((label, place) => labels.indexOf(label) !== place)
    assert.deepEqual(twice, [], kind.name)
  }
})

test('a reference is labelled by what it points at, a time by what happened, other fields by their full name', () => {
  assert.equal(fieldLabel(kinds.project, 'ownerTeamId'), 'Owner team')
  assert.equal(fieldLabel(kinds.issue, 'appId'), 'Project')
  assert.equal(fieldLabel(kinds.runbook, 'linkedAppIds'), 'Linked projects')
  assert.equal(fieldLabel(kinds.user, 'createdAt'), 'Created')
  assert.equal(fieldLabel(kinds.oncallBinding, 'targetId'), 'For')
  assert.equal(fieldLabel(kinds.deployment, 'targetId'), 'Target ID')
  assert.equal(fieldLabel(kinds.project, 'goneSince'), 'Gone since')
  assert.equal(partLabel('everyDays', { title: 'Days in a turn' }), 'Days in a turn')
  assert.equal(partLabel('timeZone'), 'Time zone')
  assert.equal(partLabel('webhookUrlKeyword', { [means]: 'vaultItem' }), 'Webhook URL')
  assert.equal(partLabel('clientSecretVaultKeyword', { [means]: 'vaultItem' }), 'Client secret')
  assert.equal(partLabel('credentialKeywords', { items: { [means]: 'vaultItem' } }), 'Credentials')
})

test('a record has one title', () => {
  assert.equal(titleOf(kinds.project, { id: 'prj_1', name: 'Checkout' }), 'Checkout')
  assert.equal(
    titleOf(kinds.user, { id: 'usr_1', displayName: null, email: 'ada@example.com' }),
    'ada@example.com',
  )
  const release = { id: 'dep_1', buildVersion: '1.4.2', appName: 'Checkout' }
  assert.equal(titleOf(kinds.deployment, release), 'Checkout 1.4.2')
  assert.equal(titleOf(kinds.deployment, { ...release, appName: null }), '1.4.2')
  assert.equal(labelIn(kinds.oncallBinding, { id: 'ocb_1', label: null }), undefined)
  assert.equal(titleOf(kinds.oncallBinding, { id: 'ocb_0123456789', label: '' }), 'On-call binding 456789')
  assert.deepEqual(titleFieldsOf(kinds.deployment), ['buildVersion', 'appName', 'appId'])
})

test('every kind has a label field, except those whose records have no name', () => {
  const nameless = allKinds.filter((kind) => labelFieldOf(kind) === undefined).map(({ name }) => name)
  assert.deepEqual(nameless, [
    'dependency',
    'issue_comment',
    'slo_snapshot',
    'slo_report',
    'slo_count',
    'drift_snapshot',
    'error_tracker',
    'webhook_delivery',
    'sso_settings',
  ])
})

test('a record is looked up by its label and its unique fields', () => {
  assert.deepEqual(handlesOf(kinds.project), ['name'])
  assert.deepEqual(handlesOf(kinds.secret), ['name', 'keyword'])
  assert.deepEqual(handlesOf(kinds.user), ['email', 'displayName'])
  assert.deepEqual(handlesOf(kinds.oncallBinding), [])
})

test('the columns of a list, and fields that others repeat, are visible fields', () => {
  for (const kind of allKinds) {
    const shown = Object.keys(kind.fields).filter((key) => !kind.fields[key]?.traits.internal)
    for (const key of kind.columns ?? []) assert.ok(shown.includes(key), `${kind.name}.${key}`)
    for (const [key, { traits }] of Object.entries(kind.fields))
      if (traits.echoes) assert.ok(shown.includes(traits.echoes), `${kind.name}.${key}`)
  }
})

test('descriptions shown to people use their words instead of those of the API', () => {
  assert.equal(
    plain('Left out for `manual`, unlike `currentShiftEndsAt`.', kinds.oncallBinding),
    'Left out for manual, unlike “Until”.',
  )
  assert.equal(plain('A `component` is a project.'), 'A component is a project.')
  const types = 'Such as `depends_on` or `calls`.'
  assert.equal(plain(types, kinds.dependency), 'Such as depends on or calls.')
  assert.equal(plain(types, kinds.dependency, { isTyped: true }), 'Such as depends_on or calls.')
})
