import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { type ConfiguredType, configuredTypes, integrations, needsHost, vaultUseTypes } from '@svc/model'
import { startHttp } from '../../outbound/testing/servers.ts'
import { wantedUse } from '../../services/integrations/keywords.ts'
import { fillUses } from '../../store/migrations/0030-vault-uses.ts'
import { type Client, onEachEngine, type TestOrganisation, useApp } from '../../testing/index.ts'
import { withTables } from '../../testing/tables.ts'
import { type Body, bodyOf, change, make, read, refusedField } from './checks.ts'

const value = 'canary-4f1d8b2c9a7e'

const put = (client: Client, type: string, config: object) =>
  client.send('PUT', `/integrations/${type}`, { config })

const store = (client: Client, keyword: string, more: object = {}): Promise<Body> =>
  make(client, '/secrets', { name: keyword, type: 'text', keyword, value, ...more })

/** The example configuration of a type, each of its keywords replaced, and sent to a host where it can be. */
function configOf(type: ConfiguredType, keyword: string, origin = 'https://somewhere.example'): object {
  const example = {
    ...integrations[type].example,
    ...(type === 'deployment' && { credentialKeywords: [keyword] }),
    ...(type === 'observability' && { tokenKeyword: keyword, baseUrl: origin }),
    ...(type === 'jira' && { siteUrl: origin }),
    ...(type === 'vcs' && { apiUrl: origin }),
  }
  const text = JSON.stringify(example)
  return JSON.parse(text.replace(/("\w*[kK]eyword":)"[^"]*"/g, `$1${JSON.stringify(keyword)}`))
}

const eventsOf = async ({ owner }: TestOrganisation, type: string): Promise<readonly Body[]> =>
  (await read(owner, `/audit-log?type=${type}`)).auditLog

onEachEngine((engine) => {
  describe('uses of vault items', () => {
    let now = new Date()
    const app = useApp(engine, { fetchAllow: ['127.0.0.1'], now: () => now })

    const listener = async (t: TestContext) => {
      const server = await startHttp(t, (_, response) => {
        response.setHeader('content-type', 'application/json')
        response.end('{}')
      })
      const host = `127.0.0.1:${server.port}`
      const seen = () => server.requests.map(({ headers }) => String(headers.authorization)).join()
      return { host, origin: `http://${host}`, seen }
    }

    test('an admin cannot receive a value by pointing an integration at their own host', async (t) => {
      const organisation = await app.organisation()
      const evil = await listener(t)
      const admin = await organisation.person('admin')
      await store(organisation.owner, 'stripe')
      for (const type of configuredTypes) {
        const reply = await put(admin, type, configOf(type, 'stripe', evil.origin))
        refusedField(reply, 'config')
        assert.match(reply.body.message, /may not be used for/)
        const { ok } = bodyOf(await admin.post(`/integrations/${type}/test`))
        assert.equal(ok, false)
      }
      assert.equal(evil.seen(), '')
      const refusals = await eventsOf(organisation, 'secret.use_refused')
      assert.deepEqual(refusals.map(({ after }) => after.type).sort(), [...configuredTypes].sort())
      for (const { actor } of refusals) assert.notEqual(actor.id, organisation.ownerId)
    })

    test('a value is sent only to the hosts that it lists, and its use is logged once an hour', async (t) => {
      const organisation = await app.organisation()
      const [good, evil] = [await listener(t), await listener(t)]
      const admin = await organisation.person('admin')
      const uses = [{ type: 'jira', host: good.host.toUpperCase() }]
      const item = await store(organisation.owner, 'jira', { uses })
      assert.deepEqual(item.uses, [{ type: 'jira', host: good.host }])
      bodyOf(await put(admin, 'jira', configOf('jira', 'jira', good.origin)))
      for (const _ of [1, 2]) assert.equal(bodyOf(await admin.post('/integrations/jira/test')).ok, true)
      assert.ok(good.seen().includes(Buffer.from(`bot@example.com:${value}`).toString('base64')))
      const used = await eventsOf(organisation, 'secret.used')
      assert.deepEqual(
        used.map(({ after, subject }) => [subject.id, after]),
        [[item.id, { type: 'jira', host: good.host }]],
      )
      now = new Date(now.getTime() + 3_700_000)
      bodyOf(await admin.post('/integrations/jira/test'))
      assert.equal((await eventsOf(organisation, 'secret.used')).length, 2)
      // Listing hosts restricts it: not even whoever entered it can send it elsewhere without entering the value again.
      refusedField(await put(organisation.owner, 'jira', configOf('jira', 'jira', evil.origin)), 'config')
      assert.equal(evil.seen(), '')
    })

    test('for a value entered without uses, what its author configures becomes its uses', async (t) => {
      const organisation = await app.organisation()
      const { owner } = organisation
      const [good, evil] = [await listener(t), await listener(t)]
      const { id } = await store(owner, 'prom')
      bodyOf(await put(owner, 'observability', configOf('observability', 'prom', good.origin)))
      assert.deepEqual((await read(owner, `/secrets/${id}`)).uses, [
        { type: 'observability', host: good.host },
      ])
      const admin = await organisation.person('admin')
      refusedField(
        await put(admin, 'observability', configOf('observability', 'prom', evil.origin)),
        'config',
      )
      bodyOf(await put(admin, 'observability', configOf('observability', 'prom', good.origin)))
    })

    test('a new keyword does not give an item the uses of the old one', async (t) => {
      const organisation = await app.organisation()
      const { owner } = organisation
      const good = await listener(t)
      const old = await store(owner, 'jira', { uses: [{ type: 'jira', host: good.host }] })
      bodyOf(await put(owner, 'jira', configOf('jira', 'jira', good.origin)))
      const other = await store(owner, 'other', { value: 'canary-of-another-item' })
      await change(owner, `/secrets/${old.id}`, { keyword: 'retired' })
      await change(owner, `/secrets/${other.id}`, { keyword: 'jira' })
      const { ok, message } = bodyOf(await owner.post('/integrations/jira/test'))
      assert.equal(ok, false)
      assert.match(message, /may not be used for jira at 127\.0\.0\.1/)
      assert.equal(good.seen(), '')
      assert.equal((await eventsOf(organisation, 'secret.use_refused')).length, 1)
    })

    test('uses are set together with the value, and only then', async () => {
      const { owner } = await app.organisation()
      const uses = [{ type: 'vcs', host: 'git.example.com' }]
      const { id } = await store(owner, 'git', { uses })
      refusedField(await owner.patch(`/secrets/${id}`, { uses: [] }), 'uses')
      assert.deepEqual((await change(owner, `/secrets/${id}`, { uses, name: 'new' })).uses, uses)
      const renewed = bodyOf(await owner.send('PUT', `/secrets/${id}/value`, { value: 'another' }))
      assert.deepEqual(renewed.uses, uses)
      const next = [{ type: 'sentry', host: null }]
      const moved = bodyOf(await owner.send('PUT', `/secrets/${id}/value`, { value: 'third', uses: next }))
      assert.deepEqual(moved.uses, next)
    })

    test('each type of use needs the host that it is sent to, or has none', async () => {
      const { owner } = await app.organisation()
      for (const type of vaultUseTypes) {
        const body = { name: type, type: 'text', value, uses: [{ type }] }
        const reply = await owner.post('/secrets', body)
        if (needsHost(type)) refusedField(reply, 'host')
        else assert.deepEqual(bodyOf(reply, 201).uses, [{ type, host: null }])
      }
      for (const uses of [
        [{ type: 'carrier-pigeon', host: 'x' }],
        [{ type: 'jira', host: 'a b' }],
        'all',
        [{}],
      ])
        refusedField(await owner.post('/secrets', { name: 'x', type: 'text', value, uses }), 'uses')
    })

    test('at an upgrade, items get the uses that are configured then', async () => {
      const { owner } = await app.organisation()
      const expected = new Map<string, object>()
      for (const type of configuredTypes) {
        const keyword = type.toLowerCase()
        const config = configOf(type, keyword)
        const { id } = await store(owner, keyword)
        bodyOf(await put(owner, type, config))
        expected.set(id, [wantedUse(type, config as never)])
      }
      const { id: appId } = await make(owner, '/projects', { name: 'Shop' })
      const tracker = { provider: 'sentry', projectRef: 'a/b', vaultKeyword: 'tracker' }
      expected.set((await store(owner, 'tracker')).id, [{ type: 'sentry', host: null }])
      bodyOf(await owner.send('PUT', `/error-trackers/${appId}`, tracker))
      expected.set((await store(owner, 'pagerduty')).id, [{ type: 'pagerduty', host: null }])
      expected.set((await store(owner, 'idp')).id, [{ type: 'oidc', host: 'login.example.com' }])
      await make(owner, '/identity-providers', {
        name: 'Company',
        protocol: 'oidc',
        oidc: {
          clientId: 'svc',
          discoveryUrl: 'https://login.example.com',
          clientSecretVaultKeyword: 'idp',
        },
      })
      expected.set((await store(owner, 'unused')).id, [])
      await withTables(app.store, async (tx) => {
        await tx.run('update secrets set uses = null, uses_open_to = null')
        await fillUses(tx)
      })
      for (const [id, uses] of expected) assert.deepEqual((await read(owner, `/secrets/${id}`)).uses, uses)
    })
  })
})
