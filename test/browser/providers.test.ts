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
import { type Console, consoleOn, isWithoutBrowser, launchBrowser } from './browser.ts'

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

  test('somebody links a provider to their account, and unlinks it while another way in remains', async () => {
    const company = await oidcCompany(app, issuer)
    const svc = await consoleOf(company)
    const page = await svc.open('/settings/security')
    issuer.person = { sub: 'ines', email: 'ines@elsewhere.example', name: 'Ines' }
    await page.getByRole('button', { name: 'Link Company', exact: true }).click()
    const table = page.getByRole('table', { name: 'Identity providers' })
    await table.getByText('ines@elsewhere.example').waitFor()
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
    saml.answers.set('/sso', (request, response) => {
      const asked = saml.read(new URL(request.url ?? '', saml.origin))
      const ada = { ...person('ada', company.domain), nameId: 'ada-1' }
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
    const page = await svc.open(`/settings/identity-providers/${company.provider.id}`)
    await page.getByRole('link', { name: 'Try it' }).click()
    await page.getByText('They would become a new member: ada.').waitFor()
    await page.getByText('g1, g2').waitFor()
    await page.getByText('The attributes as they came').click()
    await page.getByText(`ada@${company.domain}`, { exact: true }).waitFor()

    saml.distort = () => ({ audience: 'https://other.example' })
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByText(/They would not come in\. The assertion is for another audience/).waitFor()
    await page.getByText('Nobody was refused.').waitFor()
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
