import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { newConsole } from '../new-console.ts'

describe('importing a cost export in the console', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page
  before(async () => {
    svc = await newConsole()
    await svc.client.project.create({ name: 'Checkout' })
    page = await svc.open('/settings/import')
  })
  after(() => svc.close())

  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer })
  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel('File: Cost export').setInputFiles(file(name, buffer))
  const row = (day: string, cost: string, app: string) =>
    `2026-10-01,${day},USD,${cost},EC2,AWS,"{""app"":""${app}""}"\n`
  const csv = `BillingPeriodStart,ChargePeriodStart,BillingCurrency,EffectiveCost,ServiceName,ProviderName,Tags\n${row('2026-10-01', '12.345', 'checkout')}${row('2026-10-02', '7', 'chekout')}${row('2026-10-03', 'x', 'checkout')}`
  const report = () => page.getByRole('region', { name: 'Cost import report' })

  test('a file is shown as what it would change, and only then imported', async () => {
    await page.getByLabel('Tag key').fill('app')
    await choose('focus.csv.gz', gzipSync(csv))
    await page.getByRole('button', { name: 'Show what would be done' }).click()
    await report().getByText('Nothing has been changed yet.').waitFor()
    await report().getByText('There is no project “chekout”').waitFor()
    await report().getByText('Line 4: its cost is not a decimal number').waitFor()
    await report().getByRole('cell', { name: '2026-10' }).waitFor()
    assert.deepEqual((await svc.client.costEntry.page({})).items, [])

    await page.getByRole('button', { name: 'Import exactly this' }).click()
    await report().getByText('Imported.').waitFor()
    const { items } = await svc.client.costEntry.page({})
    assert.deepEqual(items.map(({ amountCents }) => amountCents).sort(), [1_235, 700])
    await report().getByRole('link', { name: 'Checkout' }).waitFor()
  })

  test('a file can be dropped; what is wrong with it is said', async () => {
    await page.goto(`${svc.url}/settings/import`)
    const area = page.getByRole('region', { name: 'Cost export' })
    const data = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['a,b\\n1,2\\n'], 'wrong.csv', { type: 'text/csv' }))
      return transfer
    })()`)
    await area.dispatchEvent('drop', { dataTransfer: data })
    await area.getByText('wrong.csv').waitFor()
    await page.getByRole('button', { name: 'Show what would be done' }).click()
    await page.getByText('This is not a FOCUS export: its first line must name the columns').waitFor()
    await choose('focus.csv', Buffer.from(csv))
    await page.getByRole('button', { name: 'Show what would be done' }).click()
    await report().getByText('Nothing has been changed yet.').waitFor()
  })
})
