import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAddresses } from './addresses.ts'

const table = () => {
  const addresses = createAddresses<string>()
  addresses.add(['GET', 'HEAD'], '/v1/teams', 'list')
  addresses.add(['POST'], '/v1/teams', 'create')
  addresses.add(['GET', 'HEAD'], '/v1/teams/:id', 'read')
  addresses.add(['DELETE'], '/v1/teams/:id', 'delete')
  addresses.add(['POST'], '/v1/teams/preview', 'preview')
  addresses.add(['GET'], '/v1/teams/:teamId/members/:memberId', 'member')
  addresses.add(['GET'], '/v1/teams/preview/rules', 'rules')
  return addresses
}

const found = (method: string, path: string) => {
  const { entry, params } = table().find(method, path) ?? {}
  return entry && [entry, params]
}

test('an address is found by its method and path, with the values of its parameters', () => {
  assert.deepEqual(found('GET', '/v1/teams'), ['list', {}])
  assert.deepEqual(found('HEAD', '/v1/teams'), ['list', {}])
  assert.deepEqual(found('POST', '/v1/teams'), ['create', {}])
  assert.deepEqual(found('GET', '/v1/teams/t1/members/m2'), ['member', { teamId: 't1', memberId: 'm2' }])
  assert.equal(table().find('GET', '/v1/teams/t1')?.path, '/v1/teams/:id')
})

test('a fixed segment comes before a parameter, unless nothing is there with this method', () => {
  assert.deepEqual(found('POST', '/v1/teams/preview'), ['preview', {}])
  assert.deepEqual(found('DELETE', '/v1/teams/preview'), ['delete', { id: 'preview' }])
  assert.deepEqual(found('GET', '/v1/teams/preview/members/m2'), [
    'member',
    { teamId: 'preview', memberId: 'm2' },
  ])
})

test('segments are decoded one by one', () => {
  assert.deepEqual(found('GET', '/v1/te%61ms/a%2Fb%25'), ['read', { id: 'a/b%' }])
  assert.deepEqual(found('GET', '/v1/teams/__proto__'), ['read', { id: '__proto__' }])
})

test('nothing is found elsewhere', () => {
  for (const path of [
    '',
    '/',
    '/v1',
    '/v1/',
    '/V1/teams',
    '/v1//teams',
    '/v1/teams/a/b',
    '/v1/teams/a/members',
  ])
    assert.equal(found('GET', path), undefined, path)
  assert.equal(found('PUT', '/v1/teams'), undefined)
  assert.equal(found('GET', `/v1/teams/${'a'.repeat(257)}`), undefined)
  assert.deepEqual(found('GET', '/v1/teams/'), ['read', { id: '' }])
})

test('the methods of a path are known, for whoever tried another', () => {
  assert.deepEqual(table().methodsAt('/v1/teams'), ['GET', 'HEAD', 'POST'])
  assert.deepEqual(table().methodsAt('/v1/teams/t1'), ['GET', 'HEAD', 'DELETE'])
  assert.deepEqual(table().methodsAt('/v1/teams/preview'), ['POST'])
  for (const path of ['/v1/teams/', '/v1/people', `/v1/teams/${'a'.repeat(257)}`])
    assert.deepEqual(table().methodsAt(path), [], path)
})

test('an address is added once', () => {
  assert.throws(
    () => table().add(['GET'], '/v1/teams/:other', 'again'),
    /GET \/v1\/teams\/:other is there twice/,
  )
})
