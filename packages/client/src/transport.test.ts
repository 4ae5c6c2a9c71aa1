import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { CatalogError, kinds } from '@svc/model'
import { useApp } from '@svc/server/testing'
import { createClient, UnexpectedAnswerError } from './index.ts'
import { answer, reset, serve, silence } from './testing/loopback.ts'

const token = `svc_pat_test_${'5ec4e7'.repeat(8)}`
const clientOf = (endpoint: string, options = {}) =>
  createClient({ endpoint, token, retry: { attempts: 1 }, ...options })

const app = useApp('sqlite')

test('an error response becomes the error of the model, with all its details', async () => {
  const { ownerToken } = await app.organisation()
  const client = createClient({ endpoint: app.url, token: ownerToken })
  await assert.rejects(client.team.create({ name: ' ' }), (error) => {
    assert.ok(error instanceof CatalogError)
    assert.equal(error.code, 'invalid_request')
    assert.equal(error.status, 400)
    assert.deepEqual(
      error.details?.map(({ path }) => path),
      ['name'],
    )
    assert.match(error.message, /^name .*\.$/)
    assert.match(error.headers['x-request-id'] ?? '', /^req_/)
    return true
  })
  await assert.rejects(client.team.read('team_x'), { code: 'not_found', status: 404 })
  await assert.rejects(client.team.read('../me'), { code: 'not_found', status: 404 })
  await assert.rejects(clientOf(app.url).team.read('team_x'), { code: 'unauthenticated', status: 401 })
})

test('the endpoint may end in a slash or the version, and the token in a line break', async () => {
  const { ownerToken } = await app.organisation()
  for (const end of ['', '/', '/v1', '/v1/']) {
    const client = createClient({ endpoint: app.url + end, token: `${ownerToken}\n` })
    assert.deepEqual((await client.team.page()).items, [])
  }
})

test('a request contains what it needs and nothing else', async (t) => {
  const server = await serve(t, answer(200, { id: 'team_1', name: 'a' }))
  const client = clientOf(server.url, { userAgent: 'svc-test/1' })
  await client.team.read('team_1')
  await client.team.update('team_1', { name: 'a' }, { ifMatch: '"7"' })
  const [read, update] = server.requests
  assert.equal(read?.headers.authorization, `Bearer ${token}`)
  assert.equal(read?.headers['user-agent'], 'svc-test/1')
  assert.equal(read?.headers.accept, 'application/json')
  assert.equal(read?.headers['content-type'], undefined)
  assert.equal(read?.url, '/v1/teams/team_1')
  assert.deepEqual([update?.method, update?.body], ['PATCH', '{"name":"a"}'])
  assert.equal(update?.headers['content-type'], 'application/json')
  assert.equal(update?.headers['if-match'], '"7"')
  assert.equal(update?.headers['idempotency-key'], undefined)
})

test('an ETag that a proxy made weak is still valid', async (t) => {
  const server = await serve(t, answer(200, { id: 'team_1' }, { etag: 'W/"7"' }))
  assert.equal((await clientOf(server.url).team.read('team_1')).etag, '"7"')
})

const page =
  '<html><head><title>502</title><style>b { x: y }</style></head><body><h1>Bad  Gateway</h1></body></html>'
const strangers = {
  'HTML from a proxy': {
    stranger: answer(502, page, { server: 'nginx' }),
    says: /^GET http:\S+\/v1\/teams\/team_x returned an unexpected response: 502 Bad Gateway, text\/html, from nginx, “502 Bad Gateway”\. Is the endpoint right\?$/,
  },
  'a page instead of an answer': {
    stranger: answer(200, '<p>Welcome!'),
    says: /200 OK, text\/html, “Welcome!”\./,
  },
  'nothing at all': { stranger: answer(404), says: /404 Not Found, text\/html, without a text\./ },
  'the JSON of another server': {
    stranger: answer(200, { status: 'ok' }),
    says: /200 OK, application\/json, “\{"status":"ok"\}”/,
  },
  'an error of another server': {
    stranger: answer(400, { error: 'no' }),
    says: /400 Bad Request, application\/json/,
  },
  'a problem with a name that only objects have': {
    stranger: answer(400, { code: 'toString', message: 'x' }),
    says: /400 Bad Request/,
  },
  'an incomplete error': {
    stranger: answer(200, { code: 'internal', message: 'x' }),
    says: /200 OK/,
  },
  'a record without content': { stranger: answer(204), says: /204 No Content/ },
  'a list': { stranger: answer(200, []), says: /200 OK/ },
  'a 304 that nobody asked for': { stranger: answer(304), says: /304 Not Modified/ },
}

for (const [about, { stranger, says }] of Object.entries(strangers)) {
  test(`${about} is not taken for svc`, async (t) => {
    const { url } = await serve(t, stranger)
    await assert.rejects(clientOf(url).team.read('team_x'), { name: 'UnexpectedAnswerError', message: says })
  })
}

test('a list without its key is rejected', async (t) => {
  const { url } = await serve(t, answer(200, { id: 'x' }))
  await assert.rejects(clientOf(url).team.page(), UnexpectedAnswerError)
})

for (const status of [301, 302, 303, 307, 308]) {
  test(`a ${status} to another server is not followed`, async (t) => {
    const elsewhere = await serve(t, answer(200, { id: 'team_x' }))
    const location = `${elsewhere.url}/v1/teams/team_x?secret=1`
    const { url } = await serve(t, answer(status, '', { location }))
    await assert.rejects(clientOf(url).team.read('team_x'), {
      name: 'UnexpectedAnswerError',
      message: `GET ${url}/v1/teams/team_x redirects to ${elsewhere.url}/v1/teams/team_x; this is not followed because the token would be sent along. Is the endpoint right?`,
    })
    await assert.rejects(clientOf(url).team.create({ name: 'x' }), UnexpectedAnswerError)
    assert.equal(elsewhere.requests.length, 0)
  })
}

test('an opaque redirect in a browser is recognised as one', async () => {
  const client = clientOf('https://svc.example.com', { fetch: async () => Response.error() })
  await assert.rejects(client.team.read('team_x'), /team_x redirects; this is not followed/)
})

test('no error shows the token, not even if a server echoes it', async (t) => {
  const behaviours = [
    answer(400, {
      code: 'invalid_request',
      message: `Bearer ${token}`,
      details: [{ path: token, message: token }],
    }),
    answer(500, `<h1>${token}</h1>`),
    answer(200, `“${token}”`),
    answer(302, '', { location: `/?${token}` }),
    reset,
    silence,
  ]
  for (const behaviour of behaviours) {
    const { url } = await serve(t, behaviour)
    await assert.rejects(clientOf(url, { timeoutMs: 50 }).team.read('team_x'), (error: Error) => {
      assert.ok(!inspect(error, { depth: 10, showHidden: true }).includes(token), inspect(error))
      assert.ok(!JSON.stringify(error).includes(token))
      return true
    })
  }
  const broken = `${token}\n${token}`
  for (const endpoint of [token, `https://${token}@svc.example.com`, 'https://svc.example.com']) {
    assert.throws(
      () => createClient({ endpoint, token: broken }),
      (error: Error) => !inspect(error).includes(token),
    )
  }
  assert.throws(() => createClient({ endpoint: app.url, token: ' ' }), { message: 'The token is empty.' })
})

test('an aborted call ends at once, even a write', async (t) => {
  const { url, requests } = await serve(t, silence)
  const client = createClient({ endpoint: url, token })
  for (const begin of [
    (signal: AbortSignal) => client.team.read('team_x', { signal }),
    (signal: AbortSignal) => client.team.page({}, { signal }),
    (signal: AbortSignal) => client.team.all({}, { signal }).next(),
    (signal: AbortSignal) => client.team.create({ name: 'x' }, { signal }),
    (signal: AbortSignal) => client.team.update('team_x', {}, { signal }),
    (signal: AbortSignal) => client.team.delete('team_x', { signal }),
    (signal: AbortSignal) => client.call('getMe', { signal }),
  ]) {
    const before = requests.length
    const caller = new AbortController()
    const call = assert.rejects(begin(caller.signal), { message: 'enough' })
    while (requests.length === before) await new Promise(setImmediate)
    caller.abort(new Error('enough'))
    await call
    await assert.rejects(begin(AbortSignal.abort(new Error('before'))), { message: 'before' })
    assert.equal(requests.length, before + 1, 'nothing was sent for a call that was already aborted')
  }
})

test('ending a client lets only writes finish', async (t) => {
  let finish = () => {}
  const { url, requests } = await serve(t, ({ method }, response) => {
    if (method === 'POST') finish = () => response.writeHead(201).end('{"id":"team_1"}')
  })
  const stop = new AbortController()
  const client = createClient({ endpoint: url, token, signal: stop.signal })
  const write = client.team.create({ name: 'x' })
  const read = assert.rejects(client.team.read('team_1'), { message: 'stopped' })
  while (requests.length < 2) await new Promise(setImmediate)
  stop.abort(new Error('stopped'))
  await read
  await assert.rejects(client.team.create({ name: 'y' }), { message: 'stopped' })
  finish()
  assert.equal((await write).record.id, 'team_1')
  assert.equal(requests.length, 2)
})

test('a write that fails after the client was ended says why, and is not repeated', async (t) => {
  const stop = new AbortController()
  const { url, requests } = await serve(t, (received, response) => {
    stop.abort(new Error('stopped'))
    reset(received, response)
  })
  const client = createClient({ endpoint: url, token, signal: stop.signal })
  await assert.rejects(client.team.create({ name: 'x' }), { name: 'UnreachableError', reason: 'connection' })
  assert.equal(requests.length, 1)
})

test('a request that cannot be sent is not a network failure', async () => {
  const client = clientOf(app.url)
  await assert.rejects(client.records(kinds.team).create({ name: 1n }), {
    name: 'TypeError',
    message: /BigInt/,
  })
  await assert.rejects(client.team.create({ name: 'x' }, { idempotencyKey: 'a\nb' }), { name: 'TypeError' })
})
