import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Part, theSubject, wordsOf } from './event-words.ts'

const said = (type: string, before: object | null, after: object | null): string => {
  const [kind = ''] = type.split('.')
  const told = { type, subject: { kind, id: 'x' }, before, after } as Parameters<typeof wordsOf>[0]
  return wordsOf(told).map(inText).join('')
}

const inText = (part: Part): string =>
  typeof part === 'string'
    ? part
    : part === theSubject
      ? 'Checkout'
      : `<${String((part as { value: unknown }).value)}>`

test('what happened to a record is a sentence', () => {
  assert.equal(said('project.created', null, { name: 'Checkout' }), 'created the project Checkout')
  assert.equal(said('oncall_binding.deleted', {}, null), 'deleted the on-call binding Checkout')
  assert.equal(
    said('project.updated', { ownerTeamId: 'a', updatedAt: '1' }, { ownerTeamId: 'b', updatedAt: '2' }),
    'changed the owner team of Checkout from <a> to <b>',
  )
  assert.equal(said('project.updated', { tier: null }, { tier: 1 }), 'set the tier of Checkout to <1>')
  assert.equal(
    said('project.updated', { tier: 1 }, { tier: null }),
    'cleared the tier of Checkout, which was <1>',
  )
})

test('on its own page a record is “it”, without its kind', () => {
  const told = { type: 'project.created', subject: { kind: 'project', id: 'x' }, before: null, after: {} }
  assert.deepEqual(wordsOf(told, { isNamed: false }), ['created ', theSubject])
})

test('lists say what came and went', () => {
  assert.equal(
    said('project.updated', { tags: ['a'] }, { tags: ['a', 'b'] }),
    'added <b> to the tags of Checkout',
  )
  assert.equal(
    said('project.updated', { tags: ['a', 'b'] }, { tags: ['a'] }),
    'removed <b> from the tags of Checkout',
  )
  assert.equal(said('project.updated', { tags: ['a'] }, { tags: ['b'] }), 'changed the tags of Checkout')
})

test('several fields are named, many are counted, long texts are left to the details', () => {
  assert.equal(
    said('project.updated', { name: 'a', tier: 1 }, { name: 'b', tier: 2 }),
    'changed the name and tier of Checkout',
  )
  assert.equal(said('runbook.updated', { bodyMd: 'a' }, { bodyMd: 'b' }), 'changed the text of Checkout')
})

test('specific events read like sentences, too', () => {
  assert.equal(
    said('issue.status_changed', { status: 'newBug' }, { status: 'fixed' }),
    'changed the status of Checkout from <newBug> to <fixed>',
  )
  assert.equal(said('secret.value_changed', null, null), 'changed the value of Checkout')
  assert.equal(said('user.recovery_codes_renewed', null, null), 'renewed the recovery codes of Checkout')
  assert.equal(said('issue.commented', null, { commentId: 'x' }), 'commented on Checkout')
  assert.equal(said('webhook.disabled', null, null), 'disabled the webhook Checkout')
  assert.equal(said('slo.burn_alert', null, null), 'burn alert: Checkout')
})
