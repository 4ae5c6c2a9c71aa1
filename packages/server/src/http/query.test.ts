import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOperations, type Operation } from '@svc/model'
import { readQuery } from './query.ts'

const operation = (id: string): Operation => {
  const found = allOperations.find((one) => one.id === id)
  assert.ok(found)
  return found
}

const refused = (query: Record<string, string>, message: RegExp): void => {
  assert.throws(() => readQuery(operation('listApis'), query), message)
}

test('the length of a filter is counted in characters', () => {
  const longest = '𝄞'.repeat(200)
  assert.deepEqual(readQuery(operation('listApis'), { q: longest }), { q: longest })
  refused({ q: '𝄞'.repeat(201) }, /at most 200 characters/)
  refused({ q: 'a'.repeat(201) }, /at most 200 characters/)
})

test('a cursor contains only the characters that cursors are made of', () => {
  for (const cursor of ['', 'a b', 'abc=', 'ab/c', 'é'])
    refused({ cursor }, /cursor must be the nextCursor of a page/)
  assert.deepEqual(readQuery(operation('listApis'), { cursor: 'aZ0_-' }), { cursor: 'aZ0_-' })
})

test('a required filter must not be empty', () => {
  const listDrift = operation('listDriftSnapshots')
  assert.throws(() => readQuery(listDrift, {}), /appId is required/)
  assert.throws(() => readQuery(listDrift, { appId: '' }), /appId is required/)
  assert.equal(listDrift.query?.appId?.minLength, 1)
})
