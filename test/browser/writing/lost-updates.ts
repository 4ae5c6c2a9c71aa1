import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClient } from '@svc/client'
import type { Page } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { newConsole } from '../new-console.ts'

const dayMs = 86_400_000

describe('what others do meanwhile', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page

  before(async () => {
    svc = await newConsole()
    page = await svc.open('/')
  })
  after(() => svc.close())

  test('only the edited fields of a vault item are changed', async () => {
    const item = await svc.client.call('createSecret', { body: { name: 'Key', type: 'text', value: 'x' } })
    await page.goto(`${svc.url}/settings/vault`)
    await page.getByRole('row', { name: /Key/ }).getByRole('button').last().click()
    await page.getByRole('menuitem', { name: 'Edit details' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Key of the shop')
    await svc.client.secret.update(item.id, { category: 'Theirs' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: /Key of the shop/ }).waitFor()
    const { record } = await svc.client.secret.read(item.id)
    assert.deepEqual([record.name, record.category], ['Key of the shop', 'Theirs'])
  })

  test('a provider that was refreshed behind the form is not overwritten by it', async () => {
    const { record } = await svc.client.identityProvider.create({ name: 'Login', protocol: 'oidc' })
    await page.goto(`${svc.url}/settings/identity-providers/${record.id}`)
    await page.getByLabel('Name', { exact: true }).fill('Mine')
    await svc.client.identityProvider.update(record.id, { priority: 77 })
    await lookedAtAgain(page, record.id)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('main').getByRole('alert').waitFor()
    const now = (await svc.client.identityProvider.read(record.id)).record
    assert.deepEqual([now.name, now.priority], ['Login', 77])
  })

  test('records that already have the value are not written again in a bulk change', async () => {
    await svc.client.system.create({ name: 'One', tags: ['seen'] })
    const second = (await svc.client.system.create({ name: 'Two' })).record
    const written: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') written.push(new URL(request.url()).pathname)
    })
    await page.goto(`${svc.url}/systems`)
    await page.getByLabel('Select all loaded rows').check()
    await page.getByRole('button', { name: 'Change tags', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Add').fill('seen,')
    await page.getByRole('button', { name: 'Change 1 system' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    for await (const { tags } of svc.client.system.all()) assert.deepEqual(tags, ['seen'])
    assert.deepEqual(written, [`/v1/systems/${second.id}`])
  })

  test('amounts in other currencies are shown, too', async () => {
    const project = (await svc.client.project.create({ name: 'Abroad' })).record
    const { key } = await svc.client.call('createApiKey', { body: { name: 'Costs', scopes: ['ingest'] } })
    const pipeline = createClient({ endpoint: svc.url, token: key ?? '' })
    const today = Math.floor(Date.now() / dayMs) * dayMs
    const entry = {
      externalId: 'one',
      appId: project.id,
      service: 'Machines',
      amountCents: 123_456,
      currency: 'EUR',
      periodStart: new Date(today - dayMs).toISOString(),
      periodEnd: new Date(today).toISOString(),
    }
    await pipeline.call('ingestCosts', { body: { items: [entry] } })
    await page.goto(`${svc.url}/projects/${project.id}?tab=costs`)
    await page.getByText('Also in EUR').waitFor()
    await page.getByText('€1,234.56').waitFor()
  })
})

/** Somebody returns to the tab so much later that its data is fetched again. */
async function lookedAtAgain(page: Page, id: string): Promise<void> {
  const read = page.waitForResponse((answer) => answer.url().endsWith(id))
  await page.evaluate(`{
    const now = Date.now
    Date.now = () => now() + 60_000
    window.dispatchEvent(new Event('visibilitychange'))
  }`)
  await read
}
