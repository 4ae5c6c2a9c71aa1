import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueLink } from '../../services/identity/members.ts'
import {
  type BrowserTab,
  browserTab,
  onEachEngine,
  type TestOrganisation,
  useApp,
} from '../../testing/index.ts'
import { type Body, bodyOf, read } from './checks.ts'

const password = 'a long walk by the river'

onEachEngine((engine) => {
  const app = useApp(engine)

  async function signedIn({ id }: TestOrganisation, email: string, agent = 'node'): Promise<BrowserTab> {
    const tab = browserTab(app.url)
    const { link } = await issueLink(app.store, { organisationId: id, email })
    bodyOf(await tab.send('POST', '/auth/links/use', { link, password }, { 'user-agent': agent }))
    return tab
  }

  const statusOf = async (tab: BrowserTab): Promise<number> => (await tab.send('GET', '/auth/session')).status

  test('an admin sees where a member is signed in, and ends one session of several', async () => {
    const organisation = await app.organisation()
    const [member, admin] = [await organisation.user('member'), await organisation.user('admin')]
    const first = await signedIn(organisation, member.email, 'Mozilla/5.0 Firefox/130.0')
    const second = browserTab(app.url)
    bodyOf(await second.send('POST', '/auth/sign-in', { email: member.email, password }))
    const by = await signedIn(organisation, admin.email)
    const path = `/auth/members/${member.id}/sessions`
    const { sessions } = bodyOf(await by.send('GET', path))
    assert.equal(sessions.length, 2)
    const known: Body = sessions.find(({ agent }: Body) => /Firefox/.test(agent))
    assert.deepEqual([known.method, known.isCurrent], ['link', false])
    assert.match(known.address, /127\.0\.0\.1/)
    assert.doesNotMatch(JSON.stringify(sessions), /svc_ses_/)

    assert.equal((await by.send('DELETE', `${path}/${known.id}`)).status, 204)
    assert.deepEqual([await statusOf(first), await statusOf(second)], [401, 200])
    assert.equal((await by.send('DELETE', `${path}/${known.id}`)).status, 404)
    const { auditLog } = await read(organisation.owner, '/audit-log?type=user.sessions_ended')
    assert.deepEqual(
      auditLog.map(({ subject, after }: Body) => [subject.id, after]),
      [[member.id, { count: 1, programs: 0 }]],
    )
  })

  test('nobody else ends them, and an admin not those of an owner', async () => {
    const organisation = await app.organisation()
    const [member, admin] = [await organisation.user('member'), await organisation.user('admin')]
    const owner = await read(organisation.owner, `/users/${organisation.ownerId}`)
    const tabs = await Promise.all(
      [owner.email, member.email, admin.email].map((email) => signedIn(organisation, email)),
    )
    const [theirs, own, by] = tabs as [BrowserTab, BrowserTab, BrowserTab]
    const sessionOf = async (tab: BrowserTab): Promise<string> =>
      bodyOf(await tab.send('GET', '/auth/sessions')).sessions[0].id
    const end = async (tab: BrowserTab, userId: string, sessionId: string): Promise<number> =>
      (await tab.send('DELETE', `/auth/members/${userId}/sessions/${sessionId}`)).status

    assert.equal(await end(own, organisation.ownerId, await sessionOf(theirs)), 403)
    assert.equal(await end(by, organisation.ownerId, await sessionOf(theirs)), 403)
    assert.equal(await end(by, member.id, await sessionOf(theirs)), 404, 'it is not theirs')
    const elsewhere = await app.organisation()
    const stranger = await signedIn(elsewhere, (await elsewhere.user('admin')).email)
    assert.equal(await end(stranger, member.id, await sessionOf(own)), 404)
    const evil = { 'sec-fetch-site': 'cross-site' }
    const path = `/auth/members/${member.id}/sessions/${await sessionOf(own)}`
    assert.equal((await by.send('DELETE', path, undefined, evil)).status, 403)
    assert.deepEqual(await Promise.all(tabs.map(statusOf)), [200, 200, 200])
  })
})
