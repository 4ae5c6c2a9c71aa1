import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addressOf } from './address.ts'

test('parameters are filled in, undefined values are left out of the query', () => {
  assert.equal(addressOf('/projects'), '/projects')
  assert.equal(addressOf('/slos/{sloId}/snapshots', { params: { sloId: 'slo_1' } }), '/slos/slo_1/snapshots')
  assert.equal(
    addressOf('/issues', { query: { q: 'a b', limit: 5, cursor: undefined } }),
    '/issues?q=a%20b&limit=5',
  )
  assert.throws(() => addressOf('/apis/{apiId}/spec'), { message: '/apis/{apiId}/spec needs apiId.' })
})

for (const id of ['', '.', '..']) {
  test(`“${id}” cannot be an id: the URL would lead to another path`, () =>
    assert.throws(() => addressOf('/apis/{apiId}', { params: { apiId: id } }), {
      name: 'CatalogError',
      code: 'not_found',
      message: `There is no record with the apiId "${id}".`,
    }))
}

test('any id and any filter arrive unchanged at the right path', () => {
  const id = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/^\.{1,2}$/.test(text))
  const query = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.string({ unit: 'grapheme' }))
  fc.assert(
    fc.property(id, query, (apiId, wanted) => {
      const url = new URL(
        `http://x/v1${addressOf('/apis/{apiId}/spec', { params: { apiId }, query: wanted })}`,
      )
      const [, , , segment = '', last] = url.pathname.split('/')
      assert.equal(decodeURIComponent(segment), apiId)
      assert.equal(last, 'spec')
      assert.equal(url.pathname.split('/').length, 5)
      assert.deepEqual({ ...Object.fromEntries(url.searchParams) }, { ...wanted })
    }),
  )
})
