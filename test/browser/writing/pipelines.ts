import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOrganisation } from '@svc/server'
import { useApp } from '@svc/server/testing'
import type { Browser, Page } from 'playwright-core'
import { githubClaims } from '../../../packages/server/src/http/acceptance/workload-scene.ts'
import { type OpenIdIssuer, startIssuer } from '../../../packages/server/src/testing/openid-issuer.ts'
import { type Console, consoleOn, isWithoutBrowser, launchBrowser } from '../browser.ts'

describe('trust rules for pipelines', { skip: isWithoutBrowser }, () => {
  const app = useApp('sqlite', { fetchAllow: ['127.0.0.1'] })
  let browser: Browser
  let svc: Console
  let issuer: OpenIdIssuer
  let page: Page

  before(async () => {
    issuer = await startIssuer()
    const ownerEmail = 'owner@example.com'
    const made = await createOrganisation(app.store, { name: 'New', ownerEmail })
    assert.ok(made)
    browser = await launchBrowser()
    svc = await consoleOn({ url: app.url, link: made.setupLink, ownerEmail, browser: async () => browser })
    page = await svc.open('/settings/workload-trusts')
  })
  after(async () => {
    await browser?.close()
    await issuer?.stop()
  })

  async function exchange(claims: object): Promise<number> {
    const { status } = await fetch(`${svc.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
        subject_token: await issuer.sign({ ...githubClaims(issuer), ...claims }),
      }),
    })
    return status
  }

  test('are made in a guided form, which ends with the pipeline file', async () => {
    await page.getByText('No trust rules yet').waitFor()
    await page.getByText('Nothing has been refused.').waitFor()
    await page.getByRole('button', { name: 'New trust rule' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New trust rule' })
    await dialog.getByLabel('Name').fill('Deployments of the shop')
    await dialog.getByLabel('Issuer').fill(issuer.issuer)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText(/^Must have at least one that names an id/).waitFor()
    await dialog.getByLabel('Repository id').fill('1296269')
    await dialog.getByLabel('Audience').fill('https://github.com/acme')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText(/^Must not be what tokens have by default/).waitFor()
    await dialog.getByLabel('Audience').fill('https://svc.example.com')
    await dialog.getByLabel(/^Ingest/).check()
    await dialog.getByLabel('A token is valid for').click()
    await page.getByRole('option', { name: '15 minutes' }).click()
    await dialog.getByRole('button', { name: 'Create' }).click()

    const shown = page.getByRole('dialog', { name: 'Pipeline file for Deployments of the shop' })
    const file = (await shown.locator('pre').textContent()) ?? ''
    assert.match(file, /id-token: write/)
    assert.match(file, /SVC_ENDPOINT: http:\/\//)
    assert.match(file, /SVC_ID_TOKEN_AUDIENCE: https:\/\/svc\.example\.com$/m)
    assert.match(file, /tofu plan/)
    assert.doesNotMatch(file, /tofu apply/, 'the rule cannot write')
    await shown.getByRole('button', { name: 'Done' }).click()
    await page.getByText('repository 1296269, branch main, pushes only').waitFor()
    const { items } = await svc.client.workloadTrust.page()
    assert.deepEqual(items[0]?.conditions, {
      ...{ repository_id: '1296269', ref: 'refs/heads/main', event_name: 'push' },
    })
    assert.equal(items[0]?.maxSeconds, 900)
  })

  test('let in jobs that they name, and the page says why another was refused', async () => {
    assert.equal(await exchange({}), 200)
    assert.equal(await exchange({ event_name: 'pull_request' }), 400)
    await page.reload()
    await page
      .getByRole('row', { name: /^Deployments of the shop/ })
      .getByText('just now')
      .waitFor()
    const refused = page.getByRole('table', { name: 'Recently refused' }).getByRole('row').nth(1)
    await refused.getByText('Deployments of the shop').waitFor()
    await refused.getByText(/event_name.*pull_request.*push/).waitFor()
    await page.getByRole('link', { name: 'Show all in the audit log' }).click()
    await page.getByRole('button', { name: 'workload_trust.refused' }).first().waitFor()
    await page.goBack()
  })

  const act = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Actions for Deployments of the shop' }).click()
    await page.getByRole('menuitem', { name }).click()
  }

  test('are changed, disabled, enabled and deleted', async () => {
    await act('Change')
    const dialog = page.getByRole('dialog', { name: 'Change Deployments of the shop' })
    assert.equal(await dialog.getByLabel('Branch').inputValue(), 'main')
    await dialog.getByLabel('Pushes only').uncheck()
    await dialog.getByRole('button', { name: 'Add a claim' }).click()
    await dialog.getByLabel('Claim 1', { exact: true }).fill('actor_id')
    await dialog.getByLabel('Value of claim 1').fill('12')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('repository 1296269, branch main, actor_id 12').waitFor()
    assert.equal(await exchange({ event_name: 'workflow_dispatch' }), 200)
    await act('Disable')
    await page.getByText('disabled', { exact: true }).waitFor()
    assert.equal(await exchange({}), 400)
    await act('Enable')
    await page.getByText('enabled', { exact: true }).waitFor()
    assert.equal(await exchange({}), 200)
    await act('Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No trust rules yet').waitFor()
    assert.equal(await exchange({}), 400)
  })
})
