import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { describe, test } from 'node:test'
import { type ConfiguredType, integrations, integrationTypes } from '@svc/model'
import { createGuardedFetch } from '../../outbound/guarded-fetch.ts'
import { startHttp, startTcp } from '../../outbound/testing/servers.ts'
import { systemCaller } from '../../services/context.ts'
import { organisation as findOrganisation } from '../../services/identity/operator.ts'
import { createIntegrationTrial } from '../../services/integrations/trial.ts'
import { openMasterKeys } from '../../services/vault/master-keys.ts'
import { createVault } from '../../services/vault/vault.ts'
import { checkedClient, type Client, onEachEngine, useApp } from '../../testing/index.ts'
import { bodyOf, change, make, notFound, partitionOf, read, refused, refusedField, remove } from './checks.ts'

const token = 'tok-0123456789abcdef'

const store = (owner: Client, keyword: string, value = token, more: object = {}) =>
  make(owner, '/secrets', { name: keyword, type: 'text', keyword, value, ...more })

const put = (client: Client, type: string, config: object, more: object = {}) =>
  client.send('PUT', `/integrations/${type}`, { config, ...more })

/** A configuration of each type that can be stored, with all that it may have. */
const whole = {
  slack: { workspace: 'acme', defaultChannel: '#ops', webhookUrlKeyword: 'k' },
  jira: {
    siteUrl: 'https://acme.atlassian.net',
    projectKeys: ['OPS'],
    email: 'private@example.com',
    tokenKeyword: 'k',
  },
  envSync: {
    environments: ['staging', 'production'],
    mappings: [{ environment: 'staging', variable: 'STRIPE_KEY', valueKeyword: 'k' }],
  },
  observability: {
    kind: 'prometheus',
    baseUrl: 'https://prom.example.com',
    username: 'reader',
    tokenKeyword: 'k',
  },
  deployment: { platforms: ['web', 'ios'], credentialKeywords: ['k'] },
  vcs: {
    provider: 'github',
    organisation: 'acme',
    repositories: ['a', 'b'],
    username: 'bot',
    tokenKeyword: 'k',
  },
} as const

/** What the decisions allow to be shown, and nothing else. */
const summaries = {
  slack: { workspace: 'acme', defaultChannel: '#ops' },
  jira: { siteUrl: 'https://acme.atlassian.net', projectKeys: ['OPS'] },
  envSync: { environments: ['staging', 'production'], mappings: 1 },
  observability: { kind: 'prometheus', baseUrl: 'https://prom.example.com' },
  deployment: { platforms: ['web', 'ios'] },
  vcs: { host: 'github.com', organisation: 'acme', repositories: 2 },
} as const

const configuredTypes = Object.keys(whole) as ConfiguredType[]

onEachEngine((engine) => {
  describe('integrations', () => {
    const app = useApp(engine)

    test('all seven are listed, also where none is configured', async () => {
      const organisation = await app.organisation()
      const owner = checkedClient(organisation.owner)
      const { integrations } = await read(owner, '/integrations')
      assert.deepEqual(
        integrations.map(({ type }: { type: string }) => type),
        ['slack', 'jira', 'envSync', 'observability', 'deployment', 'vcs', 'webhooks'],
      )
      for (const { type, displayName, ...rest } of integrations) {
        assert.deepEqual(rest, { isConfigured: false, summary: {}, createdAt: null, updatedAt: null }, type)
        assert.match(displayName, /\S/)
        assert.deepEqual(await read(owner, `/integrations/${type}`), { type, displayName, ...rest })
      }
      notFound(await owner.get('/integrations/teams'))
      refusedField(await owner.get('/integrations?limit=2'), 'limit')
      for (const client of [
        await organisation.person('viewer'),
        await organisation.key({ scopes: ['read'] }),
      ])
        assert.deepEqual((await read(client, '/integrations')).integrations, integrations)
    })

    for (const type of configuredTypes) {
      test(`${type}: is configured, shows its summary and nothing else, and is removed`, async () => {
        const organisation = await app.organisation()
        const owner = checkedClient(organisation.owner)
        await store(owner, 'k')
        const reply = await put(owner, type, whole[type])
        const { createdAt, updatedAt, ...shown } = bodyOf(reply)
        const displayName = integrations[type].name
        assert.deepEqual(shown, { type, displayName, isConfigured: true, summary: summaries[type] })
        assert.equal(updatedAt, createdAt)
        assert.deepEqual(await read(owner, `/integrations/${type}`), reply.body)
        const again = bodyOf(await put(owner, type, whole[type]))
        assert.deepEqual(again, reply.body, 'the same again changes nothing')
        const renamed = bodyOf(await put(owner, type, whole[type], { displayName: 'Ours' }))
        assert.equal(renamed.displayName, 'Ours')
        assert.equal(bodyOf(await put(owner, type, whole[type])).displayName, 'Ours')
        assert.equal(
          bodyOf(await put(owner, type, whole[type], { displayName: null })).displayName,
          displayName,
        )

        const { auditLog } = await read(owner, '/audit-log?subjectKind=integration')
        assert.deepEqual(
          auditLog.map((event: { type: string }) => event.type),
          ['integration.updated', 'integration.updated', 'integration.created'],
        )
        const told = JSON.stringify([auditLog, await read(owner, '/integrations')])
        for (const hidden of ['private', 'reader', 'bot', 'Keyword', 'STRIPE_KEY'])
          assert.ok(!told.includes(hidden), hidden)

        await remove(owner, `/integrations/${type}`)
        assert.equal((await read(owner, `/integrations/${type}`)).isConfigured, false)
        notFound(await owner.delete(`/integrations/${type}`))
      })

      test(`${type}: a refused configuration names the wrong field`, async () => {
        const { owner } = await app.organisation()
        await store(owner, 'k')
        refusedField(await put(owner, type, { ...whole[type], nope: 1 }), 'config/nope')
        refusedField(await owner.send('PUT', `/integrations/${type}`, { nope: 1 }), 'nope')
        const { required = [], properties = {} } = integrations[type].config
        assert.ok(required.length > 0)
        const empty = await owner.send('PUT', `/integrations/${type}`, {})
        for (const key of required) refusedField(empty, `config/${key}`)
        for (const key of Object.keys(properties))
          refusedField(await put(owner, type, { ...whole[type], [key]: 7 }), `config/${key}`)
        assert.equal((await read(owner, `/integrations/${type}`)).isConfigured, false)
      })
    }

    test('a keyword must be in the vault of the same mode; a wrong value is not repeated', async () => {
      const organisation = await app.organisation()
      const { owner } = organisation
      const tester = await organisation.person('owner', { mode: 'test' })
      await store(tester, 'k')
      for (const type of configuredTypes) {
        const reply = await put(owner, type, whole[type])
        refused(reply, 400, 'invalid_request')
        assert.match(reply.text, /does not name a vault item/)
      }
      const pasted = 'xoxb-pasted-by-mistake'
      const reply = await put(owner, 'slack', { workspace: 'acme', webhookUrlKeyword: pasted })
      refusedField(reply, 'webhookUrlKeyword')
      assert.ok(!reply.text.includes(pasted), reply.text)
      bodyOf(await put(tester, 'slack', whole.slack))
      assert.equal((await read(owner, '/integrations/slack')).isConfigured, false)
    })

    test('an item that only deployments may use is accepted only for deployments', async () => {
      const { owner } = await app.organisation()
      await store(owner, 'k', token, { deploymentOnly: true })
      refusedField(await put(owner, 'vcs', whole.vcs), 'tokenKeyword')
      bodyOf(await put(owner, 'deployment', whole.deployment))
    })

    test('an address must not contain a credential', async () => {
      const { owner } = await app.organisation()
      await store(owner, 'k')
      for (const siteUrl of [
        'https://user:pass@acme.example',
        'https://acme.example?token=x',
        'https://acme.example/#x',
        'ftp://acme.example',
        'acme.example',
      ])
        refusedField(await put(owner, 'jira', { ...whole.jira, siteUrl }), 'siteUrl')
      refusedField(
        await put(owner, 'envSync', {
          environments: ['a'],
          mappings: [{ environment: 'b', variable: 'X', valueKeyword: 'k' }],
        }),
        'environment',
      )
    })

    test('If-Match guards a configuration', async () => {
      const { owner } = await app.organisation()
      await store(owner, 'k')
      const path = '/integrations/slack'
      const guarded = (etag: string) =>
        owner.send('PUT', path, { config: whole.slack, displayName: etag }, { 'if-match': etag })
      refused(await guarded('*'), 412, 'precondition_failed')
      const etag = String((await put(owner, 'slack', whole.slack)).headers.get('etag'))
      assert.equal((await owner.get(path, { 'if-none-match': etag })).status, 304)
      bodyOf(await guarded(etag))
      refused(await guarded(etag), 412, 'precondition_failed')
      refused(await owner.delete(path, { 'if-match': etag }), 412, 'precondition_failed')
    })
  })

  describe('trying one out', () => {
    const app = useApp(engine, { fetchAllow: ['127.0.0.1'] })

    const tried = async (client: Client, type: string) =>
      bodyOf(await checkedClient(client).post(`/integrations/${type}/test`))

    const json: (status: number, body?: object) => RequestListener =
      (status, body = {}) =>
      (_, response) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

    test('an integration that is not configured fails its test', async () => {
      const { owner } = await app.organisation()
      for (const type of integrationTypes) {
        const { ok, message } = await tried(owner, type)
        assert.equal(ok, false)
        assert.match(message, /no configuration/)
      }
      notFound(await owner.post('/integrations/teams/test'))
    })

    test('slack: the address of the webhook has the right form', async () => {
      const { owner } = await app.organisation()
      const { id } = await store(
        owner,
        'hook',
        'https://hooks.slack.com/services/T00000000/B000000/abcdefGHIJ',
      )
      bodyOf(await put(owner, 'slack', { workspace: 'acme', webhookUrlKeyword: 'hook' }))
      assert.equal((await tried(owner, 'slack')).ok, true)
      for (const value of ['https://example.com/services/T0/B0/x', token]) {
        bodyOf(await owner.send('PUT', `/secrets/${id}/value`, { value }))
        const { ok, message } = await tried(owner, 'slack')
        assert.equal(ok, false)
        assert.ok(!message.includes(value), message)
      }
    })

    test('jira: asks for its own account, with the token', async (t) => {
      const { owner } = await app.organisation()
      const site = await startHttp(t, json(200, { accountId: 'x' }))
      await store(owner, 'jira')
      const config = {
        siteUrl: `http://127.0.0.1:${site.port}/`,
        email: 'bot@x.example',
        tokenKeyword: 'jira',
      }
      bodyOf(await put(owner, 'jira', config))
      assert.deepEqual(await tried(owner, 'jira'), {
        ok: true,
        message: 'Jira responds and accepts the credential.',
      })
      const [request] = site.requests
      assert.equal(request?.url, '/rest/api/3/myself')
      const basic = Buffer.from(`bot@x.example:${token}`).toString('base64')
      assert.equal(request?.headers.authorization, `Basic ${basic}`)
    })

    test('vcs: each provider is asked in its own way, with the token', async (t) => {
      const { owner } = await app.organisation()
      const api = await startHttp(t, json(200))
      await store(owner, 'vcs')
      const asked = { github: '/', gitlab: '/version', bitbucket: '/repositories/acme?pagelen=1' }
      for (const [provider, url] of Object.entries(asked)) {
        const apiUrl = `http://127.0.0.1:${api.port}`
        bodyOf(await put(owner, 'vcs', { provider, apiUrl, organisation: 'acme', tokenKeyword: 'vcs' }))
        assert.equal((await tried(owner, 'vcs')).ok, true)
        const request = api.requests.at(-1)
        assert.deepEqual([request?.url, request?.headers.authorization], [url, `Bearer ${token}`])
      }
    })

    test('observability: Prometheus returns its version, or that it is ready; Grafana its health', async (t) => {
      const { owner } = await app.organisation()
      const known: Record<string, RequestListener> = {
        '/p/api/v1/status/buildinfo': json(200, { status: 'success', data: { version: '3.5.0' } }),
        '/old/-/ready': (_, response) => response.end('Prometheus Server is Ready.\n'),
        '/g/api/health': json(200, { database: 'ok' }),
      }
      const server = await startHttp(t, (request, response) =>
        (known[request.url ?? ''] ?? json(404))(request, response),
      )
      const results = []
      for (const [kind, path] of [
        ['prometheus', 'p'],
        ['prometheus', 'old'],
        ['grafana', 'g'],
        ['grafana', 'p'],
      ]) {
        bodyOf(
          await put(owner, 'observability', { kind, baseUrl: `http://127.0.0.1:${server.port}/${path}` }),
        )
        results.push(await tried(owner, 'observability'))
      }
      assert.deepEqual(results, [
        { ok: true, message: 'Prometheus 3.5.0 answers.' },
        { ok: true, message: 'Prometheus responds and is ready.' },
        { ok: true, message: 'Grafana responds.' },
        { ok: false, message: 'Grafana was not found at that URL (status 404).' },
      ])
    })

    test('webhooks are counted, and each enabled endpoint is pinged', async (t) => {
      const organisation = await app.organisation()
      const { owner } = organisation
      const server = await startHttp(t, (_, response) => response.writeHead(405).end())
      for (const eventTypes of [['issue.*', 'slo.updated'], ['issue.*']])
        await make(owner, '/webhooks', { url: `http://127.0.0.1:${server.port}/secret-path`, eventTypes })
      const viewer = checkedClient(await organisation.person('viewer'))
      const shown = await viewer.get('/integrations/webhooks')
      assert.deepEqual(bodyOf(shown).summary, { endpoints: 2, events: 2 })
      assert.equal(shown.body.isConfigured, true)
      assert.deepEqual((await read(viewer, '/integrations')).integrations.at(-1), shown.body)
      const before = server.requests.length
      assert.equal((await tried(owner, 'webhooks')).ok, true)
      const asked = server.requests.slice(before).filter(({ method }) => method === 'HEAD')
      assert.deepEqual(
        asked.map(({ url }) => url),
        ['/secret-path', '/secret-path'],
      )
      const reply = await put(owner, 'webhooks', {})
      assert.match(refused(reply, 404, 'not_found').message, /under \/webhooks/)
      refused(await owner.delete('/integrations/webhooks'), 404, 'not_found')
    })

    test('a failure on the other side is reported in one sentence, never with the token', async (t) => {
      const { owner } = await app.organisation()
      await store(owner, 'jira')
      const attempt = async (siteUrl: string) => {
        bodyOf(await put(owner, 'jira', { siteUrl, tokenKeyword: 'jira' }))
        const { ok, message } = await tried(owner, 'jira')
        assert.equal(ok, false)
        assert.match(message, /^[^\n]+\.$/)
        assert.ok(!message.includes(token))
        return message
      }
      const answering = async (answer: RequestListener) =>
        attempt(`http://127.0.0.1:${(await startHttp(t, answer)).port}`)
      const echo: RequestListener = (request, response) =>
        response.writeHead(500).end(request.headers.authorization)
      assert.match(await answering(json(401)), /refuses the credential \(status 401\)/)
      assert.match(await answering(json(403)), /refuses the credential/)
      assert.match(await answering(echo), /answers with status 500/)
      assert.match(await answering((_, response) => response.end('<html>')), /is not Jira/)
      const closed = await startTcp(t, (socket) => socket.destroy())
      assert.match(await attempt(`http://127.0.0.1:${closed.port}`), /connection to "127\.0\.0\.1" failed/)
      assert.match(await attempt('http://10.0.0.1'), /may not be fetched/)
      assert.match(await attempt('http://169.254.169.254'), /may not be fetched/)
    })

    test('a redirect does not carry the token to another host', async (t) => {
      const { owner } = await app.organisation()
      await store(owner, 'jira')
      const thief = await startHttp(t, json(200))
      const site = await startHttp(t, (_, response) =>
        response.writeHead(302, { location: `http://127.0.0.1:${thief.port}/x` }).end(),
      )
      bodyOf(await put(owner, 'jira', { siteUrl: `http://127.0.0.1:${site.port}`, tokenKeyword: 'jira' }))
      await tried(owner, 'jira')
      assert.equal(thief.requests[0]?.headers.authorization, undefined)
    })

    test('an item that is gone from the vault, or is not a token, is reported', async () => {
      const { owner } = await app.organisation()
      const { id } = await store(owner, 'jira', 'two words')
      bodyOf(await put(owner, 'jira', { siteUrl: 'https://acme.example', tokenKeyword: 'jira' }))
      assert.match((await tried(owner, 'jira')).message, /is not a token/)
      await change(owner, `/secrets/${id}`, { keyword: 'renamed' })
      const { ok, message } = await tried(owner, 'jira')
      assert.deepEqual([ok, /no longer has a value for the keyword jira/.test(message)], [false, true])
    })

    test('a request to an upstream that does not answer times out', async (t) => {
      const organisation = await app.organisation()
      const silent = await startTcp(t, () => {})
      await store(organisation.owner, 'jira')
      const siteUrl = `http://127.0.0.1:${silent.port}`
      bodyOf(await put(organisation.owner, 'jira', { siteUrl, tokenKeyword: 'jira' }))
      const fetch = createGuardedFetch({ allow: ['127.0.0.1'], timeoutMs: 200 })
      t.after(() => fetch.close())
      const vault = createVault(app.store, openMasterKeys({ file: `${app.location.dataDir}/master.key` }))
      const caller = systemCaller(await findOrganisation(app.store, organisation.id), 'live')
      const ctx = { store: app.store, caller, now: () => new Date() }
      const { ok, message } = await createIntegrationTrial({ fetch, vault })(ctx, 'jira')
      assert.equal(ok, false)
      assert.match(message, /did not answer|time|within/i)
      const without = createVault(app.store, openMasterKeys({}))
      const blind = await createIntegrationTrial({ fetch, vault: without })(ctx, 'jira')
      assert.match(blind.message, /master key [0-9a-f]{16}, which is missing/)
      assert.equal(
        await vault.reveal(partitionOf(organisation), 'nothing', { type: 'slack', host: null }),
        null,
      )
    })

    test('only admins can test, and a key makes it happen once', async (t) => {
      const organisation = await app.organisation()
      for (const client of [await organisation.person('member'), await organisation.key()]) {
        refused(await client.post('/integrations/jira/test'), 403, 'forbidden')
        refused(await put(client, 'jira', {}), 403, 'forbidden')
        refused(await client.delete('/integrations/jira'), 403, 'forbidden')
      }
      const { owner } = organisation
      const site = await startHttp(t, json(200))
      await store(owner, 'jira')
      bodyOf(await put(owner, 'jira', { siteUrl: `http://127.0.0.1:${site.port}`, tokenKeyword: 'jira' }))
      for (const _ of [1, 2])
        bodyOf(await owner.post('/integrations/jira/test', undefined, { 'idempotency-key': 'x' }))
      assert.equal(site.requests.length, 1)
    })
  })
})
