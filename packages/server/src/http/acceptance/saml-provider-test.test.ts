import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { cert, key, weakCert } from '../../outbound/testing/certificate.ts'
import { type Client, onEachEngine, useApp } from '../../testing/index.ts'
import { type Body, bodyOf, make, movableClock, refusedField } from './checks.ts'

const good = '2027-01-01T00:00:00.000Z'

onEachEngine((engine) => {
  const clock = movableClock(good)
  let server: Server
  let origin: string
  before(async () => {
    server = createServer((request, response) => {
      const [, status, location] = (request.url ?? '').split('/', 3)
      response.writeHead(Number(status), location === undefined ? {} : { location: '/302/again' }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  const app = useApp(engine, { fetchAllow: ['127.0.0.1'], now: clock.now })
  after(() => server?.close())

  const tryOut = async (owner: Client, saml: object): Promise<Body> => {
    const { id } = await make(owner, '/identity-providers', { name: 'x', protocol: 'saml', saml })
    const outcome = bodyOf(await owner.post(`/identity-providers/${id}/test`))
    assert.equal(outcome.provider.lastTestResult, outcome.ok ? 'success' : 'failed')
    return outcome
  }

  const fails = async (owner: Client, saml: object, why: RegExp): Promise<void> => {
    const { ok, message } = await tryOut(owner, saml)
    assert.equal(ok, false, message)
    assert.match(message, why)
  }

  test('a certificate is read as PEM or as its Base64, and its validity is reported', async () => {
    const { owner } = await app.organisation()
    const ssoUrl = `${origin}/400`
    const bare = cert.replace(/-----.*-----/g, '').trim()
    for (const signingCert of [cert, `\n${cert}\n`, bare, bare.replace(/\n/g, '')]) {
      const { ok, message } = await tryOut(owner, { ssoUrl, signingCert })
      assert.deepEqual(
        [ok, message],
        [true, 'The certificate is valid until 2126-10-22, and ssoUrl responds.'],
      )
    }
  })

  test('one that has expired, is not yet valid or expires soon is reported', async () => {
    const { owner } = await app.organisation()
    const saml = { ssoUrl: `${origin}/200`, signingCert: cert }
    clock.set('2127-01-01T00:00:00Z')
    await fails(owner, saml, /expired on 2126-10-22/)
    clock.set('2026-11-01T00:00:00Z')
    await fails(owner, saml, /is not valid before 2026-11-15/)
    clock.set('2126-10-12T00:00:00Z')
    const { ok, message } = await tryOut(owner, saml)
    assert.equal(ok, true)
    assert.match(message, /2126-10-22, which is soon \(10 days\)/)
    clock.set(good)
  })

  test('an invalid or weak certificate fails', async () => {
    const { owner } = await app.organisation()
    const ssoUrl = `${origin}/200`
    await fails(owner, { ssoUrl }, /signingCert is not set/)
    await fails(owner, { signingCert: cert }, /ssoUrl is not set/)
    await fails(
      owner,
      { ssoUrl, signingCert: 'not a certificate!' },
      /must be a certificate as PEM or Base64/,
    )
    await fails(owner, { ssoUrl, signingCert: 'AAAA' }, /not a valid certificate/)
    await fails(owner, { ssoUrl, signingCert: cert.slice(0, 300) }, /not a valid certificate/)
    clock.set(new Date().toISOString())
    await fails(owner, { ssoUrl, signingCert: weakCert }, /too weak/)
    clock.set(good)
    const pasted = { name: 'x', protocol: 'saml', saml: { signingCert: key + cert } }
    const reply = await owner.post('/identity-providers', pasted)
    refusedField(reply, 'signingCert')
    assert.doesNotMatch(reply.text, /BEGIN/)
  })

  test('the address must be https, allowed and reachable', async () => {
    const { owner } = await app.organisation()
    const at = (ssoUrl: string) => ({ ssoUrl, signingCert: cert })
    await fails(owner, at('http://idp.example/sso'), /ssoUrl must be an https URL/)
    await fails(owner, at('https://192.168.0.1/sso'), /may not be fetched/)
    await fails(owner, at(`${origin}/404`), /status 404/)
    await fails(owner, at(`${origin}/503`), /status 503/)
    for (const path of ['/200', '/302/on', '/403', '/405'])
      assert.equal((await tryOut(owner, at(origin + path))).ok, true, path)
  })
})
