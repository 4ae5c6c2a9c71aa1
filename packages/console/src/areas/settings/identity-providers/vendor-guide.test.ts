import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { vendorNames, vendors } from '@svc/model'
import { guideFor } from './vendor-guide.ts'

const place = { publicUrl: 'https://svc.acme.example', providerId: 'idp_1' }
const read = (guide: string) =>
  readFileSync(join(import.meta.dirname, '../../../../../../docs/sign-in', `${guide}.md`), 'utf8')

test('the page of each vendor has its steps, and says what was tried', () => {
  for (const vendor of vendorNames) {
    const guide = read(vendors[vendor].setUp.guide)
    const oidc = guideFor(guide, { ...place, protocol: 'oidc' }) ?? ''
    assert.match(oidc, vendor === 'github' ? /bridge/ : /^1\. /m, vendor)
    for (const text of [oidc, guideFor(guide, { ...place, protocol: 'saml' }) ?? oidc]) {
      assert.doesNotMatch(text, /^#|^Before you start|\]\(|\{public URL\}|\{provider id\}|npm test/m, vendor)
      assert.match(text, /Not tried|every step above/, vendor)
    }
  }
})

test('only the part about the protocol is shown', () => {
  const guide = read('keycloak')
  const [oidc = '', saml = ''] = (['oidc', 'saml'] as const).map((protocol) =>
    guideFor(guide, { ...place, protocol }),
  )
  assert.match(oidc, /https:\/\/svc\.acme\.example\/sign-in/)
  assert.doesNotMatch(oidc, /saml\.metadataUrl/)
  assert.match(saml, /https:\/\/svc\.acme\.example\/auth\/saml\/idp_1\/metadata/)
  assert.doesNotMatch(saml, /Create client/)
  assert.equal(guideFor(read('auth0'), { ...place, protocol: 'saml' }), undefined)
})
