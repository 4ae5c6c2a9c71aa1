import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import tls from 'node:tls'
import { createDns } from '../../outbound/dns.ts'
import { cert } from '../../outbound/testing/certificate.ts'
import { startClient, startHttp, startHttps } from '../../outbound/testing/servers.ts'
import type { SsoDomain } from './challenge.ts'
import { createDomainProofs } from './proofs.ts'

const value = 'svc-domain-verification=0123'

/** What is found on a real https server with this response, at the URL of the domain's challenge. */
async function lookedFor(
  t: TestContext,
  { status = 200, body = '', location = '' }: { status?: number; body?: string; location?: string },
): Promise<readonly [string, string]> {
  tls.setDefaultCACertificates([cert])
  const server = await startHttps(t, (request, response) => {
    const isMoved = location !== '' && !request.url?.endsWith('/moved')
    if (isMoved) response.writeHead(302, { location: location.replace('PORT', String(server.port)) }).end()
    else response.writeHead(status).end(body)
  })
  const proofs = createDomainProofs({
    dns: createDns({ servers: ['127.0.0.1:1'] }),
    fetch: startClient(t, { allow: ['secure.test', 'other.test'], timeoutMs: 60_000 }),
  })
  const domain = {
    normalizedDomain: 'secure.test',
    verificationMethod: 'http_meta',
    verificationLocation: `https://secure.test:${server.port}/.well-known/svc-domain-verification`,
    verificationValue: value,
  } as SsoDomain
  const { outcome, message } = await proofs.look(domain)
  return [outcome, message]
}

test('a file that holds the value, and nothing else, is the proof', async (t) => {
  assert.equal((await lookedFor(t, { body: `${value}\n` }))[0], 'found')
  assert.equal((await lookedFor(t, { body: `${value}4` }))[0], 'missing')
  assert.equal((await lookedFor(t, { body: `x ${value}` }))[0], 'missing')
})

test('a file that is gone is missing; a failing server says nothing', async (t) => {
  assert.equal((await lookedFor(t, { status: 404, body: value }))[0], 'missing')
  assert.equal((await lookedFor(t, { status: 410 }))[0], 'missing')
  for (const status of [401, 429, 500, 503])
    assert.equal((await lookedFor(t, { status, body: value }))[0], 'unknown', String(status))
})

test('a redirect within the domain is followed; another host cannot speak for it', async (t) => {
  assert.equal((await lookedFor(t, { body: value, location: '/moved' }))[0], 'found')
  const [outcome, message] = await lookedFor(t, { body: value, location: 'https://other.test:PORT/moved' })
  assert.notEqual(outcome, 'found', message)
  const plain = await startHttp(t, (_request, response) => response.end(value))
  const toPlain = await lookedFor(t, { location: `http://secure.test:${plain.port}/moved` })
  assert.equal(toPlain[0], 'missing', 'nor can one without https')
  assert.equal(plain.requests.length, 1)
})

test('a forbidden fetch is reported, and does not count as a miss', async (t) => {
  const proofs = createDomainProofs({ dns: createDns(), fetch: startClient(t) })
  const { outcome, message } = await proofs.look({
    normalizedDomain: 'inside.test',
    verificationMethod: 'http_meta',
    verificationLocation: 'https://inside.test/.well-known/svc-domain-verification',
    verificationValue: value,
  } as SsoDomain)
  assert.equal(outcome, 'unknown')
  assert.match(message, /loopback/)
})
