import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Client, eventually, onEachEngine, type Reply, useApp } from '../testing/index.ts'

/** Leaves a request to the framework without changing what it asks for. */
const unusual = { 'x-unusual': 'yes' }

onEachEngine((engine) => {
  const lines: Record<string, unknown>[] = []
  const app = useApp(engine, { logsRequests: true, log: (line) => lines.push({ ...line }) })

  /** A project that has been read before. */
  async function newProject() {
    const organisation = await app.organisation()
    const { owner } = organisation
    const { id } = (await owner.post('/projects', { name: 'One' })).body
    await owner.get(`/projects/${id}`)
    return { organisation, owner, id, path: `/projects/${id}` }
  }

  const shown = ({ status, text, headers }: Reply) => ({
    status,
    text,
    headers: [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)).toSorted(),
  })

  const bothWays = async (client: Client, path: string): Promise<void> => {
    const [quick, usual] = [await client.get(path), await client.get(path, unusual)]
    assert.deepEqual(shown(quick), shown(usual), path)
    for (const { headers } of [quick, usual]) assert.match(headers.get('x-request-id') ?? '', /^req_/)
  }

  test('a record from the cache is answered as the framework does', async () => {
    const { owner, path } = await newProject()
    await bothWays(owner, path)
    await owner.patch(path, { description: 'Changed, with ä and €.' })
    await bothWays(owner, path)
    const { headers } = await owner.get(path, { 'x-request-id': 'mine' })
    assert.equal(headers.get('x-request-id'), 'mine')
  })

  test('what is unusual is left to the framework', async () => {
    const { organisation, owner, id, path } = await newProject()
    const { headers, text } = await owner.get(path)
    const etag = headers.get('etag') ?? ''
    assert.equal((await owner.get(path, { 'if-none-match': etag })).status, 304)
    assert.equal(
      (await owner.send('HEAD', path)).headers.get('content-length'),
      String(Buffer.byteLength(text)),
    )
    assert.equal((await owner.get(`/projects/${id.replace('_', '%5F')}`)).text, text)
    assert.equal((await owner.get(`${path}?nothing=1`)).status, 400)
    assert.equal((await owner.get(`${path}/`)).status, 404)
    assert.equal((await app.client('svc_pat_live_wrong').get(path)).status, 401)
    assert.equal((await app.client().get(path)).status, 401)
    assert.equal((await (await app.organisation()).owner.get(path)).status, 404, 'of another organisation')
    const other = await organisation.person('owner', { mode: 'test' })
    assert.equal((await other.get(path)).status, 404, 'in the other mode')
    const ingest = await organisation.key({ scopes: ['ingest'] })
    assert.equal((await ingest.get(path)).status, 403)
    await owner.delete(path)
    await bothWays(owner, '/projects')
    assert.equal((await owner.get(path)).status, 404)
  })

  test('it is counted and logged as any other', async () => {
    const { organisation, owner, path } = await newProject()
    const counted = async (): Promise<number> => {
      const headers = { authorization: `Bearer ${organisation.ownerToken}` }
      const text = await (await fetch(`${app.url}/metrics`, { headers })).text()
      return Number(
        /_count\{method="GET",route="\/v1\/projects\/:appId",status="200"\} (\d+)/.exec(text)?.[1],
      )
    }
    const before = await counted()
    lines.length = 0
    await owner.get(path, { 'x-request-id': 'quick' })
    await owner.get(path, { 'x-request-id': 'usual', ...unusual })
    const logged = await eventually(
      async () => lines.filter(({ path: logged }) => logged === `/v1${path}`),
      ({ length }) => length === 2,
    )
    const [quick, usual] = ['quick', 'usual'].map((id) => logged.find(({ requestId }) => requestId === id))
    assert.deepEqual({ ...quick, ms: 0, requestId: '' }, { ...usual, ms: 0, requestId: '' })
    assert.equal(await counted(), before + 2)
  })
})
