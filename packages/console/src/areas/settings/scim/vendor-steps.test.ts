import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { vendorSteps } from './vendor-steps.ts'

const guide = readFileSync(join(import.meta.dirname, '../../../../../../docs/sign-in/scim.md'), 'utf8')

test('the guide gives the steps of each vendor, with the address of this server', () => {
  const { vendors, note } = vendorSteps(guide, 'https://svc.acme.example/scim/v2')
  assert.deepEqual(
    vendors.map(({ name }) => name),
    ['Microsoft Entra ID', 'Okta', 'JumpCloud', 'OneLogin'],
  )
  for (const { name, steps } of vendors) {
    assert.match(steps, /^1\. /, name)
    assert.match(steps, /https:\/\/svc\.acme\.example\/scim\/v2/, name)
    assert.doesNotMatch(steps, /\{public URL\}|^#/m, name)
  }
  assert.match(note, /vendors' documentation/)
})
