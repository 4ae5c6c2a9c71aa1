import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientOf, startDnsServer } from '@svc/server/testing'
import { jsonOf, scratchDir } from './testing/run-svc.ts'
import { serveSvc } from './testing/serve-svc.ts'

const token = `svc_pat_live_${'0123456789abcdef'.repeat(3)}`

test('the DNS servers that the operator names are used to verify a domain', async (t) => {
  const dns = await startDnsServer()
  t.after(() => dns.stop())
  const env = {
    SVC_DATA_DIR: await scratchDir(t),
    SVC_BOOTSTRAP_TOKEN: token,
    SVC_DNS_SERVERS: ` ${dns.address},`,
  }
  const server = await serveSvc(t, [], env)
  const client = clientOf(server.url, token)
  const { body: domain } = await client.post('/sso/domains', { normalizedDomain: 'acme.example' })
  dns.zone.set(domain.verificationLocation, { txt: [[domain.verificationValue]] })
  const { body: verified } = await client.post(`/sso/domains/${domain.id}/verify`)
  assert.equal(verified.verificationStatus, 'verified')
  assert.deepEqual(dns.asked, ['_svc-challenge.acme.example'])

  const done = await jsonOf(['job', 'run', 'sso-domains', '--dns-server', dns.address], { env })
  assert.deepEqual(done, { job: 'sso-domains', summary: '0 domains checked', failed: 0, failures: [] })
})
