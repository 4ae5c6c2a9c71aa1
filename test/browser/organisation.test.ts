import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Console, isWithoutBrowser, startConsole } from './browser.ts'

const password = 'a long walk by the river'

describe('the organisation', { skip: isWithoutBrowser }, () => {
  let svc: Console
  before(async () => {
    svc = await startConsole()
  })
  after(() => svc.close())

  test('an admin renames it, which shows everywhere at once and in the audit log', async () => {
    const page = await svc.open('/settings/general')
    await page.getByLabel('Name').fill('  ')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Must not be blank.').waitFor()
    await page.getByLabel('Name').fill('Bramblings United')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByText('Bramblings United').waitFor()
    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByRole('button', { name: 'What changed: organisation.renamed' }).first().click()
    await page.getByRole('cell', { name: 'Bramblings United' }).waitFor()
  })

  test('its identity providers are offered on the sign-in page, which says why nobody was let in', async () => {
    await svc.client.identityProvider.create({ name: 'Company login', protocol: 'oidc', status: 'active' })
    await svc.client.identityProvider.create({ name: 'Not yet', protocol: 'saml' })
    const page = await svc.open('/')
    await page.context().clearCookies()
    await page.goto(`${svc.url}/teams`)
    const link = page.getByRole('link', { name: 'Continue with Company login' })
    assert.match((await link.getAttribute('href')) ?? '', /^\/auth\/oidc\/idp_\w+\/start\?return=%2Fteams$/)
    assert.equal(await page.getByText('Not yet').count(), 0)
    await link.click()
    await page.getByText(/^The identity provider could not be reached\. Try again in a moment\./).waitFor()
    await page.getByLabel('E-mail').fill(svc.ownerEmail)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/')
  })

  test('the client secret of a provider is a live vault item, whichever data are looked at', async () => {
    await svc.client.call('createSecret', {
      body: { name: 'Login secret', keyword: 'login-secret', type: 'text', value: 'hush' },
    })
    const page = await svc.open('/settings/identity-providers')
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText('Test data: nothing here is live').waitFor()
    await page.getByRole('link', { name: 'Company login' }).click()
    await page.getByText('you choose from the live vault items').waitFor()
    // What both modes share can only be changed in live mode.
    await page.getByLabel('Client secret').waitFor()
    assert.equal(await page.getByLabel('Client secret').isDisabled(), true)
  })

  test('a member who leaves is marked wherever they are named, and hands over what they had', async () => {
    const page = await svc.open('/settings/members')
    const join = async (displayName: string): Promise<string> => {
      const email = `${displayName.toLowerCase()}@example.com`
      const answer = await page.request.post(`${svc.url}/auth/members`, {
        data: { email, displayName, role: 'member' },
        headers: { origin: svc.url },
      })
      return (await answer.json()).user.id
    }
    const [marius, nora] = [await join('Marius'), await join('Nora')]
    const { record: team } = await svc.client.team.create({
      name: 'Storage',
      leadUid: marius,
      memberUids: [marius],
    })
    const { record: project } = await svc.client.project.create({ name: 'Shelves', ownerTeamId: team.id })
    await svc.client.issue.create({ appId: project.id, title: 'Mend the lift', assignedToUid: marius })

    const actions = async (item: string) => {
      await page.getByRole('button', { name: 'Actions for Marius' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await page.reload()
    await actions('Deactivate')
    for (const phrase of [
      'leads 1 team',
      'is responsible for 1 project of those teams',
      'is in 1 team',
      'has 1 issue open',
    ])
      await page.getByRole('listitem').filter({ hasText: phrase }).waitFor()
    await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
    await page.getByText('deactivated', { exact: true }).waitFor()

    const other = await svc.open(`/teams/${team.id}`)
    await other.getByText('deactivated', { exact: true }).first().waitFor()

    await actions('Hand over')
    await page.getByRole('button', { name: 'Hand over 3' }).waitFor()
    await page.getByLabel('To', { exact: true }).fill('Nora')
    await page.getByRole('option', { name: 'Nora' }).click()
    await page.getByRole('button', { name: 'Hand over 3' }).click()
    await page.getByText('Handed over').waitFor()
    const { record: now } = await svc.client.team.read(team.id)
    assert.deepEqual([now.leadUid, now.leadIsActive, now.memberUids], [nora, true, [nora]])
    await svc.client.project.delete(project.id)
    await svc.client.team.delete(team.id)
  })

  test('an admin sees where a member is signed in, and ends a session of theirs', async () => {
    const page = await svc.open('/settings/members')
    const email = 'petra@example.com'
    const answer = await page.request.post(`${svc.url}/auth/members`, {
      data: { email, displayName: 'Petra', role: 'member' },
      headers: { origin: svc.url },
    })
    const { link } = await answer.json()
    const theirs = await svc.open('/')
    await theirs.context().clearCookies()
    await theirs.goto(`${svc.url}/join#${link}`)
    await theirs.getByLabel('Password').fill('another walk by the sea')
    await theirs.getByRole('button', { name: 'Join' }).click()
    await theirs.getByRole('navigation', { name: 'Main' }).waitFor()

    await page.reload()
    const open = async () => {
      await page.getByRole('button', { name: 'Actions for Petra' }).click()
      await page.getByRole('menuitem', { name: 'Sessions' }).click()
    }
    await open()
    const dialog = page.getByRole('dialog', { name: 'Sessions of Petra' })
    const row = dialog.getByRole('row').filter({ hasText: 'Chrome on Linux' })
    await row.getByText('Link', { exact: true }).waitFor()
    await row.getByText(/127\.0\.0\.1|::1/).waitFor()
    await row.getByRole('button', { name: 'End the session in Chrome on Linux' }).click()
    await dialog.getByText('Not signed in anywhere.').waitFor()
    assert.equal((await theirs.request.get(`${svc.url}/auth/session`)).status(), 401)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  test('a session that ends on an idle page asks to sign in again, and the page continues', async () => {
    const page = await svc.open('/teams')
    await page.getByText('No teams yet').waitFor()
    await endSessions(page)
    // The event stream is checked every 15 seconds.
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.waitFor()
    await svc.client.team.create({ name: 'Payments' })
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in and continue' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Payments' }).waitFor()
  })
})

/** As from another browser: this one still has its cookie. */
async function endSessions(page: Page): Promise<void> {
  const { cookies } = await page.context().storageState()
  const { origin } = new URL(page.url())
  await page.request.post(`${origin}/auth/sign-out`, { data: { everywhere: true }, headers: { origin } })
  await page.context().addCookies(cookies)
}
