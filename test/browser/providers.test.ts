import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { useApp } from '@svc/server/testing'
import type { Browser, Page } from 'playwright-core'
import {
  type Company,
  letIn,
  oidcCompany,
  visitOf,
} from '../../packages/server/src/http/acceptance/oidc-company.ts'
import { type OpenIdIssuer, startIssuer } from '../../packages/server/src/testing/openid-issuer.ts'
import { type Console, consoleOn, isWithoutBrowser, launchBrowser } from './browser.ts'

describe('sign-in through identity providers', { skip: isWithoutBrowser }, () => {
  const app = useApp('sqlite', { fetchAllow: ['127.0.0.1'] })
  let issuer: OpenIdIssuer
  let browser: Browser
  before(async () => {
    issuer = await startIssuer()
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await issuer?.stop()
  })

  /** The console of an organisation with a provider. */
  async function consoleOf(company: Company): Promise<Console> {
    const { email } = (await company.owner.get(`/users/${company.ownerId}`)).body
    const link = company.setupLink ?? ''
    return consoleOn({ url: app.url, link, ownerEmail: email, browser: async () => browser })
  }

  const choose = async (page: Page, label: string, option: string): Promise<void> => {
    await page.getByLabel(label).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }

  test('whoever requires it first sees who is shut out and what is missing', async () => {
    const jit = { enabled: true, role: 'member' }
    const company = await oidcCompany(app, issuer, { provider: { jit } })
    const svc = await consoleOf(company)
    const outsider = await company.user('member')
    const admin = await company.user('admin')
    const page = await svc.open('/settings/sso')
    const preview = page.getByRole('region', { name: 'What this would change' }).first()
    const save = page.getByRole('button', { name: 'Save', exact: true })

    await choose(page, 'Who must sign in through an identity provider', 'Everyone')
    await preview.getByText('Passwords keep working, so nobody has to use a provider yet').waitFor()
    await page.getByLabel(/^Even for people who must use a provider/).uncheck()
    const row = preview.getByRole('row').filter({ hasText: outsider.email })
    await row.getByText('their domain is not verified').waitFor()
    await row.getByRole('cell', { name: 'member', exact: true }).waitFor()
    await preview.getByText('Nobody has signed in through an identity provider').waitFor()
    await preview.getByText('Fewer than 2 active admins or owners').waitFor()
    assert.equal(await save.isDisabled(), true, 'nobody is shut out without a word')
    await preview.getByLabel('Shut these 3 members out').check()
    await save.click()
    await page.getByText('Cannot be required yet: what is missing is below.').waitFor()

    await page.getByRole('button', { name: 'Choose break-glass members' }).click()
    await page.getByLabel('Ines Duarte').check()
    await page.getByLabel(admin.email).check()
    await page.getByRole('button', { name: 'Give access to 2' }).click()
    await page.getByText('Break-glass access: 2 members').waitFor()
    await preview.getByText('Fewer than 2 active admins or owners').waitFor({ state: 'detached' })
    const one = preview.getByLabel('Shut this member out')
    await one.waitFor()
    assert.equal(await one.isChecked(), false, 'these are others than were agreed on')

    const person = { sub: 'ada', email: `ada@${company.domain}` }
    letIn(await visitOf(app, issuer).signIn(company.provider, person))
    // As when somebody comes back to the window.
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
    await preview.getByText('Nobody has signed in through').waitFor({ state: 'detached' })
    await one.check()
    await save.click()
    await page.getByText('How members sign in has changed.').waitFor()
    const { body } = await company.owner.get('/sso/settings')
    assert.deepEqual([body.enforcementMode, body.allowPasswordFallback], ['required_all', false])
    await svc.close()
  })
})
