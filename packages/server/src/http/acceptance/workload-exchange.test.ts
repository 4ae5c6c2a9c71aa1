import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { kinds } from '@svc/model'
import { createFixtures, onEachEngine, useApp } from '../../testing/index.ts'
import { type OpenIdIssuer, startIssuer } from '../../testing/openid-issuer.ts'
import { serverOn } from '../../testing/server-on.ts'
import { rowsIn } from '../../testing/tables.ts'
import { type Body, change, read, refusedField, remove } from './checks.ts'
import {
  exchange,
  exchanged,
  githubClaims,
  gitlabClaims,
  notExchanged,
  reasons,
  trust,
} from './workload-scene.ts'

onEachEngine((engine) => {
  let issuer: OpenIdIssuer
  before(async () => {
    issuer = await startIssuer()
    // As GitHub's own: nobody signs in there, so most of a provider's endpoints are missing.
    Object.assign(issuer.discovery, { authorization_endpoint: undefined, token_endpoint: undefined })
  })
  after(() => issuer?.stop())
  beforeEach(() => issuer.answers.clear())
  const options = { fetchAllow: ['127.0.0.1'], identityTimeoutMs: 2_000 }
  const app = useApp(engine, options)

  test('a pipeline exchanges the token of its platform and acts as a key of the organisation', async () => {
    const organisation = await app.organisation()
    const rule = await trust(organisation, issuer, {
      ...{ conditions: { repository_id: '1296269', ref: 'refs/heads/main' }, maxSeconds: 900 },
      scopes: ['write', 'ingest'],
    })
    const reply = await exchange(app.url, await issuer.sign(githubClaims(issuer)))
    const token = exchanged(reply)
    assert.match(token, /^svc_wit_live_[0-9a-f]{48}$/)
    const { access_token: _, ...said } = reply.body
    assert.deepEqual(said, {
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'read write ingest',
    })
    assert.equal(reply.headers.get('cache-control'), 'no-store')

    const pipeline = app.client(token)
    const me = await read(pipeline, '/me')
    assert.deepEqual([me.organisation.id, me.partition, me.user], [organisation.id, 'live', null])
    assert.deepEqual(me.key, { id: rule.id, name: 'Deployments (acme/shop, run 1234)' })
    assert.deepEqual(me.scopes, ['read', 'write', 'ingest'])

    const team = await pipeline.post('/teams', { name: 'Payments' })
    assert.equal(team.status, 201)
    const [made] = (await read(organisation.owner, '/audit-log?type=team.created')).auditLog
    assert.deepEqual(made.actor, { type: 'key', id: rule.id, name: 'Deployments (acme/shop, run 1234)' })
    const appId = String((await createFixtures({ app, organisation }).make(kinds.project)).id)
    const report = { externalId: '1', appId, status: 'success', platform: 'backend' }
    const reported = await fetch(`${app.url}/ingest/v1/deployments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(report),
    })
    assert.equal(reported.status, 200, await reported.text())

    const [entry, ...others] = (await read(organisation.owner, '/audit-log?type=workload_trust.exchanged'))
      .auditLog
    assert.equal(others.length, 0)
    assert.deepEqual(entry.subject, { kind: 'workload_trust', id: rule.id })
    assert.deepEqual(
      [entry.after.run, entry.after.ref, entry.after.actor],
      ['acme/shop, run 1234', 'refs/heads/main', 'grace'],
    )
    const { lastUsedAt } = await read(organisation.owner, `/workload-trusts/${rule.id}`)
    assert.ok(Date.now() - Date.parse(lastUsedAt) < 60_000)
    for (const table of ['short_tokens', 'events', 'used_subject_tokens'])
      assert.ok(!JSON.stringify(await rowsIn(app.store, `select * from ${table}`)).includes(token), table)
  })

  test('a job of GitLab is told apart by its project and its job', async () => {
    const organisation = await app.organisation()
    const conditions = { project_id: '20', ref_protected: 'true', environment: 'production' }
    await trust(organisation, issuer, { name: 'Shop', conditions, mode: 'test' })
    const token = exchanged(await exchange(app.url, await issuer.sign(gitlabClaims(issuer))))
    assert.match(token, /^svc_wit_test_/)
    const me = await read(app.client(token), '/me')
    assert.deepEqual([me.partition, me.key.name], ['test', 'Shop (acme/shop, job 501)'])
    const other = { ...gitlabClaims(issuer), environment: 'staging' }
    notExchanged(await exchange(app.url, await issuer.sign(other)))
  })

  test('the most specific rule counts, and the scope asked for may choose a lesser one', async () => {
    const organisation = await app.organisation()
    const repository = { repository_id: '55501' }
    const scopesOf = async (over: object = {}, scope = '') => {
      const sent = await issuer.sign({ ...githubClaims(issuer), ...repository, ...over })
      return (await exchange(app.url, sent, { scope })).body.scope
    }
    await trust(organisation, issuer, { conditions: repository, scopes: ['read', 'ingest'] })
    const conditions = { ...repository, ref: 'refs/heads/main' }
    await trust(organisation, issuer, { conditions, scopes: ['read', 'write'] })
    assert.equal(await scopesOf(), 'read write')
    assert.equal(await scopesOf({ ref: 'refs/heads/x' }), 'read ingest')
    assert.equal(await scopesOf({}, 'ingest'), 'ingest')
    assert.equal(await scopesOf({}, 'read'), 'read')
  })

  test('where several organisations trust the same pipeline, the request must name one', async () => {
    const [one, other] = [await app.organisation(), await app.organisation()]
    const conditions = { repository_id: '55502' }
    for (const organisation of [one, other]) await trust(organisation, issuer, { conditions })
    const sign = () => issuer.sign({ ...githubClaims(issuer), ...conditions })
    notExchanged(await exchange(app.url, await sign()))
    assert.match((await reasons(one))[0] ?? '', /several organisations/)
    const token = exchanged(await exchange(app.url, await sign(), { audience: other.id }))
    assert.equal((await read(app.client(token), '/me')).organisation.id, other.id)
    const third = await app.organisation()
    notExchanged(await exchange(app.url, await sign(), { audience: third.id }), 'invalid_target')
    // What one organisation's pipelines are called is not told to another.
    notExchanged(await exchange(app.url, await issuer.sign({ ...githubClaims(issuer), repository_id: '9' })))
    assert.equal((await reasons(one))[0], 'The claim repository_id is not what the rule requires.')
  })

  test('a token ends with its rule, and with each change of what the rule allows, in every process', async (t) => {
    const second = await serverOn(app.location, options)
    t.after(() => second.close())
    const organisation = await app.organisation()
    const conditions = { repository_id: '55503' }
    const rule = await trust(organisation, issuer, { conditions })
    const path = `/workload-trusts/${rule.id}`
    const status = async (url: string, token: string): Promise<number> =>
      (await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${token}` } })).status
    const ends = async (what: () => Promise<unknown>): Promise<void> => {
      const sent = await issuer.sign({ ...githubClaims(issuer), ...conditions })
      const token = exchanged(await exchange(app.url, sent))
      const both = () => Promise.all([app.url, second.url].map((url) => status(url, token)))
      assert.deepEqual(await both(), [200, 200])
      await what()
      assert.deepEqual(await both(), [401, 401])
    }
    const sent = await issuer.sign({ ...githubClaims(issuer), ...conditions })
    const token = exchanged(await exchange(app.url, sent))
    await change(organisation.owner, path, { name: 'Another name' })
    assert.equal(await status(second.url, token), 200, 'the name allows nothing')
    await ends(() => change(organisation.owner, path, { scopes: ['read'] }))
    await ends(() => change(organisation.owner, path, { maxSeconds: 60 }))
    await ends(() =>
      change(organisation.owner, path, { audience: 'https://svc.example.com/x' }).then(() =>
        change(organisation.owner, path, { audience: rule.audience }),
      ),
    )
    await ends(() => change(organisation.owner, path, { status: 'disabled' }))
    notExchanged(await exchange(app.url, await issuer.sign({ ...githubClaims(issuer), ...conditions })))
    await change(organisation.owner, path, { status: 'enabled' })
    await ends(() => remove(organisation.owner, path))
  })

  test('an issuer that is away is a reason to come back; its keys may rotate', async () => {
    const organisation = await app.organisation()
    const own = await startIssuer()
    try {
      await trust(organisation, own, { conditions: { repository_id: '55504' } })
      const sign = () => own.sign({ ...githubClaims(own), repository_id: '55504' })
      own.answers.set('/jwks', (_, response) => void response.writeHead(500).end())
      const { status, headers, body } = await exchange(app.url, await sign())
      assert.deepEqual([status, body.error], [400, 'temporarily_unavailable'])
      assert.ok(Number(headers.get('retry-after')) > 0)
      assert.match((await reasons(organisation))[0] ?? '', /^The keys of the issuer cannot be used: .*500/)
      own.answers.clear()
      exchanged(await exchange(app.url, await sign()))
      await own.rotate()
      exchanged(await exchange(app.url, await sign()))
    } finally {
      await own.stop()
    }
  })

  test('a request that is no exchange is told what is wrong with it', async () => {
    const subject = await issuer.sign(githubClaims(issuer))
    for (const [over, code, words] of [
      [{ subject_token: '' }, 'invalid_request', /subject_token is missing/],
      [{ subject_token_type: '' }, 'invalid_request', /subject_token_type is missing/],
      [{ subject_token_type: 'urn:ietf:params:oauth:token-type:saml2' }, 'invalid_request', /one of/],
      [{ actor_token: 'x' }, 'invalid_request', /actor_token is not accepted/],
      [{ requested_token_type: 'urn:ietf:params:oauth:token-type:jwt' }, 'invalid_request', /can only be/],
      [{ resource: 'https://elsewhere.example' }, 'invalid_target', /resource is not accepted/],
    ] as const) {
      const { status, body } = await exchange(app.url, subject, over)
      assert.deepEqual([status, body.error], [400, code])
      assert.match(body.error_description, words)
    }
    for (const bad of ['x', 'a.b.c', '…', 'x'.repeat(20_000)]) notExchanged(await exchange(app.url, bad))
  })

  test('rules are the business of admins, in live mode, and say what they cannot be', async () => {
    const organisation = await app.organisation()
    const example = kinds.workloadTrust.example as Body
    const member = await organisation.person('member')
    assert.equal((await member.post('/workload-trusts', example)).status, 403)
    const testing = await organisation.person('owner', { mode: 'test' })
    assert.equal((await testing.post('/workload-trusts', example)).status, 403)
    const sent = async (over: object) => organisation.owner.post('/workload-trusts', { ...example, ...over })
    refusedField(await sent({ audience: 'https://github.com/acme' }), 'audience')
    refusedField(await sent({ conditions: { repository: 'acme/shop' } }), 'conditions')
    refusedField(await sent({ conditions: {} }), 'conditions')
    refusedField(await sent({ conditions: { repository_id: '1', ref: ['x'] } }), 'conditions/ref')
    refusedField(await sent({ scopes: ['admin'] }), 'scopes/0')
    refusedField(await sent({ maxSeconds: 3_601 }), 'maxSeconds')
    refusedField(await sent({ issuer: 'http://token.actions.example' }), 'issuer')
    const { workloadTrusts } = await read(organisation.owner, '/workload-trusts')
    assert.deepEqual(workloadTrusts, [])
  })
})
