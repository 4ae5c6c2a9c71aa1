import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, test } from 'node:test'
import { createOrganisation } from '../../services/identity/create-organisation.ts'
import { browserTab, clientOf, createFixtures, kindsWith, type TestApp, useApp } from '../../testing/index.ts'

const password = 'a long walk by the river'
const elsewhere = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
let count = 0

async function setUpLink(app: TestApp): Promise<string> {
  const made = await createOrganisation(app.store, { name: 'New', ownerEmail: `o${++count}@place.example` })
  return made?.setupLink ?? ''
}

/** fetch sets Host itself. */
function ask(url: string, path: string, headers: Readonly<Record<string, string>>) {
  return new Promise<{ readonly headers: NodeJS.Dict<string | string[]>; readonly body: string }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(url)
      const asked = request({ hostname, port, path, headers }, (answer) => {
        let body = ''
        answer.setEncoding('utf8').on('data', (part) => (body += part))
        answer.on('end', () => resolve({ headers: answer.headers, body }))
      })
      asked.on('error', reject).end()
    },
  )
}

describe('at https://tools.example/svc', () => {
  const app = useApp('sqlite', { publicUrl: 'https://tools.example/svc/' })
  const origin = 'https://tools.example'

  test('every address answers with the prefix and without it', async () => {
    const { ownerToken } = await app.organisation()
    for (const url of [app.url, `${app.url}/svc`]) {
      assert.equal((await clientOf(url, ownerToken).get('/me')).status, 200)
      for (const path of ['/healthz', '/readyz', '/docs', '/theme.js', '/v1/openapi.json'])
        assert.equal((await fetch(url + path)).status, 200, url + path)
      assert.equal((await fetch(`${url}/v1/nothing`)).status, 404)
      assert.equal((await fetch(`${url}/v1/teams`, { method: 'PUT' })).status, 405)
    }
  })

  test('Location leads to what was created, for every kind', async () => {
    const organisation = await app.organisation()
    for (const prefix of ['', '/svc']) {
      const client = clientOf(`${app.url}${prefix}`, organisation.ownerToken)
      const { body } = createFixtures({ app, organisation, client })
      for (const kind of kindsWith('create', 'read')) {
        const made = await client.post(kind.path, await body(kind))
        assert.equal(made.status, 201, `${kind.name} ${made.text}`)
        const location = made.headers.get('location') ?? ''
        assert.ok(location.startsWith(`/svc/v1${kind.path}/`), location)
        const found = await fetch(`${app.url}${location}`, {
          headers: { authorization: `Bearer ${organisation.ownerToken}` },
        })
        assert.equal(found.status, 200, location)
      }
    }
  })

  test('the description names the public address, whatever Host says', async () => {
    const { body } = await ask(app.url, '/v1/openapi.json', elsewhere)
    const { servers, paths } = JSON.parse(body)
    assert.deepEqual(servers, [{ url: 'https://tools.example/svc/v1' }, { url: 'http://localhost:8080/v1' }])
    assert.deepEqual(paths['/ingest/v1/costs'].post.servers, [
      { url: 'https://tools.example/svc' },
      { url: 'http://localhost:8080' },
    ])
    assert.doesNotMatch(body, /evil\.example/)
  })

  test('no answer repeats a foreign Host', async () => {
    for (const path of ['/', '/docs', '/svc/docs', '/v1/nothing', '/nothing', '/auth/session', '/readyz']) {
      const { headers, body } = await ask(app.url, path, { ...elsewhere, accept: 'text/html' })
      assert.doesNotMatch(JSON.stringify(headers) + body, /evil\.example/, path)
    }
  })

  test('the cookies are Secure, and limited to this path', async () => {
    const tab = browserTab(app.url)
    const link = await setUpLink(app)
    const { status, headers } = await tab.send('POST', '/svc/auth/links/use', { link, password }, { origin })
    assert.equal(status, 200)
    const [session = '', device = ''] = headers.getSetCookie()
    assert.match(session, /^__Secure-svc_session=\w+; Path=\/svc; HttpOnly; SameSite=Lax; Secure; Expires=/)
    assert.match(device, /^svc_device=[^;]+; Path=\/svc\/auth; HttpOnly; SameSite=Strict; Secure; /)
    assert.equal((await tab.send('GET', '/svc/auth/session')).status, 200)
    const tossed = browserTab(app.url)
    tossed.jar.set('svc_session', tab.jar.get('__Secure-svc_session') ?? '')
    assert.equal((await tossed.send('GET', '/svc/auth/session')).status, 401)
    const out = await tab.send('POST', '/svc/auth/sign-out', {}, { origin })
    assert.match(out.setCookie ?? '', /^__Secure-svc_session=; Path=\/svc; .*Max-Age=0$/)
  })

  test('a page must be of the public origin, not of whatever Host says', async () => {
    const use = async (headers: Readonly<Record<string, string>>) =>
      (await browserTab(app.url).send('POST', '/auth/links/use', { link: 'x', password }, headers)).status
    assert.equal(await use({ origin }), 404, 'let through: there is no such link')
    for (const foreign of [app.url, 'http://tools.example', 'https://evil.example', 'null', ''])
      assert.equal(await use({ origin: foreign }), 403, foreign)
    assert.equal(await use({ origin, 'sec-fetch-site': 'cross-site' }), 403)
  })
})

describe('at https://svc.example', () => {
  const app = useApp('sqlite', { publicUrl: 'https://svc.example' })

  test('the session is limited to this host', async () => {
    const tab = browserTab(app.url)
    const given = { link: await setUpLink(app), password }
    const { setCookie } = await tab.send('POST', '/auth/links/use', given, {
      origin: 'https://svc.example',
    })
    assert.match(
      setCookie ?? '',
      /^__Host-svc_session=\w+; Path=\/; HttpOnly; SameSite=Lax; Secure; Expires=/,
    )
  })
})

describe('at the address of a development server', () => {
  const app = useApp('sqlite', { publicUrl: 'http://localhost:8080' })

  test('the description names it once', async () => {
    const { servers, paths } = (await clientOf(app.url, '').get('/openapi.json')).body
    assert.deepEqual(servers, [{ url: 'http://localhost:8080/v1' }])
    assert.deepEqual(paths['/ingest/v1/costs'].post.servers, [{ url: 'http://localhost:8080' }])
  })
})

describe('without a public address', () => {
  const app = useApp('sqlite')

  test('people can sign in under any name of the machine', async () => {
    const { port } = new URL(app.url)
    for (const url of [`http://127.0.0.1:${port}`, `http://localhost:${port}`]) {
      const given = { link: await setUpLink(app), password }
      const { status, setCookie } = await browserTab(url).send('POST', '/auth/links/use', given)
      assert.equal(status, 200, url)
      assert.match(setCookie ?? '', /^svc_session=\w+; Path=\/; HttpOnly; SameSite=Lax; Expires=/)
    }
  })

  test('X-Forwarded-* of an untrusted peer is ignored', async () => {
    const given = { link: await setUpLink(app), password }
    const proxied = { 'x-forwarded-proto': 'https' }
    const { setCookie } = await browserTab(app.url).send('POST', '/auth/links/use', given, proxied)
    assert.match(setCookie ?? '', /^svc_session=/)
    // A different address for each attempt, if it were trusted.
    const attempts = Array.from({ length: 60 }, (_, n) => {
      const body = { email: `nobody${n}@place.example`, password: 'not this one, surely' }
      const made = { 'x-forwarded-for': `203.0.113.${n}`, forwarded: `for=203.0.113.${n}` }
      return browserTab(app.url).send('POST', '/auth/sign-in', body, made)
    })
    const statuses = new Set((await Promise.all(attempts)).map(({ status }) => status))
    assert.ok(statuses.has(429), [...statuses].join())
  })
})
