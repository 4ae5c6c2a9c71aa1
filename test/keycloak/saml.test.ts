import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { kinds } from '@svc/model'
import { createFixtures, onEachEngine, type TestOrganisation, useApp } from '@svc/server/testing'
import { makeRealm, type Realm, type SamlOptions } from './realm.ts'
import { useKeycloak, type Visits, visitsTo } from './scene.ts'

const scene = await useKeycloak()
const { skip, newPage } = scene

onEachEngine((engine) => {
  const app = useApp(engine, { fetchAllow: ['127.0.0.1', 'localhost'] })
  const domain = `keycloak-saml-${engine}.example`
  let organisation: TestOrganisation
  let realm: Realm
  /** Of svc, as a browser knows it. */
  let origin: string
  let providerId: string
  let teamId: string
  let visits: Visits

  const path = () => `/identity-providers/${providerId}`
  const settings = async () => (await organisation.owner.get(path())).body.saml

  /** As somebody who imports the file that svc offers. */
  async function importClient(options?: SamlOptions): Promise<void> {
    const metadata = await fetch(`${origin}/auth/saml/${providerId}/metadata`)
    await realm.samlClient(await metadata.text(), options)
  }

  /** What the guide says, step by step. */
  before(async () => {
    if (skip) return
    origin = app.url.replace('127.0.0.1', 'localhost')
    realm = await makeRealm(scene.keycloak, { name: engine, domain, groups: ['platform', 'everybody'] })
    organisation = await app.organisation()
    const { owner } = organisation
    const made = async (to: string, body: object) => {
      const { status, body: answer } = await owner.post(to, body)
      assert.equal(status, 201, JSON.stringify(answer))
      return answer
    }
    const provider = await made('/identity-providers', {
      ...{ name: 'Keycloak', protocol: 'saml', vendor: 'keycloak', status: 'active' },
      jit: { enabled: true, role: 'viewer' },
      saml: { metadataUrl: `${realm.url}/protocol/saml/descriptor`, signRequests: true },
    })
    providerId = provider.id
    await importClient()
    await createFixtures({ app, organisation }).put(kinds.ssoDomain, {
      ...{ normalizedDomain: domain, verificationStatus: 'verified', identityProviderId: providerId },
    })
    teamId = (await made('/teams', { name: 'Platform' })).id
    const mapping = { source: 'idp', identityProviderId: providerId, group: 'platform' }
    await made('/group-mappings', { ...mapping, teamId, role: 'member' })
    visits = visitsTo(origin, `/auth/saml/${providerId}/start`)
  })

  test('somebody signs in from a browser, and their groups become a team and a role', { skip }, async () => {
    const ada = await realm.person('ada', ['platform', 'everybody'])
    const page = await newPage()
    await visits.signIn(page, ada)
    const { user, role } = (await visits.session(page)).body
    assert.deepEqual([user.email, user.displayName, role], [ada.email, 'ada Example', 'member'])
    const { body: team } = await organisation.owner.get(`/teams/${teamId}`)
    assert.deepEqual(team.memberUids, [user.id])
    const { idpEntityId, ssoUrl, sloUrl, signingCerts, warning } = await settings()
    const address = `${realm.url}/protocol/saml`
    assert.deepEqual([idpEntityId, ssoUrl, sloUrl, warning], [realm.url, address, address, null])
    assert.equal(signingCerts.length, 1)
  })

  test('an administrator there ends the sessions, and access here ends', { skip }, async () => {
    const bob = await realm.person('bob', [])
    const page = await newPage()
    await visits.signIn(page, bob)
    await realm.endSessions(bob)
    await visits.untilEnded(page)
    await visits.isAsked(page)
  })

  test('somebody who is disabled there cannot sign in again', { skip }, async () => {
    const carol = await realm.person('carol', [])
    const page = await newPage()
    await visits.signIn(page, carol)
    await realm.setEnabled(carol, false)
    await realm.endSessions(carol)
    await visits.untilEnded(page)
    await visits.start(page)
    await visits.fillIn(page, carol)
    await page.getByText('Account is disabled').waitFor()
    assert.equal((await visits.session(page)).status, 401)
  })

  test('signing out here signs out there', { skip }, async () => {
    const dan = await realm.person('dan', [])
    const page = await newPage()
    await visits.signIn(page, dan)
    await visits.signOut(page)
    assert.equal((await visits.session(page)).status, 401)
    await visits.isAsked(page)
  })

  for (const [how, isFrontChannel] of [
    ['Keycloak itself says so', false],
    ['the browser brings the news', true],
  ] as const)
    test(`signing out there signs out here: ${how}`, { skip }, async () => {
      await importClient({ isFrontChannel })
      const eve = await realm.person(isFrontChannel ? 'eva' : 'eve', [])
      const page = await newPage()
      await visits.signIn(page, eve)
      await realm.signOut(page)
      await visits.untilEnded(page)
      await visits.isAsked(page)
    })

  test('assertions that are encrypted for svc are read', { skip }, async () => {
    const saml = { ...(await settings()), encryptAssertions: true }
    assert.equal((await organisation.owner.patch(path(), { saml })).status, 200)
    await importClient()
    const kim = await realm.person('kim', ['platform'])
    const page = await newPage()
    const answers: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/acs')) answers.push(request.postData() ?? '')
    })
    await visits.signIn(page, kim)
    const [form] = answers
    const xml = Buffer.from(new URLSearchParams(form).get('SAMLResponse') ?? '', 'base64').toString()
    assert.match(xml, /<saml:EncryptedAssertion/)
    assert.equal((await visits.session(page)).body.role, 'member')
    await realm.endSessions(kim)
    await visits.untilEnded(page)
  })

  test('a new key interrupts nobody, and is found without anybody’s doing', { skip }, async () => {
    const fay = await realm.person('fay', [])
    const early = await newPage()
    await visits.signIn(early, fay)
    await realm.rotateKeys()
    await visits.signIn(await newPage(), fay)
    assert.equal((await visits.session(early)).status, 200)
    assert.equal((await settings()).signingCerts.length, 2)
    await realm.endSessions(fay)
    await visits.untilEnded(early)
  })
})
