import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { kinds } from '@svc/model'
import { createFixtures, onEachEngine, type TestOrganisation, useApp } from '@svc/server/testing'
import { makeRealm, type Realm } from './realm.ts'
import { useKeycloak, type Visits, visitsTo } from './scene.ts'

const scene = await useKeycloak()
const { skip, newPage } = scene

onEachEngine((engine) => {
  const app = useApp(engine, { fetchAllow: ['127.0.0.1', 'localhost'] })
  const domain = `keycloak-${engine}.example`
  let organisation: TestOrganisation
  let realm: Realm
  /** Of svc, as a browser knows it. */
  let origin: string
  let teamId: string
  let directoryToken: string
  let visits: Visits

  /** What the guide says, step by step. */
  before(async () => {
    if (skip) return
    origin = app.url.replace('127.0.0.1', 'localhost')
    realm = await makeRealm(scene.keycloak, { name: engine, domain, groups: ['platform', 'everybody'] })
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
    const identityProviderId = provider.id
    const value = await realm.openIdClient({
      clientId: 'svc',
      redirectUri: provider.oidc.redirectUri,
      afterLogout: `${origin}/sign-in`,
      backchannelLogout: provider.oidc.backchannelLogoutUri,
    })
    await made('/secrets', { name: 'Keycloak', type: 'text', keyword, value })
    await createFixtures({ app, organisation }).put(kinds.ssoDomain, {
      ...{ normalizedDomain: domain, verificationStatus: 'verified', identityProviderId },
    })
    teamId = (await made('/teams', { name: 'Platform' })).id
    const mapping = { source: 'idp', identityProviderId, group: 'platform' }
    await made('/group-mappings', { ...mapping, teamId, role: 'member' })
    directoryToken = (await made('/scim-tokens', { name: 'Directory', identityProviderId })).token
    visits = visitsTo(origin, `/auth/oidc/${identityProviderId}/start`)
  })

  test('somebody signs in from a browser, and their groups become a team and a role', { skip }, async () => {
    const ada = await realm.person('ada', ['platform', 'everybody'])
    const page = await newPage()
    await visits.signIn(page, ada)
    const { user, role } = (await visits.session(page)).body
    assert.deepEqual([user.email, role], [ada.email, 'member'])
    const { body: team } = await organisation.owner.get(`/teams/${teamId}`)
    assert.deepEqual(team.memberUids, [user.id])
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

  test('signing out there signs out here', { skip }, async () => {
    const eve = await realm.person('eve', [])
    const page = await newPage()
    await visits.signIn(page, eve)
    await realm.signOut(page)
    await visits.untilEnded(page)
  })

  test('new keys interrupt nobody', { skip }, async () => {
    const fay = await realm.person('fay', [])
    const early = await newPage()
    await visits.signIn(early, fay)
    await realm.rotateKeys()
    await visits.signIn(await newPage(), fay)
    assert.equal((await visits.session(early)).status, 200)
    const gus = await realm.person('gus', [])
    const late = await newPage()
    await visits.signIn(late, gus)
    await realm.endSessions(gus)
    await visits.untilEnded(late)
  })

  test('whom the directory sets inactive is out, and Keycloak lets them in no more', { skip }, async () => {
    const hal = await realm.person('hal', ['platform'])
    const directory = async (method: string, path: string, body: object) => {
      const answer = await fetch(`${app.url}/scim/v2${path}`, {
        method,
        headers: { authorization: `Bearer ${directoryToken}`, 'content-type': 'application/scim+json' },
        body: JSON.stringify(body),
      })
      assert.ok(answer.ok, `${answer.status}`)
      return (await answer.json()) as { readonly id: string }
    }
    const { id } = await directory('POST', '/Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      ...{ userName: hal.email, active: true, emails: [{ value: hal.email, type: 'work', primary: true }] },
    })
    const page = await newPage()
    await visits.signIn(page, hal)
    assert.equal((await visits.session(page)).body.user.id, id)
    await directory('PATCH', `/Users/${id}`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', value: { active: false } }],
    })
    await visits.untilEnded(page)
    // Keycloak still knows them, and sends them back at once.
    await visits.start(page)
    await page.waitForURL(`${origin}/sign-in?error=not_allowed**`)
    assert.equal((await visits.session(page)).status, 401)
  })
})
