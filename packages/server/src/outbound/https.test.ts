import assert from 'node:assert/strict'
import { test } from 'node:test'
import tls from 'node:tls'
import { cert } from './testing/certificate.ts'
import { startClient, startHttp, startHttps } from './testing/servers.ts'

test('fetches over https from an allowed host with a trusted certificate', async (t) => {
  trustTestCertificate()
  const server = await startHttps(t, (request, response) => response.end(`over ${request.httpVersion}`))
  const { body } = await startClient(t, { allow: ['secure.test'] })(`https://secure.test:${server.port}/`)
  assert.equal(body.toString(), 'over 1.1')
})

test('the name in the certificate is checked although the address is pinned', async (t) => {
  trustTestCertificate()
  const server = await startHttps(t, (_request, response) => response.end())
  const fetch = startClient(t, { allow: ['other.test'] })
  await assert.rejects(fetch(`https://other.test:${server.port}/`), {
    name: 'UpstreamError',
    message: 'The connection to "other.test" failed (ERR_TLS_CERT_ALTNAME_INVALID).',
  })
  assert.equal(server.requests.length, 0)
})

test('a private address is refused over https as over http', async (t) => {
  const server = await startHttps(t, (_request, response) => response.end())
  const fetch = startClient(t)
  for (const url of [`https://127.0.0.1:${server.port}/`, 'https://secure.test/']) {
    await assert.rejects(fetch(url), { name: 'ForbiddenAddressError' })
  }
  assert.equal(server.connections(), 0)
})

test('credentials do not follow a redirect from https to http', async (t) => {
  trustTestCertificate()
  const plain = await startHttp(t, (_request, response) => response.end())
  const server = await startHttps(t, (_request, response) =>
    response.writeHead(302, { location: `http://secure.test:${plain.port}/` }).end(),
  )
  const fetch = startClient(t, { allow: ['secure.test'] })
  await fetch(`https://secure.test:${server.port}/`, { headers: { authorization: 'Bearer secret' } })
  assert.equal(server.requests[0]?.headers.authorization, 'Bearer secret')
  assert.equal(plain.requests[0]?.headers.authorization, undefined)
})

/** Each test file runs in its own process, so nobody else trusts it. */
function trustTestCertificate(): void {
  tls.setDefaultCACertificates([cert])
}
