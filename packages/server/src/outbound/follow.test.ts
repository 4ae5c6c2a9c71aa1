import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { lookupOf, startClient, startHttp, startTcp } from './testing/servers.ts'

const credentials = {
  authorization: 'Bearer secret',
  cookie: 'a=b',
  'private-token': 'secret',
  accept: 'text/plain',
}

test('follows three redirects and says where it ended', async (t) => {
  const server = await startHttp(t, ({ url }, response) => {
    const step = Number(url?.slice(1))
    if (step === 3) return response.end('there')
    response.writeHead(302, { location: `/${step + 1}` }).end('on the way')
  })
  const { body, url } = await startClient(t, { allow: ['a.test'] })(`http://a.test:${server.port}/0`)
  assert.deepEqual([body.toString(), url], ['there', `http://a.test:${server.port}/3`])
})

for (const maxRedirects of [0, 1, 3]) {
  test(`a loop ends after ${maxRedirects} redirects`, async (t) => {
    const server = await startHttp(t, (_request, response) =>
      response.writeHead(301, { location: '/' }).end(),
    )
    const fetch = startClient(t, { allow: ['a.test'], maxRedirects })
    await assert.rejects(fetch(`http://a.test:${server.port}/`), {
      name: 'UpstreamError',
      reason: 'redirects',
      message: `The address redirects more than ${maxRedirects} times.`,
    })
    assert.equal(server.requests.length, maxRedirects + 1)
  })
}

for (const location of [
  'http://127.0.0.1/',
  'https://127.0.0.1/',
  'http://2130706433/',
  '//[::ffff:127.0.0.1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://private.test/',
  'https://mixed.test/',
  'http://a.test/',
  'http://a.test:22/',
  'http://user:secret@a.test/',
  'file:///etc/passwd',
  'ftp://a.test/',
  'data:text/plain,hello',
]) {
  test(`a redirect to ${location} is refused`, async (t) => {
    const server = await startHttp(t, (_request, response) => response.writeHead(302, { location }).end())
    const lookup = lookupOf({
      'a.test': ['127.0.0.1'],
      'private.test': ['10.0.0.1'],
      'mixed.test': ['8.8.8.8', '10.0.0.1'],
    })
    const fetch = startClient(t, { allow: [`a.test:${server.port}`], lookup })
    await assert.rejects(fetch(`http://a.test:${server.port}/`), { name: 'ForbiddenAddressError' })
    assert.equal(server.requests.length, 1)
  })
}

test('a redirect to a private port never connects', async (t) => {
  const inside = await startTcp(t, (socket) => socket.destroy())
  const server = await startHttp(t, (_request, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${inside.port}/` }).end(),
  )
  const fetch = startClient(t, { allow: ['a.test'] })
  await assert.rejects(fetch(`http://a.test:${server.port}/`), { name: 'ForbiddenAddressError' })
  assert.equal(inside.connections(), 0)
})

for (const host of ['b.test', 'a.test.']) {
  test(`credentials do not follow a redirect to ${host}`, async (t) => {
    const server = await startHttp(t, ({ headers }, response) => {
      if (headers.host?.startsWith(`${host}:`)) return response.end()
      response.writeHead(302, { location: `http://${host}:${server.port}/` }).end()
    })
    const fetch = startClient(t, { allow: ['a.test', 'b.test'] })
    await fetch(`http://a.test:${server.port}/`, { headers: credentials })
    const [first, second] = server.requests
    assert.equal(first?.headers.authorization, 'Bearer secret')
    assert.equal(first?.headers.cookie, 'a=b')
    assert.equal(second?.headers.authorization, undefined)
    assert.equal(second?.headers.cookie, undefined)
    assert.equal(second?.headers['private-token'], undefined)
    assert.equal(second?.headers.accept, 'text/plain')
  })
}

test('credentials do not follow a redirect to another port', async (t) => {
  const other = await startHttp(t, (_request, response) => response.end())
  const server = await startHttp(t, (_request, response) =>
    response.writeHead(302, { location: `http://a.test:${other.port}/` }).end(),
  )
  await startClient(t, { allow: ['a.test'] })(`http://a.test:${server.port}/`, { headers: credentials })
  assert.equal(other.requests[0]?.headers.authorization, undefined)
})

test('credentials follow a redirect within the origin', async (t) => {
  const server = await startHttp(t, ({ url }, response) =>
    url === '/' ? response.writeHead(302, { location: '/next' }).end() : response.end(),
  )
  await startClient(t, { allow: ['a.test'] })(`http://a.test:${server.port}/`, { headers: credentials })
  assert.equal(server.requests[1]?.headers.authorization, 'Bearer secret')
})

test('a body is sent again within the origin and to no other', async (t) => {
  const bodies: string[] = []
  const server = await startHttp(t, async (request, response) => {
    bodies.push(await text(request))
    const location = { '/here': '/end', '/away': `http://b.test:${server.port}/end` }[request.url ?? '']
    response.writeHead(location ? 307 : 200, location ? { location } : {}).end()
  })
  const fetch = startClient(t, { allow: ['a.test', 'b.test'] })
  await fetch(`http://a.test:${server.port}/here`, { method: 'POST', body: 'hello' })
  assert.deepEqual(bodies, ['hello', 'hello'])
  const away = fetch(`http://a.test:${server.port}/away`, { method: 'POST', body: 'hello' })
  await assert.rejects(away, { name: 'UpstreamError', reason: 'redirect' })
  assert.equal(bodies.length, 3)
})

test('the body of a redirect is not read', async (t) => {
  const server = await startHttp(t, ({ url }, response) =>
    url === '/'
      ? response.writeHead(302, { location: '/end' }).end('x'.repeat(100_000))
      : response.end('there'),
  )
  const { body } = await startClient(t, { allow: ['a.test'], maxBytes: 10 })(`http://a.test:${server.port}/`)
  assert.equal(body.toString(), 'there')
})
