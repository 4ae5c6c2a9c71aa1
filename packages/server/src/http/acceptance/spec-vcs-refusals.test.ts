import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import { createGuardedFetch } from '../../outbound/guarded-fetch.ts'
import { startHttp, startTcp } from '../../outbound/testing/servers.ts'
import { systemCaller } from '../../services/context.ts'
import { organisation as findOrganisation } from '../../services/identity/operator.ts'
import { createSpecFetch } from '../../services/specs/fetch.ts'
import { gitHub, token } from '../../services/specs/testing/vcs-servers.ts'
import { openMasterKeys } from '../../services/vault/master-keys.ts'
import { createDemandLimit } from '../../services/upstreams/demand-limit.ts'
import { createVault } from '../../services/vault/vault.ts'
import { type Client, onEachEngine, useApp } from '../../testing/index.ts'
import { bodyOf, refused, refusedField } from './checks.ts'
import { commit, connectedIn, connectVcs, page, shop, specAt } from './connected-vcs.ts'

const megabyte = 1024 * 1024

onEachEngine((engine) => {
  const app = useApp(engine, { fetchAllow: ['127.0.0.1'] })
  const connected = connectedIn(app)

  const sentence = async (owner: Client, specUrl: string): Promise<string> => {
    const { message } = refused(await specAt(owner, specUrl), 502, 'upstream_unavailable')
    assert.match(message, /^[^\n]+\.$/)
    return message
  }

  test('what is not a file is reported: folders and Git LFS pointers', async (t) => {
    const { owner } = await connected(t, 'github', gitHub(shop))
    refusedField(await specAt(owner, 'https://github.com/acme/shop/blob/main/docs'), 'specUrl')
    const reply = await specAt(owner, 'https://github.com/acme/shop/blob/main/lfs.yaml')
    refusedField(reply, 'specUrl')
    assert.match(reply.body.message, /Git LFS/)
  })

  test('what GitHub refuses is one clear sentence', async (t) => {
    const { owner } = await app.organisation()
    const api = await startHttp(t, gitHub(shop))
    const apiUrl = `http://127.0.0.1:${api.port}`
    await connectVcs(owner, { provider: 'github', apiUrl }, 'ghp_revoked_0123456789')
    const reply = await specAt(owner, page)
    assert.match(refused(reply, 502, 'upstream_unavailable').message, /refuses the token .*\(status 401\)/)
    assert.ok(!reply.text.includes('ghp_'))

    const good = await connected(t, 'github', gitHub(shop))
    const missing = await sentence(
      good.owner,
      'https://github.com/acme/secret/blob/main/a/b/c/d/e/f/api.yaml',
    )
    assert.match(missing, /no such file, or the token .* has no access to its repository \(status 404\)/)
    assert.equal(good.api.requests.length, 4, 'the cost of one request is bounded')
    await sentence(good.owner, `https://github.com/acme/shop/blob/${commit}/a/b/none.yaml`)
    assert.equal(good.api.requests.length, 5, 'a commit has no slashes')
  })

  const answers: Readonly<Record<string, readonly [RequestListener, RegExp]>> = {
    '403': [(_, r) => r.writeHead(403).end(token), /does not let the token .* read this file \(status 403\)/],
    'too large': [
      (_, r) => r.writeHead(403).end('{"errors":[{"resource":"Blob","code":"too_large"}]}'),
      /does not serve files that large/,
    ],
    '500': [(_, r) => r.writeHead(500).end(token), /answers with status 500/],
    'a web page': [
      (_, r) => r.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>'),
      /returns a web page instead of a file/,
    ],
    '50 MB': [(_, r) => r.end(Buffer.alloc(50 * megabyte, 'x')), /larger than the limit of 16777216 bytes/],
    truncated: [
      (_, r) => {
        r.writeHead(200, { 'content-length': 1_000 }).write('openapi: 3.1.0\n')
        setTimeout(() => r.destroy(), 20)
      },
      /connection to "127\.0\.0\.1" failed/,
    ],
    'false gzip': [
      (_, r) => r.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
      /claims to be gzip but cannot be decompressed/,
    ],
    'compressed otherwise': [
      (_, r) => r.writeHead(200, { 'content-encoding': 'br' }).end('x'),
      /only gzip and uncompressed answers are accepted/,
    ],
  }

  for (const [name, [answer, expected]] of Object.entries(answers)) {
    test(`an unusable answer: ${name}`, async (t) => {
      const { owner } = await connected(t, 'github', answer)
      assert.match(await sentence(owner, page), expected)
    })
  }

  const waits: Readonly<Record<string, readonly [number, Readonly<Record<string, string>>, number]>> = {
    'a number of seconds': [429, { 'retry-after': '17' }, 17],
    'a secondary limit': [403, { 'retry-after': '30' }, 30],
    'until a time': [
      403,
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 600) },
      600,
    ],
    'a while': [429, {}, 60],
  }

  for (const [name, [status, headers, seconds]] of Object.entries(waits)) {
    test(`a wait that the server asks for is reported, and respected: ${name}`, async (t) => {
      const { owner, api } = await connected(t, 'github', (_, response) =>
        response.writeHead(status, headers).end('{}'),
      )
      for (const _ of [1, 2]) {
        const reply = await specAt(owner, page)
        const { message } = refused(reply, 502, 'upstream_unavailable')
        const wait = Number(reply.headers.get('retry-after'))
        assert.match(message, new RegExp(`too many requests; try again in ${wait} s\\.$`))
        assert.ok(wait <= seconds + 1 && wait > seconds - 60, `${wait}`)
      }
      assert.equal(api.requests.length, 1)
    })
  }

  test('a request to a server that does not answer times out', async (t) => {
    const organisation = await app.organisation()
    const silent = await startTcp(t, () => {})
    await connectVcs(organisation.owner, { provider: 'github', apiUrl: `http://127.0.0.1:${silent.port}` })
    const fetch = createGuardedFetch({ allow: ['127.0.0.1'], timeoutMs: 200 })
    t.after(() => fetch.close())
    const vault = createVault(app.store, openMasterKeys({ file: `${app.location.dataDir}/master.key` }))
    const caller = systemCaller(await findOrganisation(app.store, organisation.id), 'live')
    const ctx = { store: app.store, caller, now: () => new Date() }
    await assert.rejects(createSpecFetch({ fetch, vault, demand: createDemandLimit() })(ctx, page), {
      code: 'upstream_unavailable',
      message: /No complete answer arrived within the limit of 200 ms/,
    })
  })

  test('an API that may not be reached is refused, and a missing token is not disclosed', async (t) => {
    const { owner } = await app.organisation()
    await connectVcs(owner, { provider: 'gitlab', apiUrl: 'http://10.0.0.1/api/v4' })
    refusedField(await specAt(owner, 'https://gitlab.com/acme/x/-/blob/main/a.yaml'), 'specUrl')

    const gone = await connected(t, 'github', gitHub(shop))
    const { secrets } = bodyOf(await gone.owner.get('/secrets'))
    bodyOf(await gone.owner.delete(`/secrets/${secrets[0].id}`), 204)
    assert.match(await sentence(gone.owner, page), /cannot be used\. An admin can test/)
    assert.equal(gone.api.requests.length, 0)
  })
})
