import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { kinds } from '@svc/model'
import {
  createFixtures,
  eventually,
  onEachEngine,
  onlyInLongRun,
  type TestOrganisation,
  useApp,
} from '@svc/server/testing'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { isWithoutBrowser, launchBrowser } from '../browser/browser.ts'
import { findKeycloak } from './find-keycloak.ts'
import { type RunningKeycloak, startKeycloak } from './keycloak-process.ts'
import { makeRealm, password, type Person, type Realm } from './realm.ts'

/** How long an ended session may still be good for. */
const endedWithinMs = 5_000

const found = onlyInLongRun || isWithoutBrowser ? { unavailable: '' } : await findKeycloak()
const skip = onlyInLongRun || isWithoutBrowser || ('unavailable' in found && found.unavailable)

let keycloak: RunningKeycloak
let browser: Browser
before(async () => {
  if ('home' in found) keycloak = await startKeycloak(found.home)
  if (!skip) browser = await launchBrowser()
})
after(async () => {
  await browser?.close()
  await keycloak?.stop()
})

onEachEngine((engine) => {
  const app = useApp(engine, { fetchAllow: ['127.0.0.1', 'localhost'] })
  const domain = `keycloak-${engine}.example`
  const contexts: BrowserContext[] = []
  let organisation: TestOrganisation
  let realm: Realm
  /** Of svc, as a browser knows it. */
  let origin: string
  let providerId: string
  let teamId: string

  /** What the guide says, step by step. */
  before(async () => {
    if (skip) return
    origin = app.url.replace('127.0.0.1', 'localhost')
    realm = await makeRealm(keycloak, { name: engine, domain, groups: ['platform', 'everybody'] })
    organisation = await app.organisation()
    const { owner } = organisation
    const made = async (path: string, body: object) => {
      const { status, body: answer } = await owner.post(path, body)
      assert.equal(status, 201, JSON.stringify(answer))
      return answer
    }
    const keyword = 'keycloak-client'
    const provider = await made('/identity-providers', {
      ...{ name: 'Keycloak', protocol: 'oidc', vendor: 'keycloak', status: 'active' },
      jit: { enabled: true, role: 'viewer' },
      oidc: { issuer: realm.url, clientId: 'svc', clientSecretVaultKeyword: keyword },
    })
    providerId = provider.id
    const value = await realm.openIdClient({
      clientId: 'svc',
      redirectUri: provider.oidc.redirectUri,
      afterLogout: `${origin}/sign-in`,
      backchannelLogout: provider.oidc.backchannelLogoutUri,
    })
    await made('/secrets', { name: 'Keycloak', type: 'text', keyword, value })
    await createFixtures({ app, organisation }).put(kinds.ssoDomain, {
      ...{ normalizedDomain: domain, verificationStatus: 'verified', identityProviderId: providerId },
    })
    teamId = (await made('/teams', { name: 'Platform' })).id
    const mapping = { source: 'idp', identityProviderId: providerId, group: 'platform' }
    await made('/group-mappings', { ...mapping, teamId, role: 'member' })
  })
  after(async () => {
    for (const context of contexts) await context.close()
  })

  async function newPage(): Promise<Page> {
    const context = await browser.newContext()
    contexts.push(context)
    return context.newPage()
  }

  const start = (page: Page) => page.goto(`${origin}/auth/oidc/${providerId}/start?return=/teams`)

  async function fillIn(page: Page, { username }: Person): Promise<void> {
    await page.locator('#username').fill(username)
    await page.locator('#password').fill(password)
    await page.locator('#kc-login').click()
  }

  async function signIn(page: Page, person: Person): Promise<void> {
    await start(page)
    await fillIn(page, person)
    await page.waitForURL(`${origin}/teams`)
  }

  const session = async (page: Page) => page.request.get(`${origin}/auth/session`)
  const untilEnded = (page: Page) =>
    eventually(
      async () => (await session(page)).status(),
      (status) => status === 401,
      endedWithinMs,
    )

  test('somebody signs in from a browser, and their groups become a team and a role', { skip }, async () => {
    const ada = await realm.person('ada', ['platform', 'everybody'])
    const page = await newPage()
    await signIn(page, ada)
    const { user, role } = await (await session(page)).json()
    assert.deepEqual([user.email, role], [ada.email, 'member'])
    const { body: team } = await organisation.owner.get(`/teams/${teamId}`)
    assert.deepEqual(team.memberUids, [user.id])
  })

  test('an administrator there ends the sessions, and access here ends', { skip }, async () => {
    const bob = await realm.person('bob', [])
    const page = await newPage()
    await signIn(page, bob)
    await realm.endSessions(bob)
    await untilEnded(page)
    await start(page)
    await page.locator('#username').waitFor()
  })

  test('somebody who is disabled there cannot sign in again', { skip }, async () => {
    const carol = await realm.person('carol', [])
    const page = await newPage()
    await signIn(page, carol)
    await realm.setEnabled(carol, false)
    await realm.endSessions(carol)
    await untilEnded(page)
    await start(page)
    await fillIn(page, carol)
    await page.getByText('Account is disabled').waitFor()
    assert.equal((await session(page)).status(), 401)
  })

  test('signing out here signs out there', { skip }, async () => {
    const dan = await realm.person('dan', [])
    const page = await newPage()
    await signIn(page, dan)
    const answer = await page.request.post(`${origin}/auth/sign-out`, { headers: { origin }, data: {} })
    const { endSessionUrl } = await answer.json()
    await page.goto(endSessionUrl)
    await page.waitForURL((url) => url.href.startsWith(`${origin}/sign-in`))
    assert.equal((await session(page)).status(), 401)
    await start(page)
    await page.locator('#username').waitFor()
  })

  test('signing out there signs out here', { skip }, async () => {
    const eve = await realm.person('eve', [])
    const page = await newPage()
    await signIn(page, eve)
    await page.goto(`${realm.url}/protocol/openid-connect/logout`)
    await page.locator('#kc-logout').click()
    await untilEnded(page)
  })

  test('new keys interrupt nobody', { skip }, async () => {
    const fay = await realm.person('fay', [])
    const early = await newPage()
    await signIn(early, fay)
    await realm.rotateKeys()
    await signIn(await newPage(), fay)
    assert.equal((await session(early)).status(), 200)
    const gus = await realm.person('gus', [])
    const late = await newPage()
    await signIn(late, gus)
    await realm.endSessions(gus)
    await untilEnded(late)
  })
})
