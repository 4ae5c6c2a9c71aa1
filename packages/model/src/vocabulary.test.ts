import assert from 'node:assert/strict'
import { test } from 'node:test'
import { effectiveScopes, entityKinds, expandScopes, roleReaches, roles, type Scope } from './index.ts'
import { kinds } from './kinds/index.ts'

test('write implies read, admin implies both, ingest is separate', () => {
  const table: readonly (readonly [readonly Scope[], readonly Scope[]])[] = [
    [[], []],
    [['read'], ['read']],
    [['write'], ['read', 'write']],
    [['admin'], ['read', 'write', 'admin']],
    [['ingest'], ['ingest']],
    [
      ['ingest', 'write'],
      ['read', 'write', 'ingest'],
    ],
    [
      ['admin', 'read', 'read'],
      ['read', 'write', 'admin'],
    ],
  ]
  for (const [granted, held] of table) assert.deepEqual(expandScopes(granted), held, granted.join())
})

test('a token never has more scopes than its owner’s role, a key is never admin', () => {
  const all: readonly Scope[] = ['read', 'write', 'admin', 'ingest']
  assert.deepEqual(effectiveScopes(all, 'viewer'), ['read'])
  assert.deepEqual(effectiveScopes(all, 'member'), ['read', 'write'])
  assert.deepEqual(effectiveScopes(all, 'admin'), ['read', 'write', 'admin'])
  assert.deepEqual(effectiveScopes(all, 'owner'), ['read', 'write', 'admin'])
  assert.deepEqual(effectiveScopes(all, 'key'), ['read', 'write', 'ingest'])
})

test('nor more than it was granted', () => {
  assert.deepEqual(effectiveScopes(['read'], 'owner'), ['read'])
  assert.deepEqual(effectiveScopes(['write'], 'owner'), ['read', 'write'])
  assert.deepEqual(effectiveScopes(['admin'], 'viewer'), ['read'])
  assert.deepEqual(effectiveScopes([], 'owner'), [])
  assert.deepEqual(effectiveScopes(['ingest'], 'owner'), [])
})

test('roles are ordered from viewer to owner', () => {
  assert.deepEqual(roles, ['viewer', 'member', 'admin', 'owner'])
  for (const [height, role] of roles.entries()) {
    for (const [needed, other] of roles.entries()) assert.equal(roleReaches(role, other), height >= needed)
  }
})

test('each entity kind of the API is a kind', () => {
  const names = new Set<string>(Object.values(kinds).map(({ name }) => name))
  for (const name of Object.values(entityKinds)) assert.ok(names.has(name), name)
})
