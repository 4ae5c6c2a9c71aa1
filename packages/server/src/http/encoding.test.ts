import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodingFor } from './encoding.ts'

test('the encoding that a client likes best is chosen, and ours where it likes several', () => {
  const cases = [
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['br; q=0.0', undefined],
    ['*', 'zstd'],
    ['*;q=0.1, zstd;q=0', 'br'],
    ['identity;q=1, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['deflate', undefined],
    ['gzip;q=nonsense', undefined],
    ['gzip;q=7', undefined],
  ] as const
  for (const [header, expected] of cases) assert.equal(encodingFor(header), expected, String(header))
  assert.equal(encodingFor('gzip, zstd', ['br', 'gzip']), 'gzip')
})
