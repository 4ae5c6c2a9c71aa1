import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { type Console, isWithoutBrowser, untilTrue } from '../browser.ts'
import { newConsole } from '../new-console.ts'

const viewer = { email: 'vera@example.com', password: 'a slow boat to the islands' } as const

describe('several people at one browser', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page
  let context: BrowserContext

  before(async () => {
    svc = await newConsole()
    page = await svc.open('/runbooks')
    context = page.context()
    const headers = { origin: svc.url }
    const { link } = await page.request
      .post(`${svc.url}/auth/members`, { data: { email: viewer.email, role: 'viewer' }, headers })
      .then((answer) => answer.json())
    const sent = await fetch(`${svc.url}/auth/links/use`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ link, password: viewer.password }),
    })
    assert.equal(sent.status, 200)
    const common = { runbookType: 'rollback', bodyMd: 'x' } as const
    await svc.client.runbook.create({ ...common, title: 'For owners', visibilityRoleMin: 'owner' })
    await svc.client.runbook.create({ ...common, title: 'For all', visibilityRoleMin: 'viewer' })
  })
  after(() => svc.close())

  test('while the server does not respond, nobody is asked for a password', async () => {
    await page.route('**/auth/session', (route) => route.abort())
    await page.goto(`${svc.url}/runbooks`)
    await page.getByRole('heading', { name: 'svc is not responding' }).waitFor()
    assert.equal(await page.getByLabel('Password').count(), 0)
    await page.unroute('**/auth/session')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Runbooks' }).waitFor()
  })

  test('if signing out fails, the page says that you are still signed in', async () => {
    await page.route('**/auth/sign-out', (route) => route.abort())
    await signOut(page)
    await page.getByText('You are still signed in').first().waitFor()
    await page.unroute('**/auth/sign-out')
  })

  test('a tab shows nothing of one person once another has signed in in another tab', async () => {
    await page.goto(`${svc.url}/runbooks`)
    await page.getByRole('link', { name: 'For owners' }).waitFor()
    const other = await context.newPage()
    await other.goto(svc.url)
    await signOut(other)
    await other.getByLabel('E-mail').fill(viewer.email)
    await other.getByLabel('Password').fill(viewer.password)
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByTitle('Account').getByText('viewer').waitFor()
    await page.getByRole('link', { name: 'For all' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'For owners' }).count(), 0)
    await other.close()
  })

  test('drafts of one person are not shown to the next', async () => {
    const tab = await svc.open('/teams/new')
    await tab.getByLabel('Name').fill('A plan that is mine')
    await untilTrue(tab, "Object.keys(sessionStorage).some((key) => key.startsWith('svc.draft.'))")
    await signOut(tab)
    await tab.getByLabel('Password').waitFor()
    assert.equal(await tab.evaluate('JSON.stringify(sessionStorage).includes("A plan that is mine")'), false)
  })
})

async function signOut(page: Page): Promise<void> {
  await page.getByTitle('Account').click()
  await page.getByRole('button', { name: 'Sign out' }).click()
}
