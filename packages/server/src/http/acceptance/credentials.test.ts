import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { startServer } from '../../main.ts'
import { changeUser } from '../../services/identity/members.ts'
import { openStore } from '../../store/open.ts'
import { clientOf, eventually, onEachEngine, useApp } from '../../testing/index.ts'
import { rowsIn } from '../../testing/tables.ts'
import {
  type Body,
  bodyOf,
  idsOf,
  make,
  movableClock,
  notFound,
  read,
  refused,
  refusedField,
  remove,
  timestamp,
  unauthenticated,
} from './checks.ts'

onEachEngine((engine) => {
  const clock = movableClock(new Date().toISOString())
  const app = useApp(engine, { now: clock.now })

  test('a token is shown once, works, and is afterwards listed with its name, prefix and last four characters', async () => {
    const { owner, person } = await app.organisation()
    const made = await make(owner, '/tokens', { name: 'laptop', scopes: ['read'] })
    assert.match(made.token, /^svc_pat_live_[0-9a-f]{48}$/)
    assert.deepEqual((await read(app.client(made.token), '/me')).scopes, ['read'])

    const { tokens } = await read(owner, '/tokens')
    const listed = tokens.find(({ id }: Body) => id === made.id)
    assert.equal(listed.name, 'laptop')
    assert.equal(listed.prefix, 'svc_pat_live_')
    assert.equal(listed.lastFour, made.token.slice(-4))
    assert.equal(listed.expiresAt, null)
    assert.match(listed.createdAt, timestamp)
    for (const path of ['/tokens', '/audit-log', '/me']) {
      const { text } = await owner.get(path)
      assert.ok(!text.includes(made.token.slice(13)), `${path} shows the secret`)
      assert.ok(!text.includes(sha256(made.token)), `${path} shows the digest`)
    }
    const others = (await read(await person('member'), '/tokens')).tokens
    assert.equal(others.length, 1, 'everyone sees their own tokens only')
    assert.ok(!idsOf(others).includes(made.id))
  })

  test('only the digest of a secret is stored, even with an idempotency key', async () => {
    const { owner } = await app.organisation()
    const retry = { 'idempotency-key': 'one' }
    const token = bodyOf(await owner.post('/tokens', { name: 'a' }, retry), 201).token
    const { key } = bodyOf(await owner.post('/api-keys', { name: 'b' }, { 'idempotency-key': 'two' }), 201)
    const tables = ['tokens', 'api_keys', 'events', 'idempotency_keys']
    const texts = []
    for (const table of tables) texts.push(await rowsIn(app.store, `select * from ${table}`))
    const stored = JSON.stringify(texts)
    for (const secret of [token, key]) {
      assert.ok(!stored.includes(secret.slice(13)), 'the secret is in the database')
      assert.ok(stored.includes(sha256(secret)), 'its digest is not')
    }
    const again = await owner.post('/tokens', { name: 'a' }, retry)
    assert.equal(again.status, 201)
    const named = (await read(owner, '/tokens')).tokens.filter(({ name }: Body) => name === 'a')
    assert.deepEqual(idsOf(named), [again.body.id], 'the repeated request made no second token')
  })

  test('nobody issues a credential with more scopes than they have', async () => {
    const { owner, person, key } = await app.organisation()
    const member = await person('member')
    assert.equal((await member.post('/tokens', { name: 'x', scopes: ['write'] })).status, 201)
    refusedField(await member.post('/tokens', { name: 'x', scopes: ['admin'] }), 'scopes')
    refusedField(await owner.post('/tokens', { name: 'x', scopes: ['everything'] }), 'scopes')
    refusedField(await owner.post('/tokens', { name: 'x', scopes: ['ingest'] }), 'scopes')
    refusedField(await owner.post('/api-keys', { name: 'x', scopes: ['admin'] }), 'scopes')
    refusedField(await owner.post('/tokens', { scopes: ['read'] }), 'name')
    refused(await (await key()).get('/tokens'), 403, 'forbidden')
    refused(await (await key()).post('/tokens', { name: 'x' }), 403, 'forbidden')
  })

  test('API keys are managed with admin on a personal token', async () => {
    const { owner, person, key } = await app.organisation()
    const made = await make(owner, '/api-keys', { name: 'ci', scopes: ['read', 'write'], mode: 'test' })
    assert.match(made.key, /^svc_key_test_[0-9a-f]{48}$/)
    const me = await read(app.client(made.key), '/me')
    assert.equal(me.partition, 'test')
    assert.equal(me.key.id, made.id)
    assert.equal(me.key.name, 'ci')

    const { apiKeys } = await read(owner, '/api-keys')
    assert.deepEqual(idsOf(apiKeys), [made.id])
    assert.equal(apiKeys[0].prefix, 'svc_key_test_')
    assert.equal(apiKeys[0].lastFour, made.key.slice(-4))
    assert.equal('key' in apiKeys[0] || 'digest' in apiKeys[0], false)

    for (const client of [await person('member'), await key()]) {
      refused(await client.get('/api-keys'), 403, 'forbidden')
      refused(await client.post('/api-keys', { name: 'x' }), 403, 'forbidden')
      refused(await client.delete(`/api-keys/${made.id}`), 403, 'forbidden')
    }
    await remove(owner, `/api-keys/${made.id}`)
    unauthenticated(await app.client(made.key).get('/me'))
    notFound(await owner.delete(`/api-keys/${made.id}`))
  })

  test('a revoked token is refused at once; other people’s tokens cannot be revoked', async () => {
    const { owner, person } = await app.organisation()
    const made = await make(owner, '/tokens', { name: 'lost', scopes: ['read', 'write', 'admin'] })
    const lost = app.client(made.token)
    assert.equal((await lost.get('/me')).status, 200)
    notFound(await (await person('admin')).delete(`/tokens/${made.id}`))
    await remove(owner, `/tokens/${made.id}`)
    unauthenticated(await lost.get('/me'))
    notFound(await owner.delete(`/tokens/${made.id}`))
  })

  test('another process applies a demotion or deactivation at once', async (t) => {
    const { id: organisationId, person } = await app.organisation()
    const admin = await person('admin')
    const store = await openStore(app.location)
    const options = { host: '127.0.0.1', port: 0, rateLimit: 'off', fetchAllow: [], log: () => {} }
    const other = await startServer({ store, ...options })
    t.after(async () => {
      await other.close()
      await store.close()
    })
    const elsewhere = clientOf(other.url, admin.token)
    const { email } = (await read(elsewhere, '/me')).user
    const scopes = async (): Promise<unknown> => (await read(elsewhere, '/me')).scopes
    assert.deepEqual(await scopes(), ['read', 'write', 'admin'])
    await changeUser(app.store, { organisationId, email }, { role: 'viewer' })
    assert.deepEqual(await scopes(), ['read'])
    await changeUser(app.store, { organisationId, email }, { role: 'member' })
    assert.deepEqual(await scopes(), ['read', 'write'])
    await changeUser(app.store, { organisationId, email }, { isActive: false })
    unauthenticated(await elsewhere.get('/me'))
    await changeUser(app.store, { organisationId, email }, { isActive: true })
    unauthenticated(await elsewhere.get('/me'))
  })

  test('another process refuses a revoked credential within 5 seconds', async (t) => {
    const { owner } = await app.organisation()
    const store = await openStore(app.location)
    const ahead = movableClock(new Date().toISOString())
    const log = () => {}
    const options = { host: '127.0.0.1', port: 0, rateLimit: 'off', fetchAllow: [], log }
    const other = await startServer({ store, now: ahead.now, ...options })
    t.after(async () => {
      await other.close()
      await store.close()
    })
    const made = await make(owner, '/tokens', { name: 'x', scopes: ['read'] })
    const elsewhere = clientOf(other.url, made.token)
    assert.equal((await elsewhere.get('/me')).status, 200)

    await remove(owner, `/tokens/${made.id}`)
    ahead.forward(5_000)
    unauthenticated(await elsewhere.get('/me'))
  })

  test('a credential is refused once it has expired', async () => {
    const { owner } = await app.organisation()
    const at = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()
    const expiresAt = at(60_000)
    const { token } = await make(owner, '/tokens', { name: 'short', expiresAt })
    const { key } = await make(owner, '/api-keys', { name: 'short', expiresAt })
    const own = (await read(owner, '/tokens')).tokens.find(({ name }: Body) => name === 'short')
    assert.equal(own.expiresAt, expiresAt)
    for (const secret of [token, key]) assert.equal((await app.client(secret).get('/me')).status, 200)
    clock.forward(60_000)
    for (const secret of [token, key]) unauthenticated(await app.client(secret).get('/me'))
    refusedField(await owner.post('/tokens', { name: 'x', expiresAt: at(-1_000) }), 'expiresAt')
    refusedField(await owner.post('/tokens', { name: 'x', expiresAt: 'tomorrow' }), 'expiresAt')
  })

  test('lastUsedAt is updated at most once a minute', async () => {
    const { owner } = await app.organisation()
    const { id, token } = await make(owner, '/tokens', { name: 'x' })
    const client = app.client(token)
    const lastUse = async () =>
      (await read(owner, '/tokens')).tokens.find((one: Body) => one.id === id).lastUsedAt
    assert.equal(await lastUse(), null)
    await read(client, '/me')
    const first = await eventually(lastUse, (at) => at !== null)
    assert.match(first, timestamp)
    clock.forward(30_000)
    await read(client, '/me')
    assert.equal(await lastUse(), first)
    clock.forward(31_000)
    await read(client, '/me')
    const second = await eventually(lastUse, (at) => at !== first)
    assert.ok(second > first)
  })
})

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
