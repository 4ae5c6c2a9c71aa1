import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, test } from 'node:test'
import { allOperations, kinds, type Operation, type Role, roles, type Scope } from '@svc/model'
import { issueKey, issueToken, revoke } from '../services/identity/issue-credentials.ts'
import { changeUser } from '../services/identity/members.ts'
import { partitionsOf } from '../store/partition-id.ts'
import {
  addressOf,
  checkedClient,
  type Client,
  clockBetweenJobs,
  onEachEngine,
  requiredQueryOf,
  type TestApp,
  type TestOrganisation,
  useApp,
} from '../testing/index.ts'

/** The caller: a person's token or an organisation's key, with its granted scopes. */
interface Credential {
  readonly name: string
  readonly client: Client
  /** A key has no role. */
  readonly role: Role | 'key'
  readonly granted: readonly Scope[]
}

/* From section 2 of the decisions, repeated independently of the model. */

const scopesOfRole: Readonly<Record<Role | 'key', string>> = {
  viewer: 'read',
  member: 'read write',
  admin: 'read write admin',
  owner: 'read write admin',
  key: 'read write ingest',
}

const implied: Readonly<Record<Scope, string>> = {
  read: 'read',
  write: 'read write',
  admin: 'read write admin',
  ingest: 'ingest',
}

/** What an endpoint requires beyond GET read, POST and PATCH write, DELETE admin. */
const adminOnly =
  /^(\w+ \/webhooks|\w+ \/deleted|GET (\/secrets|\/costs\/entries|\/audit-log|\/api-keys|\/scim)|POST (\/users\/|\/imports|\/exports)|(POST|PATCH) (\/api-keys|\/scim-tokens|\/group-mappings|\/workload-trusts|\/identity-providers|\/sso\/|\/secrets|\/integrations)|PUT (\/secrets|\/integrations|\/error-trackers))/
/** Whoever may write may delete what they have written, and the text of a specification. */
const ownToDelete = /^DELETE \/(issue-comments|views|apis\/[^/]+\/spec$)/
/** Personal tokens are managed by the person they belong to: an organisation's key has none. */
const personal = /^\w+ \/tokens/

const defaultScopes: Readonly<Record<string, Scope>> = {
  GET: 'read',
  POST: 'write',
  PATCH: 'write',
  PUT: 'write',
  DELETE: 'admin',
}

function mayUse({ role, granted }: Credential, { method, path }: Operation): boolean {
  const allowed = scopesOfRole[role].split(' ')
  const scopes = granted
    .flatMap((scope) => implied[scope].split(' '))
    .filter((scope) => allowed.includes(scope))
  if (role === 'key' && personal.test(`${method} ${path}`)) return false
  // What automation reports needs its own scope, which a person's write includes.
  const reports = role === 'key' ? 'ingest' : 'write'
  if (path.startsWith('/ingest/')) return scopes.includes(reports)
  const called = `${method} ${path}`
  const needed = adminOnly.test(called) ? 'admin' : ownToDelete.test(called) ? 'write' : defaultScopes[method]
  return needed !== undefined && scopes.includes(needed)
}

const guarded = allOperations.filter(({ scope }) => scope !== null)

onEachEngine((engine) => {
  const app = useApp(engine, { now: clockBetweenJobs() })
  let organisation: TestOrganisation
  const credentials: Credential[] = []

  before(async () => {
    organisation = await app.organisation()
    for (const granted of setsOf('read', 'write', 'admin')) {
      for (const role of roles) {
        const client = checkedClient(await organisation.person(role, { scopes: granted }))
        credentials.push({ name: `${role}'s token for ${granted.join(', ')}`, client, role, granted })
      }
    }
    for (const granted of setsOf('read', 'write', 'ingest')) {
      const client = checkedClient(await organisation.key({ scopes: granted }))
      credentials.push({ name: `key for ${granted.join(', ')}`, client, role: 'key', granted })
    }
  })

  for (const operation of guarded) {
    test(`${operation.method} ${operation.path}: for those with the scope, and nobody else`, async () => {
      for (const credential of credentials) {
        const { status, text, body } = await ask(credential.client, operation)
        const about = `${credential.name}: ${status} ${text.slice(0, 200)}`
        if (mayUse(credential, operation)) assert.ok(status !== 401 && status !== 403, about)
        else {
          assert.equal(status, 403, about)
          assert.equal(body.code, 'forbidden')
        }
      }
    })
  }

  test('every endpoint refuses an invalid credential, and says how to authenticate', async () => {
    for (const { name, client } of await outOfForce(app, organisation)) {
      for (const operation of guarded) {
        const { status, body, headers } = await ask(client, operation)
        assert.equal(status, 401, `${name}: ${operation.method} ${operation.path}`)
        assert.equal(body.code, 'unauthenticated')
        assert.equal(headers.get('www-authenticate'), 'Bearer')
      }
    }
  })

  test('the metrics require a credential; the description and the health checks do not', async () => {
    const get = (path: string, token?: string) =>
      fetch(`${app.url}${path}`, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })
    for (const path of ['/v1/openapi.json', '/healthz', '/readyz', '/docs'])
      assert.equal((await get(path)).status, 200, path)
    assert.equal((await get('/metrics')).status, 401)
    assert.equal((await get('/metrics', organisation.ownerToken)).status, 200)
  })

  test('promotion and demotion take effect at once for existing tokens', async () => {
    const own = await app.organisation()
    const { email } = await own.user('member')
    const person = { organisationId: own.id, email }
    const client = await clientFor(app, { ...person, mode: 'live', scopes: ['admin'] })
    const mayDelete = async () => (await client.delete('/teams/x')).status
    const mayWrite = async () => (await client.post('/teams', {})).status
    assert.deepEqual([await mayDelete(), await mayWrite()], [403, 400])
    for (const [role, expected] of [
      ['admin', [404, 400]],
      ['viewer', [403, 403]],
      ['owner', [404, 400]],
      ['member', [403, 400]],
    ] as const) {
      await changeUser(app.store, person, { role })
      assert.deepEqual([await mayDelete(), await mayWrite()], expected, role)
    }
  })

  test('a credential that expires or is revoked is refused at once', async () => {
    const own = await app.organisation()
    const { email } = await own.user('admin')
    const client = await clientFor(app, { organisationId: own.id, email, mode: 'live', scopes: ['admin'] })
    assert.equal((await client.get('/me')).status, 200)
    await changeUser(app.store, { organisationId: own.id, email }, { isActive: false })
    assert.equal((await client.get('/me')).status, 401)
    await changeUser(app.store, { organisationId: own.id, email }, { isActive: true })
    assert.equal((await client.get('/me')).status, 401, 'no old access comes back')

    const { body: token } = await own.owner.post('/tokens', { name: 'x', scopes: ['read'] })
    const second = app.client(token.token)
    assert.equal((await second.get('/me')).status, 200)
    assert.equal((await own.owner.delete(`/tokens/${token.id}`)).status, 204)
    assert.equal((await second.get('/me')).status, 401)
  })

  test('a token cannot grant a scope that it lacks, but may always revoke itself', async () => {
    for (const { client, role, granted } of credentials.filter((one) => one.role !== 'key')) {
      const { scopes } = (await client.get('/me')).body
      for (const requested of setsOf('read', 'write', 'admin')) {
        const reply = await client.post('/tokens', { name: 'x', scopes: requested })
        const isHeld = requested.every((scope) =>
          implied[scope].split(' ').every((one) => scopes.includes(one)),
        )
        const expected = scopes.includes('write') ? (isHeld ? 201 : 400) : 403
        assert.equal(reply.status, expected, `${role} ${granted}: ${requested}`)
        if (reply.status !== 201) continue
        const child = app.client(reply.body.token)
        assert.equal((await child.delete(`/tokens/${reply.body.id}`)).status, 204)
        assert.equal((await child.get('/me')).status, 401)
      }
    }
  })

  test('a key never carries admin, even where the database says so', async () => {
    const issued = await issueKey(app.store, {
      organisationId: organisation.id,
      mode: 'live',
      scopes: ['read', 'write', 'admin'],
      name: 'forged',
      expiresAt: null,
    })
    const client = app.client(issued.key)
    assert.deepEqual((await client.get('/me')).body.scopes, ['read', 'write'])
    assert.equal((await client.delete('/teams/x')).status, 403)
  })

  test('one person’s tokens are out of reach of others, including the owner', async () => {
    const member = await organisation.person('admin')
    const { body: token } = await member.post('/tokens', { name: 'x', scopes: ['read'] })
    assert.equal((await organisation.owner.delete(`/tokens/${token.id}`)).status, 404)
    assert.ok(!(await organisation.owner.get('/tokens')).text.includes(token.id))
    assert.equal((await app.client(token.token).get('/me')).status, 200)
  })
})

/** A request that passes everything but the scope check without doing anything. */
function ask(client: Client, operation: Operation) {
  const { method, path, query, body, id } = operation
  const bodies: Readonly<Record<string, object>> = { createToken: { name: 'x', scopes: ['read'] } }
  const requiredQuery = requiredQueryOf(operation, 'x')
  const page = query?.limit ? ['limit=1'] : []
  return client.send(
    method,
    `${addressOf(path, 'x')}?${[requiredQuery, ...page].join('&')}`,
    body && (bodies[id] ?? {}),
  )
}

function setsOf(...scopes: readonly Scope[]): readonly (readonly Scope[])[] {
  let sets: readonly (readonly Scope[])[] = [[]]
  for (const scope of scopes) sets = sets.concat(sets.map((set) => [...set, scope]))
  return sets.filter((set) => set.length > 0)
}

interface Person {
  readonly organisationId: string
  readonly email: string
  readonly mode: 'live' | 'test'
  readonly scopes: readonly Scope[]
}

async function clientFor(app: TestApp, person: Person): Promise<Client> {
  return checkedClient(
    app.client((await issueToken(app.store, { ...person, name: 'x', expiresAt: null })).token),
  )
}

/** One of each sort of credential that must not be accepted. */
async function outOfForce(
  app: TestApp,
  organisation: TestOrganisation,
): Promise<readonly { readonly name: string; readonly client: Client }[]> {
  const { store } = app
  const { email } = await organisation.user('admin')
  const terms = { organisationId: organisation.id, name: 'x', expiresAt: null } as const
  const person = { ...terms, email, mode: 'live', scopes: ['admin'] } as const
  const key = { ...terms, mode: 'live', scopes: ['write'] } as const

  const [expiredToken, expiredKey] = [await issueToken(store, person), await issueKey(store, key)]
  const { home } = partitionsOf(organisation.id)
  const system = { type: 'system', id: null, name: 'svc' } as const
  await store.write({ partitionId: home, actor: system, now: () => new Date() }, async (change) => {
    for (const [kind, { id }] of [
      [kinds.token, expiredToken],
      [kinds.apiKey, expiredKey],
    ] as const) {
      const stored = await change.find(kind, id)
      assert.ok(stored)
      await change.update(kind, stored, { ...stored.record, expiresAt: new Date().toISOString() })
    }
  })

  const [revokedToken, revokedKey] = [await issueToken(store, person), await issueKey(store, key)]
  await revoke(store, organisation.id, kinds.token, revokedToken.id)
  await revoke(store, organisation.id, kinds.apiKey, revokedKey.id)

  const { email: gone } = await organisation.user('owner')
  const goneToken = await issueToken(store, { ...person, email: gone })
  await changeUser(store, { organisationId: organisation.id, email: gone }, { isActive: false })

  const hex = randomBytes(24).toString('hex')
  const inForce = organisation.ownerToken
  const withHeader = (header: string): Client => {
    const client = app.client()
    return { ...client, send: (m, p, b, h) => client.send(m, p, b, { ...h, authorization: header }) }
  }
  const tokens: Readonly<Record<string, string>> = {
    'unknown token': `svc_pat_live_${hex}`,
    'unknown key': `svc_key_live_${hex}`,
    'token in capitals': inForce.toUpperCase(),
    'token cut short': inForce.slice(0, -1),
    'token with a suffix': `${inForce}0`,
    'token of the other mode': inForce.replace('_live_', '_test_'),
    'token as a key': inForce.replace('_pat_', '_key_'),
    'expired token': expiredToken.token,
    'expired key': expiredKey.key,
    'revoked token': revokedToken.token,
    'revoked key': revokedKey.key,
    'token of a deactivated user': goneToken.token,
    'nothing after Bearer': '',
  }
  return [
    { name: 'no credential', client: app.client() },
    { name: 'Basic', client: withHeader(`Basic ${Buffer.from(`x:${inForce}`).toString('base64')}`) },
    { name: 'bare token', client: withHeader(inForce) },
    { name: 'two tokens', client: withHeader(`Bearer ${inForce} ${inForce}`) },
    ...Object.entries(tokens).map(([name, token]) => ({ name, client: withHeader(`Bearer ${token}`) })),
  ].map(({ name, client }) => ({ name, client: checkedClient(client) }))
}
