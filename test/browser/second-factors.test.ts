import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { totpCode } from '@svc/server/testing'
import type { BrowserContext, Page } from 'playwright-core'
import { type Console, isWithoutBrowser, startConsole } from './browser.ts'

const password = 'a long walk by the river'

describe('second factors', { skip: isWithoutBrowser }, () => {
  let svc: Console
  before(async () => {
    svc = await startConsole()
  })
  after(() => svc.close())

  /**
   * A security chip with a fingerprint that always matches. It also accepts at once what a page only offers, so pages
   * offer nothing unless that is what is tried.
   */
  async function withAuthenticator(page: Page, { isOffered = false } = {}): Promise<void> {
    if (!isOffered)
      await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
  }

  async function signedIn(path: string): Promise<Page> {
    const page = await svc.open(path)
    assert.match(page.url(), /^http:\/\/localhost:/, 'browsers know no passkeys for numbers')
    return page
  }

  const cookies = async (context: BrowserContext): Promise<string | undefined> =>
    (await context.cookies()).find(({ name }) => name === 'svc_session')?.value

  async function typePassword(page: Page): Promise<void> {
    await page.getByLabel('E-mail').fill(svc.ownerEmail)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  test('the browser offers passkeys beside the e-mail field', async () => {
    const page = await signedIn('/settings/security')
    await withAuthenticator(page, { isOffered: true })
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name').fill('Offered')
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('cell', { name: 'Offered', exact: true }).waitFor()

    await page.context().clearCookies()
    await page.goto(`${svc.url}/settings/security`)
    await page
      .getByRole('row', { name: /this session/ })
      .getByText('Passkey')
      .waitFor()
    await page.getByRole('button', { name: 'Remove the passkey Offered' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('cell', { name: 'Offered', exact: true }).waitFor({ state: 'detached' })
  })

  test('a passkey is added, signs in alone, completes a password, and is removed', async () => {
    const page = await signedIn('/settings/security')
    await withAuthenticator(page)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name').fill('Work laptop')
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await codes.first().waitFor()
    assert.equal(await codes.count(), 10)
    const recoveryCode = (await codes.first().textContent()) ?? ''
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('cell', { name: 'Work laptop', exact: true }).waitFor()

    await page.context().clearCookies()
    await page.goto(`${svc.url}/settings/security`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page
      .getByRole('row', { name: /this session/ })
      .getByText('Passkey')
      .waitFor()

    await page.context().clearCookies()
    await page.goto(`${svc.url}/settings/security`)
    await typePassword(page)
    await page.getByRole('heading', { name: 'Your second factor' }).waitFor()
    assert.equal(await cookies(page.context()), undefined)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page
      .getByRole('row', { name: /this session/ })
      .getByText('Password and passkey')
      .waitFor()

    await page.context().clearCookies()
    await page.goto(`${svc.url}/settings/security`)
    await typePassword(page)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill('aaaa-aaaa-aaaa-aaaa')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('The code is wrong, or was used before.').waitFor()
    await page.getByLabel('Recovery code').fill(recoveryCode)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('9 recovery codes are left.').waitFor()

    await page.getByRole('button', { name: 'Remove the passkey Work laptop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('without a password').waitFor()
  })

  test('an authenticator app is added and asked for, and a stale session asks who is there before it goes on', async () => {
    const page = await signedIn('/settings/security')
    await page.getByRole('button', { name: 'Add an authenticator app' }).click()
    await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor()
    const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
    assert.match(secret, /^[A-Z2-7]{32}$/)
    await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, new Date()))
    await page.getByRole('button', { name: 'Confirm' }).click()
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await codes.first().waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('10 recovery codes are left.').waitFor()
    await page.getByRole('button', { name: 'New recovery codes' }).click()
    await page.getByRole('dialog').getByText('Those that you have now stop working').waitFor()
    assert.equal(await codes.count(), 0, 'the old ones end only when somebody has confirmed it')
    await page.getByRole('button', { name: 'Replace', exact: true }).click()
    await codes.first().waitFor()
    const kept = await codes.allTextContents()
    await page.getByRole('button', { name: 'Done' }).click()

    await page.context().clearCookies()
    await page.goto(`${svc.url}/settings/security`)
    await typePassword(page)
    // The next one: the current code has confirmed the app.
    await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, new Date(), 1))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page
      .getByRole('row', { name: /this session/ })
      .getByText('Password and code')
      .waitFor()

    // As after 15 minutes: the first answer is the one that a stale session gets.
    let isStale = true
    await page.route('**/auth/totp', async (route) => {
      if (route.request().method() !== 'DELETE' || !isStale) return route.continue()
      isStale = false
      const body = { code: 'reauthentication_required', message: 'Confirm first that it is still you.' }
      await route.fulfill({ status: 403, contentType: 'application/json', body: JSON.stringify(body) })
    })
    const before = await cookies(page.context())
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await question.getByLabel('Password').fill('not this one, surely')
    await question.getByRole('button', { name: 'Confirm' }).click()
    await question.getByText('Is not your password.').waitFor()
    await question.getByRole('button', { name: 'Use a code' }).click()
    await question.getByRole('textbox', { name: 'Code' }).fill(kept[1] ?? '')
    await question.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('button', { name: 'Add an authenticator app' }).waitFor()
    assert.notEqual(await cookies(page.context()), before, 'the session has a new secret')
    assert.equal(await page.getByText('Your session has ended').count(), 0)
  })

  test('whoever must have a second factor adds one before anything else', async () => {
    const page = await signedIn('/settings/security')
    await withAuthenticator(page)
    await svc.client.call('updateSsoSettings', { body: { secondFactor: 'all' } })
    await page.reload()
    await page.getByRole('heading', { name: 'Add a second factor' }).waitFor()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
    await page.getByRole('button', { name: 'Open the console' }).click()
    await page.getByRole('heading', { name: 'Sign-in and sessions' }).waitFor()
  })
})
