import assert from 'node:assert/strict'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import {
  allOperations,
  integrationTypes,
  oncallProviderNames,
  oncallProviders,
  requiredParts,
} from '@svc/model'
import { startHttp, unzipped } from '@svc/server/testing'
import { holds, newCanary } from './testing/canaries.ts'
import { jsonOf, runSvc, scratchDir } from './testing/run-svc.ts'
import { serveSvc } from './testing/serve-svc.ts'

async function echoServer(t: TestContext): Promise<string> {
  const { port } = await startHttp(t, (request, response) => {
    const said = JSON.stringify(request.headers)
    response.writeHead(500, { 'content-type': 'application/json', 'x-echo': said }).end(said)
  })
  return `http://127.0.0.1:${port}`
}

test('the search finds a value in any of its forms', () => {
  const canary = newCanary()
  const written = [
    canary,
    `before ${canary} after`,
    Buffer.from(canary).toString('base64'),
    Buffer.from(`{"value":"${canary}"}`).toString('base64'),
    Buffer.from(`x${canary}`).toString('base64url'),
    Buffer.from(canary).toString('hex'),
  ]
  for (const text of written) assert.ok(holds(Buffer.from(text), canary), text)
  assert.ok(!holds(Buffer.from(newCanary()), canary))
  assert.ok(!holds(Buffer.from(canary.slice(0, 4)), canary))
})

test('no value of the vault is in any answer, log line, event, metric, file, backup or archive', async (t) => {
  const dir = await scratchDir(t)
  const env = { SVC_DATA_DIR: dir }
  const { token } = await jsonOf<{ token: string }>(
    ['org', 'create', '--name', 'Acme', '--owner-email', 'ada@example.com'],
    { env },
  )
  const upstream = await echoServer(t)
  const server = await serveSvc(t, ['--log', '--fetch-allow', '127.0.0.1'], env)
  const canaries: string[] = []
  const plant = (): string => {
    const canary = newCanary()
    canaries.push(canary)
    return canary
  }
  const seen: Buffer[] = []
  const note = (text: string | Buffer): void => void seen.push(Buffer.from(text))

  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    note(`${JSON.stringify([...response.headers])}\n${text}`)
    return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : undefined }
  }
  const item = (keyword: string) => ({ name: keyword, type: 'text', keyword })
  const made = async (reply: ReturnType<typeof send>): Promise<string> => {
    const { status, body, text } = await reply
    assert.equal(status, 201, text)
    return body.id
  }

  // Stored by the API: as text, as a file, once with a key, and replacing another.
  const id = await made(send('POST', '/v1/secrets', { ...item('first'), value: plant() }))
  const file = Buffer.from(plant()).toString('base64')
  await made(send('POST', '/v1/secrets', { ...item('file'), type: 'file', valueBase64: file }))
  const once = { ...item('once'), value: plant() }
  for (const _ of [1, 2]) await made(send('POST', '/v1/secrets', once, { 'idempotency-key': 'once' }))
  assert.equal((await send('PUT', `/v1/secrets/${id}/value`, { value: plant() })).status, 200)

  // Stored by the command: from a pipe and from a file.
  const command = async (args: readonly string[], input?: string, expected = 0) => {
    const { code, out, err } = await runSvc(args, { env, ...(input !== undefined && { input }) })
    assert.equal(code, expected, err)
    note(out + err)
  }
  /** A job that fails completely. */
  const failing = (job: string) => command(['job', 'run', job, '--fetch-allow', '127.0.0.1'], undefined, 1)
  const { host } = new URL(upstream)
  const piped = ['--keyword', 'piped', '--uses', `envSync, observability@${host}`]
  await command(['vault', 'put', 'Piped', ...piped], `${plant()}\n`)
  const elsewhere = await scratchDir(t)
  await writeFile(join(elsewhere, 'value'), plant())
  const filed = ['--keyword', 'filed', '--uses', `deployment,vcs@${host}`, '--file', join(elsewhere, 'value')]
  await command(['vault', 'put', 'Filed', ...filed])
  await command(['vault', 'list', '--json'])

  // Errors of every sort, with a value in each.
  const wrong = () => ({ ...item('wrong'), value: plant() })
  const mistakes: readonly (readonly [string, string, unknown, Record<string, string>?])[] = [
    ['POST', '/v1/secrets', { ...wrong(), nope: plant() }],
    ['POST', '/v1/secrets', { ...wrong(), keyword: plant().toUpperCase() }],
    ['POST', '/v1/secrets', { ...wrong(), keyword: 'first' }],
    ['POST', '/v1/secrets', { ...wrong(), type: plant() }],
    ['POST', '/v1/secrets', { ...wrong(), appId: 'prj_none' }],
    ['POST', '/v1/secrets', { ...wrong(), valueBase64: plant() }],
    ['POST', '/v1/secrets', { ...item('wrong'), type: 'file', valueBase64: `${plant()}!` }],
    ['POST', '/v1/secrets', { ...wrong(), value: `${plant()}\0` }],
    ['POST', '/v1/secrets', { ...wrong(), value: [plant()] }],
    ['POST', '/v1/secrets', { ...wrong(), value: plant().padEnd(300_000, 'x') }],
    ['POST', '/v1/secrets', { ...wrong(), value: plant().padEnd(2_000_000, 'x') }],
    ['POST', '/v1/secrets', `{"value":"${plant()}"`],
    ['POST', '/v1/secrets', `${plant()}`],
    ['POST', '/v1/secrets', `{"name":"x","value":"${plant()}",}`],
    ['POST', '/v1/secrets', { ...once, value: plant() }, { 'idempotency-key': 'once' }],
    ['POST', '/v1/secrets', wrong(), { 'content-type': 'text/plain' }],
    ['POST', '/v1/secrets', wrong(), { authorization: 'Bearer x' }],
    ['PUT', '/v1/secrets/sec_none/value', { value: plant() }],
    ['PUT', `/v1/secrets/${id}/value`, { valueBase64: plant() }],
    ['PUT', `/v1/secrets/${id}/value`, { value: plant() }, { 'if-match': '"0"' }],
    ['PATCH', `/v1/secrets/${id}`, { value: plant() }],
    ['PUT', '/v1/integrations/slack', { config: { workspace: 'x', webhookUrlKeyword: plant() } }],
    [
      'PUT',
      '/v1/integrations/slack',
      { config: { workspace: 'x', webhookUrlKeyword: 'first', token: plant() } },
    ],
    ['PUT', '/v1/integrations/vcs', { config: { provider: plant() } }],
  ]
  for (const [method, path, body, headers] of mistakes) {
    const { status, text } = await send(method, path, body, headers)
    assert.ok(status >= 400 && status < 500, `${method} ${path}: ${status} ${text}`)
  }

  // Used: sent to another service that echoes it.
  const configs = {
    slack: { workspace: 'x', webhookUrlKeyword: 'first' },
    jira: { siteUrl: upstream, email: 'bot@example.com', tokenKeyword: 'once' },
    envSync: { environments: ['a'], mappings: [{ environment: 'a', variable: 'X', valueKeyword: 'piped' }] },
    observability: { kind: 'prometheus', baseUrl: upstream, tokenKeyword: 'piped' },
    deployment: { platforms: ['web'], credentialKeywords: ['file', 'filed'] },
    vcs: { provider: 'github', apiUrl: upstream, organisation: 'x', tokenKeyword: 'filed' },
  }
  for (const [type, config] of Object.entries(configs)) {
    const { status, text } = await send('PUT', `/v1/integrations/${type}`, { config })
    assert.equal(status, 200, text)
    assert.equal((await send('POST', `/v1/integrations/${type}/test`)).status, 200)
  }

  const specUrl = 'https://github.com/x/y/blob/main/openapi.yaml'
  const apiId = await made(send('POST', '/v1/apis', { name: 'x', specUrl }))
  const { text } = await send('GET', `/v1/apis/${apiId}/spec`)
  assert.match(text, /GitHub \(github\.com\) answers with status 500/)
  const appId = await made(send('POST', '/v1/projects', { name: 'x' }))
  const terms = { name: 'x', appId, type: 'availability', target: 99, window: 'rolling30d' }
  const sloId = await made(send('POST', '/v1/slos', { ...terms, dataSource: 'prometheus:up' }))
  await failing('slo-calculator')
  const { body: slo } = await send('GET', `/v1/slos/${sloId}`)
  assert.equal(slo.dataSourceError, 'Prometheus answers with status 500.')
  const { body: team } = await send('POST', '/v1/teams', { name: 'x' })
  for (const provider of oncallProviderNames.filter(
    (name) => 'baseUrl' in oncallProviders[name].credential.fields,
  )) {
    const parts = requiredParts(oncallProviders[provider]).map((part) => [part, plant()])
    const value = JSON.stringify({ ...Object.fromEntries(parts), baseUrl: upstream })
    await made(send('POST', '/v1/secrets', { ...item(provider), value }))
    const binding = { scope: 'team', targetId: team.id, provider, scheduleId: 'S1' }
    const bindingId = await made(send('POST', '/v1/oncall/bindings', binding))
    assert.equal((await send('POST', `/v1/oncall/bindings/${bindingId}/refresh`)).status, 502)
  }
  await made(send('POST', '/v1/secrets', { ...item('ical-days'), value: `${upstream}/${plant()}/days.ics` }))
  const byFeed = { scope: 'team', targetId: team.id, provider: 'ical', scheduleId: 'days' }
  const feedId = await made(send('POST', '/v1/oncall/bindings', byFeed))
  assert.equal((await send('POST', `/v1/oncall/bindings/${feedId}/refresh`)).status, 502)
  const refs = { sentry: 'acme/shop', rollbar: 'shop', bugsnag: '515fb9337c1074f6fd000001' }
  for (const [provider, projectRef] of Object.entries(refs)) {
    const value = JSON.stringify({ token: plant(), baseUrl: upstream })
    await made(send('POST', '/v1/secrets', { ...item(provider), value }))
    const appId = await made(send('POST', '/v1/projects', { name: provider }))
    const tracker = { provider, projectRef, vaultKeyword: provider }
    assert.equal((await send('PUT', `/v1/error-trackers/${appId}`, tracker)).status, 200)
    assert.equal((await send('POST', `/v1/error-trackers/${appId}/refresh`)).status, 502)
  }
  await failing('oncall-refresh')

  await command(['vault', 'rotate-key'])
  await command(['backup', join(elsewhere, 'backup.db')])
  const archive = join(elsewhere, 'archive')
  await command(['export', '--format', 'json', archive])
  const asCode = join(elsewhere, 'as-code')
  await command(['export', '--format', 'terraform', asCode])
  await command(['doctor', '--port', '0'])

  // Everything that can be read.
  for (const { method, path } of allOperations) {
    if (method !== 'GET') continue
    for (const one of path.includes('{type}') ? integrationTypes : [id])
      await send('GET', `/v1${path.replace(/\{\w+\}/, one)}?`)
  }
  for (const { method, path, file: mediaType } of allOperations) {
    if (mediaType === undefined) continue
    const file = join(elsewhere, 'file')
    const response = await fetch(`${server.url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
    })
    assert.deepEqual([response.status, mediaType], [200, 'application/zip'], path)
    await writeFile(file, Buffer.from(await response.arrayBuffer()))
    for (const text of (await unzipped(file)).values()) note(text)
    await rm(file)
  }
  for (const path of ['/metrics', '/v1/audit-log', '/v1/secrets', '/docs', '/readyz']) await send('GET', path)

  // While the server runs there is a WAL; when it has stopped, all of it is in the database.
  const files = async (folder: string) => {
    for (const name of await readdir(folder))
      if (!['value', 'archive', 'as-code'].includes(name)) note(await readFile(join(folder, name)))
    return readdir(folder)
  }
  assert.ok((await files(dir)).includes('svc.db-wal'))
  assert.equal((await send('DELETE', `/v1/secrets/${id}`)).status, 204)
  const { out, err } = await server.stop()
  note(out)
  note(err)
  assert.ok(err.includes('/v1/secrets'), 'requests were logged')
  await files(dir)
  assert.ok((await files(elsewhere)).includes('backup.db'))
  assert.ok(!(await readdir(elsewhere)).includes('master.key'))
  assert.ok((await files(archive)).includes('secret_values.ndjson'))
  assert.ok((await files(asCode)).includes('versions.tf'))

  const everything = Buffer.concat(seen)
  assert.ok(canaries.length > 30)
  for (const [index, canary] of canaries.entries())
    assert.ok(!holds(everything, canary), `value ${index} of ${canaries.length} leaked`)
  assert.ok(everything.includes('cnry…'), 'the search looks where previews are')
})
