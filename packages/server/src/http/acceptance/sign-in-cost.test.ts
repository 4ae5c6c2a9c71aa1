import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openServices } from '../../services/services.ts'
import { createOrganisation } from '../../services/identity/create-organisation.ts'
import {
  type BrowserTab,
  browserTab,
  onEachEngine,
  openTestStore,
  type TestStore,
  testServerDefaults,
} from '../../testing/index.ts'
import { recordStatements } from '../../testing/record-statements.ts'
import { createApp } from '../app.ts'
import { readTrustedProxies } from '../place/trusted-proxies.ts'

const password = 'a long walk by the river'

/** What most people do every day must not become slower with each other way to sign in that is added. */
onEachEngine((engine) => {
  const statements = recordStatements(engine)
  let opened: TestStore
  let url: string
  let close: () => Promise<void>
  // Without background work, whose statements would be counted too.
  before(async () => {
    opened = await openTestStore(engine)
    const { store, location } = opened
    const masterKey = { file: join(location.dataDir, 'master.key'), mayMakeFile: true }
    const services = openServices({ ...testServerDefaults, store, masterKey, log: () => {} })
    const app = createApp(services, {
      ...{ rateLimit: undefined, metricsToken: undefined, logsRequests: false },
      place: { publicUrl: services.site.configured, proxies: readTrustedProxies(undefined) },
    })
    url = await app.listen({ host: '127.0.0.1', port: 0 })
    close = async () => {
      await app.close()
      await services.close()
    }
  })
  after(async () => {
    await close?.()
    await opened?.remove()
  })

  async function owner(email: string): Promise<void> {
    const made = await createOrganisation(opened.store, { name: 'Quick', ownerEmail: email })
    assert.ok(made)
    const entered = await browserTab(url).send('POST', '/auth/links/use', { link: made.setupLink, password })
    assert.equal(entered.status, 200)
  }

  async function costOf(work: () => Promise<unknown>) {
    let hashes = 0
    const count = () => {
      hashes += 1
    }
    subscribe('svc:password-derivation', count)
    try {
      return { texts: await statements.during(work), hashes }
    } finally {
      unsubscribe('svc:password-derivation', count)
    }
  }

  test('a sign-in with a password takes no more statements and password hashes than it needs', async () => {
    const email = 'ada@quick.example'
    await owner(email)
    const signIn = async (tab: BrowserTab) =>
      assert.equal((await tab.send('POST', '/auth/sign-in', { email, password })).status, 200)
    await signIn(browserTab(url))
    const tab = browserTab(url)
    for (const [where, expected] of [
      ['in a new browser', 23],
      // The session from before is ended, and the device mark saves nothing.
      ['in one with a session', 24],
    ] as const) {
      const { texts, hashes } = await costOf(() => signIn(tab))
      assert.equal(texts.length, expected, [where, ...texts].join('\n'))
      assert.equal(hashes, 3, where)
    }
  })
})
