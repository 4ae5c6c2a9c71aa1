import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestOrganisation, useApp } from '@svc/server/testing'
import type { Browser, Page } from 'playwright-core'
import {
  type Company,
  letIn,
  oidcCompany,
  visitOf,
} from '../../packages/server/src/http/acceptance/oidc-company.ts'
import { person, samlCompany } from '../../packages/server/src/http/acceptance/saml-company.ts'
import { issueLink } from '../../packages/server/src/services/identity/members.ts'
import { type OpenIdIssuer, startIssuer } from '../../packages/server/src/testing/openid-issuer.ts'
import { type SamlIssuer, startSamlIssuer } from '../../packages/server/src/testing/saml-issuer.ts'
import { type Console, consoleOn, isWithoutBrowser, launchBrowser, untilTrue } from './browser.ts'

describe('sign-in through identity providers', { skip: isWithoutBrowser }, () => {
  const app = useApp('sqlite', { fetchAllow: ['127.0.0.1'] })
  let issuer: OpenIdIssuer
  let saml: SamlIssuer
  let browser: Browser
  before(async () => {
    ;[issuer, saml] = await Promise.all([startIssuer(), startSamlIssuer()])
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await issuer?.stop()
    await saml?.stop()
  })

  /** Providers send people back to what svc calls itself, which browsers take for another host than its number. */
  const url = (): string => app.url.replace('127.0.0.1', 'localhost')

  /** The console of an organisation with a provider. */
  async function consoleOf(company: TestOrganisation): Promise<Console> {
    const { email } = (await company.owner.get(`/users/${company.ownerId}`)).body
    const link = company.setupLink ?? ''
    return consoleOn({ url: url(), link, ownerEmail: email, browser: async () => browser })
  }

  async function signInAs(page: Page, { id }: Company, email: string): Promise<void> {
    const { link } = await issueLink(app.store, { organisationId: id, email })
    const data = { link, password: 'a long walk by the river' }
    await page.request.post(`${url()}/auth/links/use`, { data, headers: { origin: url() } })
  }

  /** The SAML provider knows everybody who comes, and sends them back with a form. */
  function letInAtOnce(domain: string): void {
    saml.distort = () => ({})
    saml.answers.set('/sso', (request, response) => {
      const asked = saml.read(new URL(request.url ?? '', saml.origin))
      const ada = { ...person('ada', domain), nameId: 'ada-1' }
      const said = saml.said(asked, { ...ada, attributes: { ...ada.attributes, groups: ['g1', 'g2'] } })
      void saml.respond(said).then((answer) =>
        response.setHeader('content-type', 'text/html').end(
          formTo(asked.acsUrl, {
            SAMLResponse: Buffer.from(answer).toString('base64'),
            RelayState: asked.params.get('RelayState') ?? '',
          }),
        ),
      )
    })
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

    const domain = page.getByRole('region', { name: company.domain })
    await domain.getByText('Its people sign in through Company.').waitFor()
    const { id } = company.provider
    assert.equal(
      await domain.getByRole('link', { name: 'Company' }).getAttribute('href'),
      `/settings/identity-providers/${id}`,
    )
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
    await page.getByText('Cannot be required yet. See below what is missing.').waitFor()

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

  test('somebody links a provider to their account, and unlinks it while another way in remains', async () => {
    const company = await oidcCompany(app, issuer)
    const svc = await consoleOf(company)
    const page = await svc.open('/settings/security')
    issuer.person = { sub: 'ines', email: 'ines@elsewhere.example', name: 'Ines' }
    await page.getByRole('button', { name: 'Link Company', exact: true }).click()
    const table = page.getByRole('table', { name: 'Identity providers' })
    await table.getByText('ines@elsewhere.example').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    const button = await table.getByRole('button', { name: 'Unlink Company' }).boundingBox()
    const address = await table.getByText('ines@elsewhere.example').boundingBox()
    assert.ok(button && address && button.y + button.height <= address.y, 'on a phone it covers nothing')
    await page.setViewportSize({ width: 1440, height: 900 })
    assert.equal(await page.getByRole('button', { name: 'Link Company', exact: true }).count(), 0)

    // Somebody else who is signed in here is that person there.
    const rival = await company.user('member')
    const other = await (await browser.newContext()).newPage()
    await signInAs(other, company, rival.email)
    await other.goto(`${url()}/settings/security`)
    await other.getByRole('button', { name: 'Link Company', exact: true }).click()
    await other.getByText('belongs to another member here').waitFor()
    await other.context().close()

    await table.getByRole('button', { name: 'Unlink Company' }).click()
    await page.getByRole('button', { name: 'Unlink', exact: true }).click()
    await page.getByRole('button', { name: 'Link Company', exact: true }).waitFor()

    // Whoever has come in by it and by nothing else stays linked.
    issuer.person = { sub: 'only', email: `only@${company.domain}` }
    await company.owner.patch(`/identity-providers/${company.provider.id}`, {
      jit: { enabled: true, role: 'member' },
    })
    const only = await (await browser.newContext()).newPage()
    await only.goto(`${url()}/auth/oidc/${company.provider.id}/start?return=/settings/security`)
    await only.getByRole('button', { name: 'Unlink Company' }).click()
    await only.getByRole('button', { name: 'Unlink', exact: true }).click()
    await only.getByText('This is your only way in.').waitFor()
    await only.context().close()
    await svc.close()
  })

  test('a sign-in by SAML is tried from the provider’s page, which shows what came', async () => {
    const company = await samlCompany(app, saml)
    const svc = await consoleOf(company)
    letInAtOnce(company.domain)
    const page = await svc.open(`/settings/identity-providers/${company.provider.id}`)
    await page.getByRole('link', { name: 'Try it' }).click()
    await page.getByText('They would become a new member: ada.').waitFor()
    await untilTrue(
      page,
      "[...document.querySelectorAll('section')].some((card) => card.querySelector('h2')?.textContent === 'Try a sign-in' && card.getBoundingClientRect().bottom <= innerHeight)",
    )
    await page.getByText('g1, g2').waitFor()
    await page.getByText('The attributes as received').click()
    await page.getByText(`ada@${company.domain}`, { exact: true }).waitFor()

    saml.distort = () => ({ audience: 'https://other.example' })
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByText(/They would be refused\. The assertion is for another audience/).waitFor()
    await page.getByText('Nobody has been refused.').waitFor()
    await svc.close()
  })

  test('what needs attention at a provider is on its page and in the list', async () => {
    const company = await samlCompany(app, saml)
    const path = `/identity-providers/${company.provider.id}`
    await company.owner.patch(path, {
      saml: { ...company.provider.saml, metadataUrl: `${saml.origin}/nowhere` },
    })
    assert.equal((await company.owner.post(`${path}/test`)).body.ok, false)
    const svc = await consoleOf(company)
    const page = await svc.open(`/settings${path}`)
    const step = (title: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    await page.getByText(/^Metadata URL: /).waitFor()
    await step('Test it').getByText('failed', { exact: true }).waitFor()
    await step('Make it active').getByText('complete', { exact: true }).waitFor()
    await step('Sign in through it').getByText('pending', { exact: true }).waitFor()
    await page.goto(`${url()}/settings/identity-providers`)
    await page
      .getByRole('row', { name: /Company/ })
      .getByText(/^Metadata URL: /)
      .waitFor()
    await svc.close()
  })

  test('whoever came in by a provider proves it there beside the page, and what was typed goes on', async () => {
    const company = await samlCompany(app, saml, { provider: { jit: { enabled: true, role: 'admin' } } })
    letInAtOnce(company.domain)
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${url()}/auth/saml/${company.provider.id}/start?return=/settings/tokens`)
    const newToken = async (name: string) => {
      await page.getByRole('button', { name: 'New token' }).first().click()
      await page.getByRole('dialog').getByLabel('Name').fill(name)
      await page.getByRole('button', { name: 'Create', exact: true }).click()
    }
    /** Signs in at the provider in another tab, and closes it. */
    const beside = async (name: string) => {
      const opened = context.waitForEvent('page')
      await page.getByRole('link', { name }).click()
      const tab = await opened
      await tab.getByRole('button', { name: /^ada/i }).first().waitFor()
      await tab.close()
    }

    // As after 15 minutes: the first answer is the one that a stale session gets.
    let isStale = true
    await page.route('**/v1/tokens', async (route) => {
      if (route.request().method() !== 'POST' || !isStale) return route.continue()
      isStale = false
      const body = { code: 'reauthentication_required', message: 'Confirm first that it is still you.' }
      await route.fulfill({ status: 403, contentType: 'application/json', body: JSON.stringify(body) })
    })
    await newToken('Laptop')
    await beside('Sign in again')
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await page.getByText(/^svc_pat_live_\w{48}$/).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()

    await context.clearCookies()
    await newToken('Desktop')
    await page.getByText('Your session has ended').first().waitFor()
    await beside('Continue with Company')
    // As when somebody comes back to the window.
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
    await page.getByText(/^svc_pat_live_\w{48}$/).waitFor()
    await page.goto(`${url()}/settings/security`)
    await page.getByText('You sign in without a password').waitFor()
    await context.close()
  })

  test('a provider is added with the steps and values of its vendor', async () => {
    const company = await app.organisation()
    const svc = await consoleOf(company)
    const page = await svc.open('/settings/identity-providers')
    const add = async (vendor: string, protocol: string) => {
      await page.goto(`${url()}/settings/identity-providers`)
      await page.getByRole('button', { name: 'Add a provider' }).first().click()
      await choose(page, 'Vendor', vendor)
      assert.equal(await page.getByLabel('Name').inputValue(), vendor)
      await choose(page, 'Protocol', protocol)
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('heading', { name: vendor, exact: true }).waitFor()
      return page.url().split('/').at(-1)
    }
    const oidc = await add('Keycloak', 'OpenID Connect')
    await page.getByText(`${url()}/auth/oidc/${oidc}/callback`, { exact: true }).first().waitFor()
    await page.getByText('Step by step').click()
    await page.getByText('Valid post logout redirect URIs').waitFor()
    for (const missing of [/^Issuer, such as /, /^Client ID$/, /^Client secret, /])
      await page.getByRole('listitem').filter({ hasText: missing }).last().waitFor()

    const other = await add('Google Workspace', 'SAML')
    await page.getByText('Step by step').click()
    await page.getByText('Add custom SAML app').waitFor()
    await page.getByRole('button', { name: 'Paste its metadata' }).click()
    await page.getByLabel('Metadata', { exact: true }).fill('<not-metadata/>')
    await page.getByRole('button', { name: 'Import' }).click()
    await page
      .getByRole('dialog')
      .getByText(/metadata/i)
      .last()
      .waitFor()
    await page.getByLabel('Metadata', { exact: true }).fill(saml.metadata())
    await page.getByRole('button', { name: 'Import' }).click()
    await page.getByText('Nothing is missing in the settings below.').waitFor()
    await page.getByText('More settings').click()
    assert.equal(await page.getByLabel('Entity id of the provider').inputValue(), saml.entityId)
    // The form has begun anew with what the metadata says.
    await page.getByLabel('Name', { exact: true }).first().fill('Google')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { name: 'Google', exact: true }).waitFor()
    const { body } = await company.owner.get(`/identity-providers/${other}`)
    assert.equal(body.saml.idpEntityId, saml.entityId)
    await svc.close()
  })
})

/** A page that sends a form at once, as those of providers do. */
const formTo = (address: string, fields: Readonly<Record<string, string>>): string => {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
  )
  return `<form method="post" action="${address}">${inputs.join('')}</form><script>document.forms[0].submit()</script>`
}
