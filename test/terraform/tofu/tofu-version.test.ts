import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compareVersions, newestRelease } from './tofu-version.ts'

test('the newest release is no preview, and ten comes after nine', () => {
  assert.equal(newestRelease(['v1.9.4', 'v1.12.6', 'v1.13.0-rc1', 'v1.10.10', 'v0.0.0-2023']), '1.12.6')
  assert.equal(newestRelease(['v1.13.0-beta1']), undefined)
})

test('versions compare number by number', () => {
  const numbers = fc.tuple(fc.nat(200), fc.nat(200), fc.nat(200))
  const property = fc.property(numbers, numbers, (a, b) => {
    const difference = a.map((part, place) => part - (b[place] ?? 0)).find((part) => part !== 0) ?? 0
    assert.equal(Math.sign(compareVersions(a.join('.'), b.join('.'))), Math.sign(difference))
  })
  fc.assert(property)
})
