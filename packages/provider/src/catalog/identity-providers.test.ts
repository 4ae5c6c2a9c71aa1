import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockBetweenJobs, useApp } from '@svc/server/testing'
import { startIssuer } from '@svc/server/testing/openid-issuer'
import { startSamlIssuer } from '@svc/server/testing/saml-issuer'
import { type ObjectValue, unknown } from '../protocol/value.ts'
import { newScene, type Scene } from './testing/scene.ts'

const app = useApp('sqlite', { now: clockBetweenJobs(), fetchAllow: ['127.0.0.1'] })
const type = 'svc_identity_provider'

const planned = async (scene: Scene, config: ObjectValue) => {
  await scene.begin()
  return scene.driver.plan({ type, config })
}

const part = (value: ObjectValue | null | undefined, name: string): ObjectValue =>
  (value?.[name] ?? {}) as ObjectValue

test('what svc has discovered is no change, stays when something else changes, and goes with its source', async (t) => {
  const issuer = await startIssuer()
  t.after(issuer.stop)
  const scene = await newScene(t, app)
  const config = (oidc: ObjectValue): ObjectValue => ({ name: 'Company', protocol: 'oidc', oidc })
  const ours = { client_id: 'svc', issuer: issuer.issuer }
  const made = await scene.driver.apply({ type, config: config(ours) })
  const path = `/identity-providers/${made?.id}`
  assert.match(String(part(made, 'oidc').redirect_uri), new RegExp(`/auth/oidc/${made?.id}/callback$`))
  assert.equal(part(made, 'oidc').token_endpoint, null)

  const { body } = await scene.client.post(`${path}/test`)
  assert.equal(body.ok, true, body.message)
  assert.equal((await planned(scene, config(ours))).action, 'no-op')
  await scene.driver.refresh()
  const found = part(scene.driver.state(type), 'oidc')
  assert.equal(found.token_endpoint, body.provider.oidc.tokenEndpoint)
  assert.ok(found.token_endpoint)
  assert.ok(found.jwks_cached_at)

  const scopes = { ...ours, scopes: ['openid', 'email'] }
  const change = await planned(scene, config(scopes))
  assert.equal(change.action, 'update')
  assert.equal(part(change.planned, 'oidc').token_endpoint, found.token_endpoint)
  assert.equal(part(change.planned, 'oidc').redirect_uri, found.redirect_uri)
  assert.equal(part(change.planned, 'oidc').jwks_cached_at, unknown)
  await scene.driver.apply({ type, config: config(scopes) })
  assert.equal((await scene.client.get(path)).body.oidc.tokenEndpoint, found.token_endpoint)

  const other = { ...scopes, issuer: 'https://login.acme.example' }
  assert.equal(part((await planned(scene, config(other))).planned, 'oidc').token_endpoint, unknown)
  const moved = await scene.driver.apply({ type, config: config(other) })
  assert.equal(part(moved, 'oidc').token_endpoint, null)
  assert.equal(part(moved, 'oidc').redirect_uri, found.redirect_uri)
  assert.equal((await planned(scene, config(other))).action, 'no-op')
})

test('certificates that svc reads from metadata are no change, before and after they are rotated', async (t) => {
  const issuer = await startSamlIssuer()
  t.after(issuer.stop)
  const scene = await newScene(t, app)
  const config = (saml: ObjectValue): ObjectValue => ({ name: 'Partner', protocol: 'saml', saml })
  const ours = { metadata_url: issuer.metadataUrl }
  const made = await scene.driver.apply({ type, config: config(ours) })
  const path = `/identity-providers/${made?.id}`
  const read = async () => {
    assert.equal((await scene.client.post(`${path}/metadata`, {})).status, 200)
    await scene.begin()
    await scene.driver.refresh()
    return part(scene.driver.state(type), 'saml')
  }

  const first = await read()
  assert.equal(first.sso_url, issuer.ssoUrl)
  assert.deepEqual(first.signing_certs, [first.signing_cert])
  assert.equal((await planned(scene, config(ours))).action, 'no-op')
  issuer.rotate()
  const second = await read()
  assert.equal((second.signing_certs as readonly string[]).length, 2)
  assert.equal((await planned(scene, config(ours))).action, 'no-op')

  await scene.driver.apply({ type, config: config({ ...ours, sign_requests: true }) })
  const { saml } = (await scene.client.get(path)).body
  assert.deepEqual(saml.signingCerts.toSorted(), [...(second.signing_certs as string[])].toSorted())
  assert.equal(saml.ssoUrl, issuer.ssoUrl)
})
