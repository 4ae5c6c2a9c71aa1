import assert from 'node:assert/strict'
import { X509Certificate, createPrivateKey } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { connect, createServer } from 'node:tls'
import { createCertificate, pemOf } from './certificate.ts'

for (const curve of ['P-256', 'P-521'] as const) {
  test(`a ${curve} certificate says what both sides look for`, () => {
    const { pem, der, keyPem } = createCertificate(curve)
    const read = new X509Certificate(pem)
    assert.equal(read.subject, 'CN=localhost')
    assert.equal(read.issuer, 'CN=localhost')
    assert.equal(read.subjectAltName, 'DNS:localhost')
    assert.equal(read.ca, true)
    assert.deepEqual(read.keyUsage, ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2'])
    assert.ok(read.verify(read.publicKey), 'it is signed by its own key')
    assert.ok(read.checkPrivateKey(createPrivateKey(keyPem)))
    assert.deepEqual(read.raw, der)
    assert.ok(read.checkHost('localhost'))
  })

  test(`a ${curve} certificate is valid from a minute ago, for a year`, () => {
    const read = new X509Certificate(createCertificate(curve, new Date('2049-06-07T08:09:10.500Z')).pem)
    assert.equal(read.validFromDate.toISOString(), '2049-06-07T08:08:10.000Z')
    assert.equal(read.validToDate.toISOString(), '2050-06-07T08:09:10.000Z')
  })
}

test('no two certificates share a key or a number, and every number is positive', () => {
  const made = Array.from({ length: 50 }, () => new X509Certificate(createCertificate().pem))
  assert.equal(new Set(made.map(({ serialNumber }) => serialNumber)).size, made.length)
  assert.equal(new Set(made.map(({ fingerprint256 }) => fingerprint256)).size, made.length)
  for (const { serialNumber } of made) assert.match(serialNumber, /^[4-7][0-9A-F]{31}$/)
})

for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
  test(`two sides that know each other's certificate trust each other with ${version}`, async (t) => {
    const [ours, theirs] = [createCertificate(), createCertificate('P-521')]
    const options = { minVersion: version, maxVersion: version, requestCert: true, rejectUnauthorized: true }
    const server = createServer({ ...options, cert: ours.pem, key: ours.keyPem, ca: theirs.pem }, (socket) =>
      socket.end('welcome'),
    )
    t.after(() => server.close())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const trusted = pemOf(Buffer.from(ours.der.toString('base64').replaceAll('=', ''), 'base64'))
    const client = connect({
      port,
      host: '127.0.0.1',
      servername: 'localhost',
      cert: theirs.pem,
      key: theirs.keyPem,
      ca: trusted,
    })
    const [greeting] = await once(client, 'data')
    assert.equal(String(greeting), 'welcome')
    assert.equal(client.authorized, true)
    assert.equal(client.getProtocol(), version)
  })
}
