import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, useApp } from '../../testing/index.ts'
import type { Body } from './checks.ts'

onEachEngine((engine) => {
  const app = useApp(engine, { publicUrl: 'https://tools.example/svc' })
  const post = (path: string, body: string, type = 'application/x-www-form-urlencoded') =>
    fetch(`${app.url}${path}`, { method: 'POST', body, headers: { 'content-type': type } })

  test('programs learn every address from the public URL, whatever host they asked', async () => {
    const answer = await fetch(`${app.url}/.well-known/oauth-authorization-server`, {
      headers: { 'x-forwarded-host': 'evil.example' },
    })
    assert.equal(answer.status, 200)
    const said = (await answer.json()) as Record<string, unknown>
    const url = 'https://tools.example/svc'
    assert.equal(said.issuer, url)
    assert.equal(said.token_endpoint, `${url}/oauth/token`)
    assert.equal(said.authorization_endpoint, `${url}/oauth/authorize`)
    assert.equal(said.device_authorization_endpoint, `${url}/oauth/device_authorization`)
    assert.equal(said.revocation_endpoint, `${url}/oauth/revoke`)
    assert.deepEqual(said.code_challenge_methods_supported, ['S256'])
  })

  test('what cannot be read is refused in OAuth’s shape, and is never stored by a cache', async () => {
    for (const [body, type, code] of [
      ['', undefined, 'invalid_request'],
      ['{"grant_type":"x"}', 'application/json', 'invalid_request'],
      ['{', 'application/json', 'invalid_request'],
      ['grant_type=a&grant_type=b', undefined, 'invalid_request'],
      [`grant_type=${'x'.repeat(70_000)}`, undefined, 'invalid_request'],
      ['<x/>', 'text/xml', 'invalid_request'],
      ['grant_type=password', undefined, 'unsupported_grant_type'],
      ['grant_type=constructor', undefined, 'unsupported_grant_type'],
    ] as const) {
      const answer = await post('/oauth/token', body, type)
      assert.equal(answer.status, 400, body.slice(0, 40))
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      const said = (await answer.json()) as Record<string, unknown>
      assert.equal(said.error, code, body.slice(0, 40))
      assert.match(String(said.error_description), /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
    }
    for (const [body, type] of [
      ['{"client_id":"svc-cli"}', 'application/json'],
      ['client_id=svc-cli', 'text/plain'],
    ] as const) {
      const said = (await (await post('/oauth/device_authorization', body, type)).json()) as Body
      assert.equal(said.error, 'invalid_request')
      assert.match(said.error_description, /must be a form: .*application\/x-www-form-urlencoded/)
    }
  })
})
