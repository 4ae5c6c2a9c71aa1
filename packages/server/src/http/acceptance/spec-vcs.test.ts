import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startHttp } from '../../outbound/testing/servers.ts'
import { bitbucket, gitHub, gitLab, token } from '../../services/specs/testing/vcs-servers.ts'
import { onEachEngine, useApp } from '../../testing/index.ts'
import { bodyOf, refusedField } from './checks.ts'
import { commit, connectedIn, connectVcs, nested, page, shop, specAt, yaml } from './connected-vcs.ts'

onEachEngine((engine) => {
  const app = useApp(engine, { fetchAllow: ['127.0.0.1'] })
  const connected = connectedIn(app)

  test('GitHub: every form of a file’s address is asked of the API, with the token', async (t) => {
    const { owner, api } = await connected(t, 'github', gitHub(shop))
    for (const specUrl of [
      page,
      'https://github.com/acme/shop/raw/main/api.yaml?plain=1#L3',
      'https://github.com/acme/shop/raw/refs/heads/main/api.yaml',
      'https://github.com/acme/shop/blob/v1.0/docs/a%20b%231.yaml',
      'https://raw.githubusercontent.com/acme/shop/main/api.yaml?token=GHSAT0AAAA',
      'https://raw.githubusercontent.com/acme/shop/refs/tags/v1.0/api.yaml',
      `https://github.com/acme/shop/blob/${commit}/api.yaml`,
      'https://github.com/acme/shop/blob/feature/specs/new/docs/a%20b%231.yaml',
      'https://github.com/acme/shop/blob/feature%2Fspecs%2Fnew/api.yaml',
    ]) {
      const spec = bodyOf(await specAt(owner, specUrl))
      const size = Buffer.byteLength(yaml)
      assert.deepEqual(spec, { spec: yaml, format: 'openapi-yaml', size, sourceUrl: specUrl })
    }
    const { headers, url } = api.requests[0] ?? {}
    assert.equal(url, '/repos/acme/shop/contents/api.yaml?ref=main')
    assert.equal(headers?.['x-github-api-version'], '2026-03-10')
    for (const request of api.requests) assert.ok(!request.url?.includes('GHSAT'))
    const large = bodyOf(await specAt(owner, page.replace('api.yaml', 'large.yaml')))
    assert.equal(large.size, shop.refs.main['large.yaml'].length)
  })

  test('GitLab: groups nest, and the path is one escaped segment', async (t) => {
    const { owner, api } = await connected(t, 'gitlab', gitLab(nested))
    const base = 'https://gitlab.com/acme/platform/core/shop/-'
    for (const rest of [
      '/blob/main/api.yaml?ref_type=heads',
      '/raw/main/api.yaml',
      '/blob/feature/x/api.yaml',
      '/blob/main/docs/a%20b%231.yaml',
    ])
      assert.equal(bodyOf(await specAt(owner, `${base}${rest}`)).spec, yaml, rest)
    const project = '/projects/acme%2Fplatform%2Fcore%2Fshop/repository/files'
    assert.equal(api.requests[0]?.url, `${project}/api%2Eyaml/raw?ref=main`)
    assert.equal(
      bodyOf(await specAt(owner, `${base}/blob/main/docs/sub/openapi.json`)).format,
      'openapi-json',
    )
    assert.equal(api.requests.at(-1)?.url, `${project}/docs%2Fsub%2Fopenapi%2Ejson/raw?ref=main`)
  })

  test('Bitbucket: its source, with a token or with an account', async (t) => {
    const { owner, api } = await connected(t, 'bitbucket', bitbucket(shop))
    const base = 'https://bitbucket.org/acme/shop'
    for (const rest of ['/src/main/api.yaml', `/raw/${commit}/api.yaml`, '/src/feature/specs/new/api.yaml'])
      assert.equal(bodyOf(await specAt(owner, `${base}${rest}`)).spec, yaml, rest)
    assert.equal(bodyOf(await specAt(owner, `${base}/src/main/docs/sub/openapi.json`)).format, 'openapi-json')
    assert.equal(api.requests[0]?.url, '/repositories/acme/shop/src/main/api.yaml')
    refusedField(await specAt(owner, `${base}/src/main/docs`), 'specUrl')

    const account = await connected(t, 'bitbucket', (_, response) => response.end(yaml), {
      username: 'a@b.c',
    })
    bodyOf(await specAt(account.owner, `${base}/src/main/api.yaml`))
    const basic = Buffer.from(`a@b.c:${token}`).toString('base64')
    assert.equal(account.api.requests[0]?.headers.authorization, `Basic ${basic}`)
  })

  test('a self-hosted server is recognised by its host and port', async (t) => {
    const { owner, api } = await connected(t, 'github', gitHub(shop), { host: 'Git.Acme.example:8443' })
    for (const specUrl of [
      'https://git.acme.example:8443/acme/shop/blob/main/api.yaml',
      'https://raw.git.acme.example:8443/acme/shop/main/api.yaml',
      'https://git.acme.example:8443/raw/acme/shop/main/api.yaml',
    ])
      assert.equal(bodyOf(await specAt(owner, specUrl)).spec, yaml, specUrl)
    assert.equal(api.requests[0]?.headers['x-github-api-version'], '2022-11-28')
    const { length } = api.requests
    // No name in .example resolves, and the public host is no longer this connection's.
    for (const specUrl of [
      'https://git.acme.example/acme/shop/blob/main/api.yaml',
      'https://git.acme.example.evil.example:8443/acme/shop/blob/main/api.yaml',
    ])
      assert.notEqual((await specAt(owner, specUrl)).status, 200)
    assert.equal(api.requests.length, length)
  })

  test('every other address is fetched as anyone may: without the token', async (t) => {
    const plain = await startHttp(t, (_, response) => response.end(yaml))
    const host = `127.0.0.1:${plain.port}`
    const { owner, api } = await connected(t, 'github', gitHub(shop), { host, repositories: ['shop'] })
    const otherPaths = [
      '/other/shop/blob/main/api.yaml',
      '/acme/warehouse/blob/main/api.yaml',
      '/acme/shop/releases/download/v1/api.yaml',
      '/acme/shop/blob/main',
      '/acme/shop/blob/main/..%2F..%2F..%2Fother/api.yaml',
      '/acme%2F..%2Fother/shop/blob/main/api.yaml',
      '/acme/shop/blob/main/%E0%A4%A',
    ]
    for (const path of otherPaths)
      assert.equal(bodyOf(await specAt(owner, `http://${host}${path}`)).spec, yaml)
    assert.equal(plain.requests.length, otherPaths.length)
    for (const { headers } of plain.requests) assert.equal(headers.authorization, undefined)
    assert.equal(api.requests.length, 0)
    bodyOf(await specAt(owner, `http://${host}/acme/shop/blob/main/api.yaml`))
    assert.equal(api.requests.length, 1)

    const wide = await connected(t, 'github', gitHub({ ...shop, name: 'other/shop' }), { host })
    for (const owner of ['other', 'acme-labs', 'ac'])
      bodyOf(await specAt(wide.owner, `http://${host}/${owner}/shop/blob/main/api.yaml`))
    assert.equal(wide.api.requests.length, 0)
  })

  test('a connection belongs to one organisation and mode', async (t) => {
    const web = await startHttp(t, (_, response) => response.end('as anyone'))
    const host = `127.0.0.1:${web.port}`
    const first = await app.organisation()
    const api = await startHttp(t, gitHub(shop))
    await connectVcs(first.owner, { provider: 'github', apiUrl: `http://127.0.0.1:${api.port}`, host })
    const specUrl = `http://${host}/acme/shop/blob/main/api.yaml`
    const other = (await app.organisation()).owner
    const tester = await first.person('owner', { mode: 'test' })
    for (const client of [other, tester])
      assert.equal(bodyOf(await specAt(client, specUrl)).spec, 'as anyone')
    assert.equal(api.requests.length, 0)
    assert.equal(bodyOf(await specAt(first.owner, specUrl)).spec, yaml)
  })

  test('a redirect to another host is followed without the token', async (t) => {
    const store = await startHttp(t, (_, response) => response.end(yaml))
    const { owner } = await connected(t, 'bitbucket', (request, response) => {
      assert.equal(request.headers.authorization, `Bearer ${token}`)
      response.writeHead(301, { location: `http://127.0.0.1:${store.port}/media` }).end()
    })
    assert.equal(bodyOf(await specAt(owner, 'https://bitbucket.org/acme/shop/src/main/a.yaml')).spec, yaml)
    assert.deepEqual(
      store.requests.map(({ headers }) => headers.authorization),
      [undefined],
    )
  })
})
