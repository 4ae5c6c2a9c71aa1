import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { allKinds, kinds, listKeyOf } from '@svc/model'
import {
  type Client,
  caughtUp,
  clientOf,
  clockBetweenJobs,
  kindsWith,
  newOrganisation,
  onEachEngine,
  rowsIn,
  unzipped,
} from '@svc/server/testing'
import { issueToken } from '../../packages/server/src/services/identity/issue-credentials.ts'
import { newSide } from '../../packages/server/src/testing/sides.ts'
import { needsSecrets } from '../../packages/server/src/store/archive/contents.ts'
import { runProgram } from '../../packages/cli/src/testing/run-program.ts'
import { atTheEnd, newFolder, otherEngine, restedStore, serve, svc } from './moved-store.ts'

const linesOf = (files: ReadonlyMap<string, string>, table: string): readonly string[] =>
  (files.get(`${table}.ndjson`) ?? '').split('\n').filter((line) => line !== '')

async function download(url: string, token: string, path: string): Promise<void> {
  const response = await fetch(`${url}/v1/exports/archive`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'application/zip')
  assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="test-[\d-]+\.zip"$/)
  await writeFile(path, Buffer.from(await response.arrayBuffer()))
}

/** All records of all kinds that an archive for an admin has, and the log. */
async function everythingOf(client: Client, appId: unknown): Promise<ReadonlyMap<string, unknown>> {
  const seen = new Map<string, unknown>()
  for (const kind of kindsWith('list')) {
    if (needsSecrets(kind)) continue
    const { status, body } = await client.get(`${kind.path}?${kind.requiredFilters ? `appId=${appId}` : ''}`)
    assert.equal(status, 200, kind.path)
    seen.set(kind.path, body[listKeyOf(kind)])
  }
  seen.set('events', (await client.get('/events?limit=1000')).body.events)
  return seen
}

onEachEngine((engine) => {
  test(`what an admin downloads while others write is one moment, and loads into ${otherEngine(engine)}`, async (t) => {
    const later = atTheEnd(t)
    const folder = await newFolder(later)
    const serving = { masterKey: { file: join(folder, 'key'), mayMakeFile: true }, now: clockBetweenJobs() }
    const here = await restedStore(later, engine, serving)
    const there = await restedStore(later, otherEngine(engine), serving)
    const first = await serve(here, serving)
    later(first.close)
    const [made, others] = [
      await newOrganisation(first.store, first.url),
      await newOrganisation(first.store, first.url),
    ]
    const app = {
      ...first,
      location: here,
      client: () => clientOf(first.url),
      organisation: async () => made,
    }
    const live = await newSide(app, 'ours-live', made, 'live')
    const mock = await newSide(app, 'ours-test', made, 'test')
    const other = await newSide({ ...app, organisation: async () => others }, 'theirs', others, 'live')
    const content = Buffer.from('GIF89a and more').toString('base64')
    const runbook = live.made.get(kinds.runbook)
    const image = (await live.client.post(`/runbooks/${runbook?.id}/images`, { content })).body
    const value = 'open sesame, and nobody else'
    const item = { name: 'Kept', type: 'text', keyword: 'kept', value }
    assert.equal((await live.client.post('/secrets', item)).status, 201)
    await live.client.post('/sso/saml-keys')
    await caughtUp(app)

    // Consistent while others write.
    let count = 0
    let isDone = false
    const writers = Array.from({ length: 3 }, async () => {
      while (!isDone) assert.equal((await live.client.post('/teams', { name: `T ${++count}` })).status, 201)
    })
    const busy = join(folder, 'busy.zip')
    await download(first.url, made.ownerToken, busy)
    isDone = true
    await Promise.all(writers)
    const during = await unzipped(busy)
    assert.equal([...during.keys()].at(-1), 'manifest.json')
    const inLive = (table: string) => linesOf(during, table).filter((line) => line.startsWith('{"in":"live"'))
    const created = inLive('events').filter((line) => line.includes('"type":"team.created"'))
    assert.equal(created.length, inLive('teams').length)
    assert.match(await svc(there, ['import', 'archive', busy, '--json']), /"hasCredentials":false/)

    // Nothing of others, and nothing that opens a door.
    const everything = [...during.values()].join('')
    for (const { id } of other.made.values()) assert.ok(!everything.includes(String(id)))
    for (const side of [live, mock])
      assert.ok(everything.includes(String(side.made.get(kinds.project)?.id)), side.name)
    assert.ok(!everything.includes(value))
    const columns = [
      ...['passwords.hash', 'totp_secrets.secret', 'recovery_codes.digest', 'passkeys.credential_id'],
      ...['saml_keys.private_key', 'secret_values.wrapped_key', 'secret_values.sealed_value'],
      ...allKinds.flatMap(({ table, fields }) =>
        Object.entries(fields)
          .filter(([, { traits }]) => traits.secret)
          .map(([key]) => `${table}.${key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`),
      ),
    ]
    const found = new Set<string>()
    for (const column of columns) {
      const [table = '', name = ''] = column.split('.')
      for (const row of await rowsIn(
        first.store,
        `select ${name} as hidden from ${table} where ${name} <> ''`,
      )) {
        found.add(column)
        assert.ok(!everything.includes(String(row.hidden)), `${column} is in the archive`)
      }
    }
    for (const column of ['saml_keys.private_key', 'secret_values.sealed_value', 'webhooks.secret'])
      assert.ok(found.has(column), `${column} was looked for`)
    for (const table of ['tokens', 'api_keys', 'scim_tokens', 'oncall_feeds'])
      assert.ok(found.has(`${table}.digest`), `${table} were looked for`)
    for (const token of [made.ownerToken, live.client.token, mock.client.token])
      assert.ok(!everything.includes(String(token)))

    // As it was, under new credentials.
    const rested = join(folder, 'rested.zip')
    await download(first.url, made.ownerToken, rested)
    const back = await restedStore(later, engine, serving)
    await svc(back, ['import', 'archive', rested])
    const second = await serve(back, serving)
    later(second.close)
    for (const side of [live, mock]) {
      const issued = await issueToken(second.store, {
        organisationId: made.id,
        email: (await live.client.get('/me')).body.user.email,
        mode: side.mode,
        scopes: ['admin'],
        name: 'moved',
        expiresAt: null,
      })
      const appId = side.made.get(kinds.project)?.id
      const moved = clientOf(second.url, issued.token)
      const [was, is] = [await everythingOf(side.client, appId), await everythingOf(moved, appId)]
      for (const [path, body] of was) assert.deepEqual(is.get(path), body, `${side.name}: ${path}`)
      assert.deepEqual((await moved.get('/secrets')).body.secrets, [])
      if (side !== live) continue
      assert.equal((await moved.get(`/runbooks/${runbook?.id}/${image.path}`)).body.content, content)
      const types = (await moved.get('/audit-log?limit=20')).body.auditLog.map(
        ({ type }: { type: string }) => type,
      )
      assert.ok(types.includes('organisation.archive_downloaded'), types.join())
      // The vault takes the items again.
      assert.equal((await moved.post('/secrets', item)).status, 201)
    }
    const { status } = await clientOf(second.url, made.ownerToken).get('/me')
    assert.equal(status, 401, 'its old tokens stay behind')

    // By the standard tool, where there is one, and then from its folder.
    try {
      execFileSync('unzip', ['-qq', rested, '-d', join(folder, 'unpacked')])
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOENT')
      await mkdir(join(folder, 'unpacked'))
      for (const [name, text] of await unzipped(rested)) await writeFile(join(folder, 'unpacked', name), text)
    }
    const again = await restedStore(later, otherEngine(engine), serving)
    const said = await svc(again, ['import', 'archive', join(folder, 'unpacked')])
    assert.match(said, /came without passwords.*\n.*\n.*svc user link --email/)

    // Damaged, cut off, or something else.
    const refused = async (path: string, sentence: RegExp) => {
      const { code, err } = await runProgram(['import', 'archive', path], {
        env: { SVC_DATA_DIR: join(folder, 'nowhere') },
      })
      assert.equal(code, 1, String(sentence))
      assert.match(err, sentence)
      assert.match(err, /^[^\n]+\n$/)
    }
    const bytes = await readFile(rested)
    const spoilt = join(folder, 'spoilt.zip')
    await writeFile(spoilt, bytes)
    await truncate(spoilt, bytes.length - 5_000)
    await refused(spoilt, /is not an archive: neither a folder nor a complete zip file/)
    const altered = Buffer.from(bytes)
    altered.fill(0, 400, 420)
    await writeFile(spoilt, altered)
    await refused(spoilt, /has been altered or damaged/)
    await writeFile(spoilt, 'hello')
    await refused(spoilt, /is not an archive/)
  })
})
