import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOrganisation } from '@svc/server'
import { useApp } from '@svc/server/testing'
import type { Page } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { newConsole } from '../new-console.ts'

const password = 'a long walk by the river'

describe('coming in', { skip: isWithoutBrowser }, () => {
  const app = useApp('sqlite')
  let svc: Console
  before(async () => {
    svc = await newConsole()
  })
  after(() => svc.close())

  test('from the first start to the first token', async () => {
    const page = await guest(svc)
    const made = await createOrganisation(app.store, { name: 'New', ownerEmail: 'ada@example.com' })
    await page.goto(`${app.url}/setup#${made?.setupLink}`)
    await page.getByLabel('Organisation').fill('Acme')
    await page.getByLabel('Your name').fill('Ada')
    await page.getByLabel('Password').fill('123456789')
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByText('Must have 10 to 200 characters.').waitFor()
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByText(/^svc_pat_live_[0-9a-f]{48}$/).waitFor()
    await page.getByRole('button', { name: 'Open the console' }).click()
    await page.getByRole('button', { name: /^Ada/ }).waitFor()
    assert.equal(new URL(page.url()).hash, '', 'the link is not left in the address')
  })

  test('signing in leads to the page that was requested', async () => {
    const page = await guest(svc)
    await page.goto(`${svc.url}/settings/audit-log?subjectKind=user`)
    await page.getByLabel('E-mail').fill(svc.ownerEmail)
    await page.getByLabel('Password').fill('not this one, surely')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('The e-mail address or the password is wrong.').waitFor()
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Audit log' }).waitFor()
    assert.equal(new URL(page.url()).search, '?subjectKind=user')
  })

  test('a session that ends in the middle of an edit loses nothing that was typed', async () => {
    const page = await svc.open('/settings/webhooks')
    await page.getByRole('button', { name: 'New webhook' }).first().click()
    await page.getByLabel('URL').fill('https://hooks.example.com/svc')
    await page.getByLabel('Description').fill('The deploy bot')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await page.getByLabel('Description').inputValue(), 'The deploy bot')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in and continue' }).click()
    await page.getByText(/^whsec_/).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('The deploy bot').waitFor()
  })

  test('a member joins by link, and a viewer is told what they have no permission for', async () => {
    const page = await svc.open('/settings/members')
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByLabel('E-mail').fill('vera@example.com')
    await page.getByLabel('Role', { exact: true }).click()
    await page.getByRole('option', { name: 'Viewer' }).click()
    await page.getByRole('button', { name: 'Create invite link' }).click()
    const link = await page.getByText(/\/join#svc_link_[0-9a-f]{48}$/).textContent()
    const other = await guest(svc)
    await other.goto(link ?? '')
    await other.getByLabel('Your name').fill('Vera')
    await other.getByLabel('Password').fill('another walk by the sea')
    await other.getByRole('button', { name: 'Join' }).click()
    await other.getByRole('link', { name: 'Settings' }).click()
    await other.getByRole('heading', { name: 'Profile' }).waitFor()
    assert.equal(await other.getByRole('link', { name: 'Members' }).count(), 0)
    await other.goto(`${svc.url}/settings/members`)
    await other.getByText('You don’t have permission to see this page').waitFor()
    await other.goto(`${svc.url}/settings/tokens`)
    await other.getByText('No personal access tokens yet').waitFor()
    await other.getByRole('button', { name: 'New token' }).first().click()
    await other.getByLabel('Name').fill('dashboard')
    assert.ok(await other.getByLabel(/^Write/).isDisabled(), 'a viewer makes tokens to read with')
    await other.getByRole('button', { name: 'Create' }).click()
    await other.getByText(/^svc_pat_live_[0-9a-f]{48}$/).waitFor()
  })
})

describe('settings', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page
  before(async () => {
    svc = await newConsole()
    page = await svc.open('/settings/tokens')
  })
  after(() => svc.close())

  test('a token is created, shown once and revoked', async () => {
    await page.getByRole('button', { name: 'New token' }).first().click()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText(/^Must not be (empty|blank)\.$/).waitFor()
    await page.getByLabel('Name').fill('laptop')
    await page.getByLabel(/^Write/).check()
    await page.getByRole('button', { name: 'Create' }).click()
    const token = await page.getByText(/^svc_pat_live_[0-9a-f]{48}$/).textContent()
    const me = () => fetch(`${svc.url}/v1/me`, { headers: { authorization: `Bearer ${token}` } })
    assert.equal((await me()).status, 200)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Revoke laptop' }).click()
    const confirm = page.getByRole('button', { name: 'Revoke', exact: true })
    await confirm.click()
    // The list behind the question is hidden from readers until it is answered.
    await confirm.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Revoke laptop' }).waitFor({ state: 'detached' })
    assert.equal((await me()).status, 401)
  })

  test('an integration takes its secret from the vault, and errors are shown next to the field', async () => {
    await page.goto(`${svc.url}/settings/integrations`)
    await page.getByRole('button', { name: 'Configure Slack' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Is required.').first().waitFor()
    await page.getByLabel('Workspace').fill('acme')
    await page.getByRole('button', { name: 'Add to the vault' }).click()
    const vault = page.getByRole('dialog', { name: 'Add an item to the vault' })
    await vault.getByLabel('Name').fill('Slack webhook')
    await vault.getByLabel('Keyword').fill('slack-webhook')
    await vault.getByLabel('Value').fill('https://hooks.slack.example/T0/B0/secret')
    await vault.getByRole('button', { name: 'Add', exact: true }).click()
    await vault.waitFor({ state: 'detached' })
    await page.getByLabel('Webhook URL').getByText('Slack webhook (slack-webhook)').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    const card = page.getByRole('region', { name: 'Slack' })
    await card.getByText('configured').waitFor()
    await card.getByText('acme').waitFor()
    assert.doesNotMatch(await page.content(), /hooks\.slack\.example/)
  })

  test('what an integration has and the form does not show is not removed without a word', async () => {
    const keyword = 'slack-webhook'
    const mappings = [{ environment: 'production', variable: 'HOOK', valueKeyword: keyword }]
    await svc.client.call('configureIntegration', {
      params: { type: 'envSync' },
      body: { displayName: null, config: { environments: ['production'], mappings } },
    })
    await page.goto(`${svc.url}/settings/integrations`)
    const card = page.getByRole('region', { name: 'Environment sync' })
    await card.getByRole('button', { name: /^Change/ }).click()
    await page.getByText('removed unless you enter them again: mappings (1).').waitFor()
    await page.getByRole('button', { name: 'Save and remove them' }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  test('an error about something that a dialog has no control for is shown all the same', async () => {
    await page.goto(`${svc.url}/settings/vault`)
    await page.getByRole('button', { name: 'Add an item' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Key store')
    await dialog.getByLabel('Type').click()
    await page.getByRole('option', { name: 'file', exact: true }).click()
    const file = { name: `${'long'.repeat(75)}.jks`, mimeType: 'text/plain', buffer: Buffer.from('x') }
    await dialog.locator('input[type=file]').setInputFiles(file)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByText(/^fileName: Must have at most \d+ characters\.$/).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  test('filters of the audit log are in the address bar, and back undoes them', async () => {
    await page.goto(`${svc.url}/settings/audit-log`)
    await page.getByLabel('Kind').click()
    await page.getByRole('option', { name: 'Vault item' }).click()
    await page.getByText(/created the vault item Slack webhook/).waitFor()
    await page
      .getByRole('button', { name: 'What changed: user.signed_in' })
      .first()
      .waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).search, '?subjectKind=secret')
    await page.getByRole('button', { name: 'What changed: secret.created' }).click()
    await page.getByRole('cell', { name: 'slack-webhook' }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'What changed: user.signed_in' }).first().waitFor()
  })

  test('test data cannot be mistaken for live data', async () => {
    await page.goto(`${svc.url}/settings/vault`)
    await page.getByText('Slack webhook').waitFor()
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText('Test data: nothing here is live').waitFor()
    await page.getByText('The vault is empty').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Back to live' }).click()
    await page.getByText('Slack webhook').waitFor()
  })

  test('what both modes share cannot be changed in test mode, and the page says why', async () => {
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const controls = (state: 'enabled' | 'disabled') =>
      page.locator(`fieldset:disabled :is(button, input, select, textarea):${state}`).count()
    for (const path of [
      'members',
      'general',
      'identity-providers',
      'sso',
      'scim',
      'group-mappings',
      'workload-trusts',
      'account',
    ]) {
      await page.goto(`${svc.url}/settings/${path}`)
      await button('Test').click()
      await page.getByText('can only be changed in live mode').waitFor()
      await page.locator('fieldset:disabled :is(button, input)').first().waitFor()
      assert.deepEqual([(await controls('disabled')) > 0, await controls('enabled')], [true, 0], path)
      await button('Switch to live').click()
      await page.getByText('can only be changed in live mode').waitFor({ state: 'detached' })
    }
    await page.goto(`${svc.url}/settings/members`)
    await button('Invite').first().waitFor()
    assert.ok(await button('Invite').first().isEnabled())
  })

  test('changing the password can revoke the access tokens, whose number is shown', async () => {
    await page.goto(`${svc.url}/settings/security`)
    await page
      .getByLabel(/^Also revoke your .*access tokens?/)
      .first()
      .waitFor()
    const next = 'another walk, another river'
    await page.getByLabel('Current password').fill(password)
    await page.getByLabel('New password').fill(next)
    await page.getByLabel(/^Also revoke your .*access tokens?/).check()
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('You are signed out everywhere else.').waitFor()
    await page.getByLabel(/^Also revoke your .*access tokens?/).waitFor({ state: 'detached' })
    await page.getByLabel('Current password').fill(next)
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('You are signed out everywhere else.').first().waitFor()
  })

  test('the chosen colour scheme is kept after a reload', async () => {
    await page.goto(`${svc.url}/settings/account`)
    await page.getByLabel(/^Dark/).check()
    await page.reload({ waitUntil: 'commit' })
    await page.getByRole('heading', { name: 'Profile' }).waitFor()
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark')
  })

  test('signing out everywhere ends this session, too', async () => {
    await page.goto(`${svc.url}/settings/security`)
    await page.getByText('this session').waitFor()
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})

/** A tab of somebody who is not signed in. */
async function guest(svc: Console): Promise<Page> {
  const page = await svc.open('/')
  await page.context().clearCookies()
  return page
}
