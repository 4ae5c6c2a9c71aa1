import assert from 'node:assert/strict'
import { test } from 'node:test'
import { looksLikeCatalog } from './documents.ts'

const entity = 'apiVersion: backstage.io/v1alpha1\nkind: Component\n'

for (const [text, expected] of [
  [entity, true],
  [`# a comment\r\n\r\n${entity.replaceAll('\n', '\r\n')}`, true],
  [`kind: Secret\n---\n${entity}`, true],
  ['{"apiVersion": "backstage.io/v1alpha1"}', true],
  ['{\n  "kind": "Component",\n  "apiVersion" : "scaffolder.backstage.io/v1beta3"\n}', true],
  ["apiVersion: 'backstage.io/v1alpha1'", true],
  ['apiVersion: apps/v1\nmetadata: {labels: {backstage.io/x: y}}\n', false],
  ['spec:\n  apiVersion: backstage.io/v1alpha1\n', false],
] as const) {
  test(`${JSON.stringify(text)} is ${expected ? '' : 'not '}for a catalog`, () =>
    assert.equal(looksLikeCatalog(text), expected))
}

test('a file of blanks is recognised quickly', () => {
  const started = process.cpuUsage()
  for (const blank of ['\n', ' ', '\t{', '\n "'])
    assert.equal(looksLikeCatalog(blank.repeat(2_000)), false, JSON.stringify(blank))
  const { user } = process.cpuUsage(started)
  assert.ok(user < 5_000_000, `${user} µs`)
})
