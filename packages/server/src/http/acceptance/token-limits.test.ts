import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOrganisation } from '../../services/identity/create-organisation.ts'
import { issueToken } from '../../services/identity/issue-credentials.ts'
import { browserTab, onEachEngine, useApp } from '../../testing/index.ts'
import { make, read, refused, refusedField, remove, unauthenticated } from './checks.ts'

const password = 'a long walk by the river'
const next = 'another walk, another river'
let count = 0

onEachEngine((engine) => {
  const app = useApp(engine)
  const later = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

  /** Signed in to the console, with a token of each mode and another person's token. */
  async function ownerWithTokens() {
    const email = `owner-${++count}@tokens.example`
    const made = await createOrganisation(app.store, { name: 'New', ownerEmail: email })
    assert.ok(made)
    const tab = browserTab(app.url)
    await tab.send('POST', '/auth/links/use', { link: made.setupLink, password })
    const { link } = (await tab.send('POST', '/auth/members', { email: `x${email}`, role: 'member' })).body
    const guest = browserTab(app.url)
    await guest.send('POST', '/auth/links/use', { link, password })
    const theirs = app.client((await guest.send('POST', '/v1/tokens', { name: 'theirs' })).body.token)
    const body = { name: 'test', mode: 'test' }
    const own = [made.token, (await tab.send('POST', '/v1/tokens', body)).body.token]
    return { email, tab, guest, theirs, own: own.map((token) => app.client(token)) }
  }

  for (const [path, secret] of [
    ['/tokens', 'token'],
    ['/api-keys', 'key'],
  ] as const) {
    test(`${path}: tokens created with an expiring token expire no later than it`, async () => {
      const { owner } = await app.organisation()
      const end = later(10)
      const scopes = ['read', 'write', 'admin']
      const { token } = await make(owner, '/tokens', { name: 'short', scopes, expiresAt: end })
      const short = app.client(token)
      const inherited = await make(short, path, { name: 'inherits' })
      assert.equal(inherited.expiresAt, end)
      assert.ok(inherited[secret])
      assert.equal((await make(short, path, { name: 'null', expiresAt: null })).expiresAt, end)
      assert.equal((await make(short, path, { name: 'sooner', expiresAt: later(1) })).expiresAt < end, true)
      refusedField(await short.post(path, { name: 'longer', expiresAt: later(11) }), 'expiresAt', end)
      assert.equal((await make(owner, path, { name: 'lasting' })).expiresAt, null)
    })
  }

  test('so does a token created with one of those', async () => {
    const { owner } = await app.organisation()
    const end = later(10)
    const scopes = ['read', 'write']
    const first = await make(owner, '/tokens', { name: 'first', scopes, expiresAt: end })
    const derived = await make(app.client(first.token), '/tokens', { name: 'derived', scopes })
    assert.equal((await make(app.client(derived.token), '/tokens', { name: 'second' })).expiresAt, end)
  })

  test('a person has at most 50 valid tokens, and existing ones beyond that keep working', async () => {
    const { owner, id, ownerId } = await app.organisation()
    const { email } = (await read(owner, '/me')).user
    const operator = { organisationId: id, email, mode: 'live', scopes: ['read'], name: 'x' } as const
    for (let n = 0; n < 51; n++) await issueToken(app.store, { ...operator, expiresAt: null })
    const beyond = await issueToken(app.store, { ...operator, expiresAt: null })
    assert.equal((await app.client(beyond.token).get('/me')).status, 200)
    const refusal = refused(await owner.post('/tokens', { name: 'one more' }), 400, 'quota_exceeded')
    assert.match(refusal.message, /You have 53 .* the maximum is 50\. Revoke one/)
    const { tokens } = await read(owner, '/tokens')
    const others = tokens.filter(({ name }: { name: string }) => name === 'x')
    assert.ok(others.every(({ userId }: { userId: string }) => userId === ownerId))
    for (const one of others.slice(0, 4)) await remove(owner, `/tokens/${one.id}`)
    await make(owner, '/tokens', { name: 'the fiftieth' })
    refused(await owner.post('/tokens', { name: 'one more' }), 400, 'quota_exceeded')
  })

  for (const [path, body] of [
    ['/auth/password', { current: password, next }],
    ['/auth/sign-out', {}],
    ['/auth/sign-out', { everywhere: true }],
  ] as const) {
    const name = `${path} ${JSON.stringify(Object.keys(body))}`

    test(`${name}: says how many tokens are left, and revokes none unless asked`, async () => {
      const { tab, own } = await ownerWithTokens()
      const answer = await tab.send('POST', path, body)
      assert.equal(answer.status, 200)
      // The two, and the one created at the end of set-up.
      assert.deepEqual(answer.body, { tokensLeft: 3 })
      for (const client of own) assert.equal((await client.get('/me')).status, 200)
    })

    test(`${name}: revokes all tokens of the person, and nobody else's, if asked`, async () => {
      const { tab, guest, theirs, own } = await ownerWithTokens()
      const answer = await tab.send('POST', path, { ...body, revokeTokens: true })
      assert.deepEqual(answer.body, { tokensLeft: 0 })
      for (const client of own) unauthenticated(await client.get('/me'))
      assert.equal((await theirs.get('/me')).status, 200)
      assert.equal((await guest.send('GET', '/auth/session')).status, 200)
      assert.equal((await guest.send('POST', path, { ...body, revokeTokens: 'yes' })).status, 400)
    })
  }

  test('the token of a first start expires after a day, or when its owner has chosen a password', async () => {
    const start = { name: 'New', isTokenProvisional: true } as const
    const made = await createOrganisation(app.store, {
      ...start,
      ownerEmail: `first-${++count}@tokens.example`,
    })
    assert.ok(made)
    const client = app.client(made.token)
    const [token] = (await read(client, '/tokens')).tokens
    const lifeMs = Date.parse(token.expiresAt) - Date.parse(token.createdAt)
    assert.equal(lifeMs, 86_400_000)
    assert.equal('endsWithSetup' in token, false)
    const derived = await make(client, '/tokens', { name: 'derived' })
    assert.equal(derived.expiresAt, token.expiresAt)
    const tab = browserTab(app.url)
    const entered = await tab.send('POST', '/auth/links/use', { link: made.setupLink, password })
    unauthenticated(await client.get('/me'))
    const lasting = app.client(entered.body.token)
    assert.equal((await lasting.get('/me')).status, 200)
    const { tokens } = await read(lasting, '/tokens')
    assert.equal(tokens.find(({ name }: { name: string }) => name === 'first token').expiresAt, null)
  })
})
