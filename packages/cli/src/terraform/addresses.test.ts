import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { createAddresses } from './addresses.ts'

test('records are named after their labels', () => {
  const named = (words: string): string | undefined => {
    const addresses = createAddresses()
    addresses.add(kinds.team, 'id', words)
    return addresses.find(kinds.team, 'id')
  }
  for (const [words, address] of [
    ['Payments', 'svc_team.payments'],
    ['Checkout & Zürich – night shift!', 'svc_team.checkout_zurich_night_shift'],
    ['7 of 9', 'svc_team._7_of_9'],
    ['Ελλάδα', 'svc_team.team'],
    ['--', 'svc_team.team'],
    [`${'long '.repeat(40)}`, `svc_team.${'long_'.repeat(11)}long`],
  ]) {
    assert.equal(named(words ?? ''), address)
  }
})

test('no two have the same name, and each is found only under its own kind', () => {
  const addresses = createAddresses()
  for (const [id, words] of [
    ['a', 'Twin'],
    ['b', 'twin'],
    ['c', 'Twin 2'],
    ['d', 'TWIN'],
  ] as const) {
    addresses.add(kinds.team, id, words)
  }
  addresses.add(kinds.project, 'e', 'Twin')
  const found = ['a', 'b', 'c', 'd'].map((id) => addresses.find(kinds.team, id))
  assert.deepEqual(found, ['svc_team.twin', 'svc_team.twin_2', 'svc_team.twin_2_2', 'svc_team.twin_3'])
  assert.equal(addresses.find(kinds.project, 'e'), 'svc_project.twin')
  assert.equal(addresses.find(kinds.team, 'e'), undefined)
  assert.equal(addresses.find(kinds.team, 'f'), undefined)
})
