import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { allOperations, kinds } from '@svc/model'
import { databaseFile, openStore } from '@svc/server'
import {
  caughtUp,
  clientOf,
  clockBetweenJobs,
  eventually,
  newOrganisation,
  requiredQueryOf,
  type TestApp,
} from '@svc/server/testing'
import { jsonOf } from '../../packages/cli/src/testing/run-svc.ts'
import { startServer } from '../../packages/server/src/main.ts'
import { newSide, ownAddress, type Side } from '../../packages/server/src/testing/sides.ts'
import { type Recording, type RecordedTable, writeRecording } from './recording.ts'

/** Writes down what this version of svc stores and gives out; README.md says how it is used. */

const [file = ''] = process.argv.slice(2)
const dataDir = mkdtempSync(join(tmpdir(), 'svc-record-'))
const now = clockBetweenJobs()
const masterKey = { file: join(dataDir, 'master.key'), mayMakeFile: true }

try {
  const { organisationId, ...given } = await served()
  const folder = join(dataDir, 'archive')
  const env = { SVC_DATA_DIR: dataDir }
  await jsonOf(['export', '--format', 'json', folder, '--org', organisationId], { env })
  writeRecording(file, {
    ...given,
    at: now().toISOString(),
    masterKey: readFileSync(masterKey.file, 'utf8'),
    tables: tablesOf(databaseFile(dataDir)),
    archive: Object.fromEntries(
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
    ),
  })
} finally {
  rmSync(dataDir, { recursive: true })
}

async function served() {
  const store = await openStore({ dataDir })
  const server = await startServer({
    store,
    host: '127.0.0.1',
    port: 0,
    rateLimit: 'off',
    fetchAllow: ['127.0.0.1'],
    dnsServers: ['127.0.0.1:1'],
    masterKey,
    now,
    log: (line) => line.level === 'error' && console.error(line),
  })
  const made = await newOrganisation(store, server.url)
  const app: TestApp = {
    store,
    url: server.url,
    location: { dataDir },
    client: (token) => clientOf(server.url, token),
    organisation: async () => made,
  }
  const side = await newSide(app, 'before', made, 'live')
  await largeText(side)
  const webhook = await pendingWebhook(side)
  const once = await askedOnce(side)
  await caughtUp(app)
  const given = {
    organisationId: made.id,
    token: String(side.client.token),
    answers: await answersFor(side),
    nextPages: await nextPagesOf(side),
    events: (await side.client.get('/events?limit=1000')).body.events,
    webhook,
    once,
  }
  await server.close()
  await store.close()
  return given
}

/** Later versions keep those apart from the log. */
async function largeText({ client }: Side): Promise<void> {
  const bodyMd = 'A line of a long text.\n'.repeat(500)
  const { body } = await client.post(kinds.runbook.path, { ...kinds.runbook.example, bodyMd })
  assert.equal((await client.patch(`${kinds.runbook.path}/${body.id}`, { title: 'Changed' })).status, 200)
}

async function pendingWebhook({ client }: Side): Promise<Recording['webhook']> {
  const { body } = await client.post('/webhooks', { url: 'http://127.0.0.1:1/away' })
  await client.post('/teams', { name: 'Told to nobody yet' })
  const deliveries = await eventually(
    async () => (await client.get(`/webhooks/${body.id}/deliveries`)).body.deliveries,
    (all) => all.length > 0,
  )
  return { id: body.id, secret: body.secret, deliveries }
}

async function askedOnce({ client }: Side): Promise<Recording['once']> {
  const [key, body] = ['asked-before-the-upgrade', { name: 'Once' }]
  const { status, body: answer } = await client.post('/teams', body, { 'idempotency-key': key })
  assert.equal(status, 201)
  return { key, body, answer }
}

async function answersFor(side: Side): Promise<Recording['answers']> {
  const answers = []
  for (const operation of allOperations) {
    const { method, path: route } = operation
    if (method !== 'GET' || route.endsWith('/spec') || route === '/openapi.json') continue
    const query = requiredQueryOf(operation, side.made.get(kinds.project)?.id)
    const address = `${ownAddress(side, route)}?${query}`
    const { headers, body } = await side.client.get(address)
    answers.push({ route, address, etag: String(headers.get('etag')), body })
  }
  return answers
}

async function nextPagesOf(side: Side): Promise<readonly string[]> {
  const addresses = []
  for (const operation of allOperations) {
    const { method, path, query } = operation
    if (method !== 'GET' || query?.cursor === undefined) continue
    const required = requiredQueryOf(operation, side.made.get(kinds.project)?.id)
    const address = `${ownAddress(side, path)}?limit=1&${required}`
    const { nextCursor } = (await side.client.get(address)).body
    assert.ok(nextCursor, `${address} has no second page`)
    addresses.push(`${address}&cursor=${nextCursor}`)
  }
  return addresses
}

function tablesOf(database: string): readonly RecordedTable[] {
  const db = new DatabaseSync(database, { readOnly: true })
  const schema = db.prepare(`select type, name, tbl_name, sql from sqlite_master where sql is not null`).all()
  const tables = schema
    .filter(({ type }) => type === 'table')
    .map(({ name }) => ({
      name: String(name),
      ddl: schema.filter(({ tbl_name }) => tbl_name === name).map(({ sql }) => String(sql)),
      rows: db.prepare(`select * from "${name}"`).all() as RecordedTable['rows'],
    }))
  db.close()
  return tables
}
