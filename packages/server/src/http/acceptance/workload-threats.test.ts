import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { SignJWT, UnsecuredJWT } from 'jose'
import { onEachEngine, type TestOrganisation, useApp } from '../../testing/index.ts'
import { type Claims, type OpenIdIssuer, startIssuer } from '../../testing/openid-issuer.ts'
import { serverOn } from '../../testing/server-on.ts'
import { rowsIn } from '../../testing/tables.ts'
import { change, make, read } from './checks.ts'
import {
  audience,
  exchange,
  exchanged,
  type ExchangeReply,
  githubClaims,
  gitlabClaims,
  notExchanged,
  reasons,
  trust,
} from './workload-scene.ts'

onEachEngine((engine) => {
  let issuer: OpenIdIssuer
  let foreign: OpenIdIssuer
  before(async () => {
    ;[issuer, foreign] = await Promise.all([startIssuer(), startIssuer()])
  })
  after(() => Promise.all([issuer?.stop(), foreign?.stop()]))
  beforeEach(() => {
    for (const one of [issuer, foreign]) one.requests.length = 0
  })
  const options = { fetchAllow: ['127.0.0.1', 'localhost'], identityTimeoutMs: 2_000 }
  const app = useApp(engine, options)

  let count = 0
  /** An organisation that trusts a repository of its own. */
  async function newScene(over: object = {}) {
    const organisation = await app.organisation()
    const repository_id = String(700_000 + ++count)
    const rule = await trust(organisation, issuer, { conditions: { repository_id }, ...over })
    const claims = (more: Claims = {}): Claims => ({ ...githubClaims(issuer), repository_id, ...more })
    return { organisation, rule, repository_id, claims }
  }

  const issuedRows = async (): Promise<number> =>
    Number((await rowsIn(app.store, 'select count(*) as n from short_tokens'))[0]?.n)

  /** No token, one entry in the log with a reason, and nothing told outside. */
  async function leavesNothing(
    organisation: TestOrganisation,
    attempt: () => Promise<ExchangeReply>,
    code?: string,
  ): Promise<string> {
    const [rows, before] = [await issuedRows(), await reasons(organisation)]
    notExchanged(await attempt(), code)
    assert.equal(await issuedRows(), rows)
    const now = await reasons(organisation)
    assert.equal(now.length, before.length + 1, 'one entry')
    return now[0] ?? ''
  }

  test('D3: an issuer that nobody trusts is not asked for anything', async () => {
    const { organisation, claims } = await newScene()
    const before = await issuedRows()
    const port = new URL(issuer.issuer).port
    for (const iss of [
      foreign.issuer,
      `${issuer.issuer}/`,
      issuer.issuer.replace('http://', 'HTTP://'),
      `http://localhost:${port}`,
      `${issuer.issuer}/x`,
      ` ${issuer.issuer}`,
      `${issuer.issuer}#`,
      `${issuer.issuer}\0`,
      `${issuer.issuer}\ud800`,
    ]) {
      notExchanged(await exchange(app.url, await issuer.sign(claims({ iss }))))
      notExchanged(await exchange(app.url, await foreign.sign(claims({ iss }))))
    }
    for (const iss of [undefined, 1, null, [issuer.issuer]])
      notExchanged(await exchange(app.url, await issuer.sign(claims({ iss }))))
    assert.deepEqual([issuer.requests, foreign.requests], [[], []])
    assert.deepEqual(await reasons(organisation), [], 'it is no one’s business')
    assert.equal(await issuedRows(), before)
  })

  test('D3: a known issuer is not asked about a token for an audience that no rule names', async () => {
    const { organisation, claims } = await newScene()
    for (const aud of [
      'https://github.com/acme',
      `${audience}/`,
      audience.toUpperCase(),
      `${audience}\0`,
      '',
      undefined,
    ])
      notExchanged(await exchange(app.url, await issuer.sign(claims({ aud }))))
    assert.deepEqual(issuer.requests, [])
    assert.deepEqual(await reasons(organisation), [])
  })

  test('D3: an http issuer on this machine counts only where the operator allows it', async (t) => {
    const strict = await serverOn(app.location, { ...options, fetchAllow: [] })
    t.after(() => strict.close())
    const { organisation, claims } = await newScene()
    const reason = await leavesNothing(organisation, async () =>
      exchange(strict.url, await issuer.sign(claims())),
    )
    assert.match(reason, /^The issuer may not be asked for its keys/)
    assert.deepEqual(issuer.requests, [])
  })

  test('D4: an audience among others, a default one and none are not ours', async () => {
    const { organisation, claims } = await newScene()
    for (const aud of [[], [[audience]], { audience }])
      notExchanged(await exchange(app.url, await issuer.sign(claims({ aud }))))
    assert.deepEqual(await reasons(organisation), [])
    for (const aud of [
      [audience, 'https://other.example'],
      ['https://other.example', audience],
      [audience, audience],
      [audience, 1],
    ])
      await leavesNothing(organisation, async () => exchange(app.url, await issuer.sign(claims({ aud }))))
    assert.deepEqual(issuer.requests, [])
    exchanged(await exchange(app.url, await issuer.sign(claims({ aud: [audience] }))))
    const refused = await organisation.owner.post('/workload-trusts', {
      ...{ name: 'x', issuer: 'https://token.actions.githubusercontent.com' },
      ...{ audience: 'https://github.com/acme', conditions: { repository_id: '1' } },
    })
    assert.equal(refused.status, 400)
  })

  test('D4: a token is exchanged once, even if two processes are asked at the same moment', async (t) => {
    const second = await serverOn(app.location, options)
    t.after(() => second.close())
    const { organisation, claims } = await newScene()
    const token = await issuer.sign(claims())
    const replies = await Promise.all(
      [app.url, second.url, app.url, second.url].map((url) => exchange(url, token)),
    )
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 400, 400, 400])
    const reason = await leavesNothing(organisation, () => exchange(second.url, token))
    assert.equal(reason, 'The token was exchanged before.')
    // Another signature over the same id is the same token.
    const { jti } = claims()
    exchanged(await exchange(app.url, await issuer.sign(claims({ jti }))))
    await leavesNothing(organisation, async () =>
      exchange(second.url, await issuer.sign(claims({ jti, run_id: '2' }))),
    )
  })

  const at = (seconds: number): number => Math.floor(Date.now() / 1_000) + seconds
  const distortions: Readonly<Record<string, () => Claims>> = {
    'that has expired': () => ({ exp: at(-1) }),
    'that never expires': () => ({ exp: undefined }),
    'that expires as a text': () => ({ exp: String(at(300)) }),
    'that is eleven minutes old': () => ({ iat: at(-660) }),
    'without a time': () => ({ iat: undefined }),
    'from the future': () => ({ iat: at(300) }),
    'that is not valid yet': () => ({ nbf: at(300) }),
    'without an id': () => ({ jti: undefined }),
    'with an empty id': () => ({ jti: '' }),
    'with a number as its id': () => ({ jti: 1 }),
  }
  for (const [what, distort] of Object.entries(distortions))
    test(`D4: a token ${what} is refused`, async () => {
      const { organisation, claims } = await newScene()
      await leavesNothing(organisation, async () => exchange(app.url, await issuer.sign(claims(distort()))))
    })

  const hs256 = (key: string | Buffer, claims: Claims): string => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const head = `${part({ alg: 'HS256', kid: issuer.keys[0]?.kid })}.${part(claims)}`
    return `${head}.${createHmac('sha256', key).update(head).digest('base64url')}`
  }

  test('D4: a token is signed with RS256 or ES256, by a key that the issuer publishes', async () => {
    const { organisation, claims } = await newScene()
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const byStranger = (header: object) =>
      new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', ...header }).sign(stranger)
    for (const token of [
      new UnsecuredJWT(claims()).encode(),
      hs256(Buffer.from(String(issuer.keys[0]?.n), 'base64url'), claims()),
      await new SignJWT(claims()).setProtectedHeader({ alg: 'RS512' }).sign(stranger),
    ])
      await leavesNothing(organisation, () => exchange(app.url, token))
    assert.deepEqual(issuer.requests, [], 'nobody is asked for keys')
    for (const forge of [
      () => byStranger({ kid: String(issuer.keys[0]?.kid) }),
      () => byStranger({}),
      () => foreign.sign(claims()),
      async () => {
        const [head = '', , signature = ''] = (await issuer.sign(claims())).split('.')
        const body = Buffer.from(JSON.stringify(claims({ ref: 'x' }))).toString('base64url')
        return [head, body, signature].join('.')
      },
    ])
      await leavesNothing(organisation, async () => exchange(app.url, await forge()))
  })

  test('D5: a condition is an exact value of the same type', async () => {
    const { organisation, repository_id } = await newScene({ scopes: ['read'] })
    const sent = async (conditions: object, claims: Claims) => {
      const rule = await trust(organisation, issuer, {
        conditions: { repository_owner_id: '7654321', ...conditions },
      })
      const token = await issuer.sign({ ...githubClaims(issuer), repository_id: '1', ...claims })
      const reply = await exchange(app.url, token)
      await change(organisation.owner, `/workload-trusts/${rule.id}`, { status: 'disabled' })
      return reply
    }
    exchanged(await sent({ repository: 'acme/app' }, { repository: 'acme/app' }))
    exchanged(await sent({ flag: true }, { flag: true }))
    exchanged(await sent({ number: 1 }, { number: 1 }))
    for (const [conditions, claims] of [
      [{ sub: 'repo:acme/app*' }, { sub: 'repo:acme/app-evil' }],
      [{ sub: 'repo:acme/app' }, { sub: 'repo:acme/app-evil' }],
      [{ repository: 'acme/app' }, { repository: 'Acme/App' }],
      [{ repository: 'acme/app' }, { repository: 'acme/app ' }],
      [{ repository: 'acme/app' }, { repository: ['acme/app'] }],
      [{ ref_protected: 'true' }, { ref_protected: true }],
      [{ flag: true }, { flag: 'true' }],
      [{ number: 1 }, { number: '1' }],
      [{ toString: 'x' }, {}],
      [{ constructor: 'x' }, {}],
      [{ environment: 'production' }, {}],
    ] as const)
      notExchanged(await sent(conditions, claims))
    assert.ok(repository_id)
  })

  test('D5: a name that somebody else has taken, and an owner who is another, are refused', async () => {
    const aud = 'https://svc.example.com/alone'
    const { organisation, claims } = await newScene({ audience: aud })
    const reason = await leavesNothing(organisation, async () =>
      exchange(app.url, await issuer.sign(claims({ aud, repository_id: '666' }))),
    )
    assert.match(reason, /^The claim repository_id is "666", and the rule requires "7\d+"\.$/)
  })

  test('D5: a tag named like the branch, a pull request and a fork are not the branch', async () => {
    const organisation = await app.organisation()
    const repository_id = '800001'
    await trust(organisation, issuer, {
      conditions: { repository_id, ref: 'refs/heads/main', ref_type: 'branch', event_name: 'push' },
    })
    const github = (more: Claims): Claims => ({ ...githubClaims(issuer), repository_id, ...more })
    exchanged(await exchange(app.url, await issuer.sign(github({}))))
    for (const more of [
      { ref: 'refs/tags/main', ref_type: 'tag' },
      { ref: 'refs/tags/refs/heads/main', ref_type: 'tag' },
      { event_name: 'pull_request', ref: 'refs/pull/1/merge' },
      { event_name: 'pull_request_target' },
      { repository_id: '800002', repository: 'mallory/shop' },
    ])
      await leavesNothing(organisation, async () => exchange(app.url, await issuer.sign(github(more))))

    const project_id = '800003'
    await trust(organisation, issuer, {
      conditions: { project_id, ref: 'main', ref_type: 'branch', ref_protected: 'true' },
    })
    const gitlab = (more: Claims): Claims => ({ ...gitlabClaims(issuer), project_id, ...more })
    exchanged(await exchange(app.url, await issuer.sign(gitlab({}))))
    for (const more of [
      { ref_type: 'tag', ref_path: 'refs/tags/main' },
      { ref_protected: 'false' },
      // A merge request of a fork runs as the fork.
      { project_id: '800004', project_path: 'mallory/shop', pipeline_source: 'merge_request_event' },
    ])
      await leavesNothing(organisation, async () => exchange(app.url, await issuer.sign(gitlab(more))))
  })

  test('D6: a scope beyond the rule is refused, and the token can be exchanged for less', async () => {
    const { organisation, claims } = await newScene({ scopes: ['read'] })
    for (const scope of ['write', 'read write', 'admin', 'ingest', 'owner', '*']) {
      const token = await issuer.sign(claims())
      await leavesNothing(organisation, () => exchange(app.url, token, { scope }), 'invalid_scope')
      exchanged(await exchange(app.url, token, { scope: 'read' }))
    }
  })

  test('D6: a pipeline deletes nothing, administers nothing and mints no tokens', async () => {
    const { organisation, rule, claims } = await newScene({ scopes: ['read', 'write', 'ingest'] })
    const pipeline = app.client(exchanged(await exchange(app.url, await issuer.sign(claims()))))
    const { id } = await make(pipeline, '/teams', { name: 'Payments' })
    const deleted = await pipeline.delete(`/teams/${id}`)
    assert.equal(deleted.status, 403)
    assert.match(deleted.body.message, /after "svc login"/)
    for (const reply of [
      await pipeline.post('/tokens', { name: 'x', scopes: ['read'] }),
      await pipeline.post('/api-keys', { name: 'x', scopes: ['read'] }),
      await pipeline.post('/workload-trusts', { ...rule, name: 'x' }),
      await pipeline.patch(`/workload-trusts/${rule.id}`, { maxSeconds: 3_600 }),
      await pipeline.delete(`/workload-trusts/${rule.id}`),
      await pipeline.patch('/sso/settings', { enforcementMode: 'disabled' }),
      await pipeline.get('/audit-log'),
      await pipeline.post('/secrets', { name: 'x', type: 'text', keyword: 'x', value: 'x' }),
    ])
      assert.equal(reply.status, 403, reply.text)
    assert.equal((await read(organisation.owner, `/teams/${id}`)).name, 'Payments')
  })

  test('D6: a token ends when its time is over, and cannot be renewed', async () => {
    const { claims } = await newScene({ maxSeconds: 1 })
    const reply = await exchange(app.url, await issuer.sign(claims()))
    assert.equal(reply.body.expires_in, 1)
    assert.equal(reply.body.refresh_token, undefined)
    const pipeline = app.client(exchanged(reply))
    const until = Date.now() + 10_000
    while ((await pipeline.get('/me')).status === 200) {
      assert.ok(Date.now() < until, 'it does not end')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    assert.equal((await pipeline.get('/me')).status, 401)
  })

  test('a flood of bad tokens does not fill the log, and causes no more than one request a minute', async () => {
    const { organisation, claims } = await newScene()
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    const send = async (kid: string) =>
      notExchanged(
        await exchange(
          app.url,
          await new SignJWT(claims()).setProtectedHeader({ alg: 'ES256', kid }).sign(stranger),
        ),
      )
    for (let n = 0; n < 11; n += 1)
      await Promise.all(Array.from({ length: 10 }, (_, index) => send(`${n}-${index}`)))
    const logged = (await read(organisation.owner, '/audit-log?type=workload_trust.refused&limit=200'))
      .auditLog
    assert.equal(logged.length, 100)
    assert.match(logged[0].after.note, /further ones are not logged/)
    assert.ok(
      issuer.requests.filter((path) => path === '/jwks').length <= 2,
      'keys are not fetched each time',
    )
  })
})
