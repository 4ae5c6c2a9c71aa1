import assert from 'node:assert/strict'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { type RunningServer, startServer } from '../../main.ts'
import { findLostKeys } from '../../services/vault/lost-keys.ts'
import { openMasterKeys } from '../../services/vault/master-keys.ts'
import { rotateMasterKey } from '../../services/vault/rotation.ts'
import { keyUses } from '../../store/queries/keys-in-use.ts'
import {
  browserTab,
  type EngineName,
  clientOf,
  newOrganisation,
  onEachEngine,
  openTestStore,
  testServerDefaults,
} from '../../testing/index.ts'
import { rowsIn } from '../../testing/tables.ts'

const webhook = { url: 'https://chat.example/hook' }
const secret = { name: 'Key', keyword: 'key', type: 'text', value: 'hush' }

/** A separate store, and servers on it that look for their master key in different files. */
async function sceneOn(t: TestContext, engine: EngineName) {
  const { store, location, remove } = await openTestStore(engine)
  const running: RunningServer[] = []
  t.after(async () => {
    for (const one of running) await one.close()
    await remove()
  })
  const { ownerToken, setupLink } = await newOrganisation(store, '')
  return {
    store,
    keyFile: (name: string) => join(location.dataDir, name),
    async clientWithKey(name: string) {
      const server = await startServer({
        store,
        ...testServerDefaults,
        masterKey: { file: join(location.dataDir, name), mayMakeFile: true },
        // Nothing listens there: what it would send stays.
        mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'svc@example.com' },
        log: () => {},
      })
      running.push(server)
      return clientOf(server.url, ownerToken)
    },
    /** The owner begins to add an authenticator app, invites somebody by mail and sets up SAML. */
    async addOwners() {
      const url = running.at(-1)?.url ?? ''
      const tab = browserTab(url)
      await tab.send('POST', '/auth/links/use', { link: setupLink, password: 'a long walk by the river' })
      assert.equal((await tab.send('POST', '/auth/totp')).status, 200)
      const invited = await tab.send('POST', '/auth/members', { email: 'ada@example.com', role: 'member' })
      assert.equal(invited.status, 201, invited.text)
      const saml = { name: 'SAML', protocol: 'saml', saml: { signRequests: true } }
      const provider = await tab.send('POST', '/v1/identity-providers', saml)
      assert.equal(provider.status, 201, provider.text)
      assert.equal((await fetch(`${url}/auth/saml/${provider.body.id}/metadata`)).status, 200)
    },
  }
}

onEachEngine((engine) => {
  // Each of these alone must prevent a lost key from being replaced.
  for (const { what, path, body } of [
    { what: 'webhook secret', path: '/webhooks', body: webhook },
    { what: 'vault value', path: '/secrets', body: secret },
  ]) {
    test(`a lost master key is not replaced while there is a ${what}`, async (t) => {
      const scene = await sceneOn(t, engine)
      assert.equal((await (await scene.clientWithKey('first.key')).post(path, body)).status, 201)
      const client = await scene.clientWithKey('lost.key')
      for (const [at, input] of [
        ['/webhooks', webhook],
        ['/secrets', { ...secret, keyword: 'another' }],
      ] as const) {
        const { status, body: answer } = await client.post(at, input)
        assert.equal(status, 503, at)
        const said = JSON.stringify(answer)
        assert.ok(said.includes(what), said)
        assert.match(said, /encrypted with the master key [0-9a-f]{16}, which is missing: put/)
      }
      const file = scene.keyFile('lost.key')
      await assert.rejects(rotateMasterKey(scene.store, openMasterKeys({ file, mayMakeFile: true })), {
        name: 'MasterKeyError',
      })
      await assert.rejects(access(file), 'no key was made')
      assert.equal((await client.get('/projects')).status, 200, 'everything else works')
    })
  }

  test('everything in the database that is encrypted with a master key is in the list', async (t) => {
    const { store, keyFile, clientWithKey, addOwners } = await sceneOn(t, engine)
    const client = await clientWithKey('master.key')
    const made = await client.post('/webhooks', webhook)
    const id = made.body.id ?? made.body.webhook?.id
    assert.equal((await client.post(`/webhooks/${id}/rotate-secret`)).status, 200, JSON.stringify(made.body))
    assert.equal((await client.post('/secrets', secret)).status, 201)
    await addOwners()
    const keys = openMasterKeys({ file: keyFile('master.key') })
    const keyId = keys.newest()?.id ?? ''
    assert.match(keyId, /^[0-9a-f]{16}$/)
    const found: string[] = []
    for (const row of await rowsIn(store, columns[engine])) {
      const rows = await rowsIn(
        store,
        `select 1 as found from ${row.tbl} where cast("${row.col}" as text) like ? limit 1`,
        [`%${keyId}%`],
      )
      if (rows.length > 0) found.push(`${row.tbl}.${row.col}`)
    }
    assert.deepEqual(found.toSorted(), keyUses.map(({ table, column }) => `${table}.${column}`).toSorted())
    assert.deepEqual(await findLostKeys(store, keys), [])
    const without = await findLostKeys(store, openMasterKeys({}))
    assert.deepEqual(
      without.map(({ what }) => what),
      keyUses.map(({ what }) => what),
    )
  })
})

const columns = {
  sqlite: `select m.name as tbl, c.name as col from sqlite_master m join pragma_table_info(m.name) c
    where m.type = 'table'`,
  postgres: `select table_name as tbl, column_name as col from information_schema.columns
    where table_schema = current_schema()`,
}
