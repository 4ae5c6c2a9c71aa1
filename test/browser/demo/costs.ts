import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { demoConsole } from './console.ts'

describe('costs by who answers for them', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page

  before(async () => {
    svc = await demoConsole()
    page = await svc.open('/costs')
  })

  const table = () => page.getByRole('table').first()

  test('each team, what it costs, and what changed most', async () => {
    const { groups } = await svc.client.call('getCostGroups', { query: { by: 'team' } })
    const [first] = groups
    assert.ok(first?.name, 'the demo has costs')
    const row = table().getByRole('row').filter({ hasText: first.name }).first()
    await row.waitFor()
    assert.equal(await table().getByRole('row').count(), groups.length + 1)
    assert.match(await row.innerText(), /%[\s\S]*\$[\d,]+[\s\S]*[+−]\$/)
  })

  test('the parts of the bar add up to the whole', async () => {
    const bar = page.locator('svg[preserveAspectRatio=none]').first()
    const widths = await bar
      .locator('rect')
      .evaluateAll((parts) => parts.map((part) => Number(part.getAttribute('width'))))
    const whole = widths.reduce((sum, width) => sum + width, 0)
    // Between parts there is a gap of 0.15.
    assert.ok(Math.abs(whole + widths.length * 0.15 - 100) < 1, `${whole}`)
  })

  test('grouping, period and comparison are in the address, and survive a reload', async () => {
    await page.getByRole('navigation', { name: 'Add up by' }).getByRole('link', { name: 'System' }).click()
    await page.waitForURL(/by=system/)
    await page.getByRole('combobox', { name: 'Period' }).click()
    await page.getByRole('option', { name: 'This month so far' }).click()
    await page.waitForURL(/range=month/)
    await page.reload()
    await page.getByText(/^Before: /).waitFor()
    const { previous } = await svc.client.call('getCostGroups', {
      query: { by: 'system', from: `${new Date().toISOString().slice(0, 7)}-01`, compare: 'month' },
    })
    assert.ok(previous?.from.endsWith('-01'))
    await table().getByRole('columnheader', { name: 'System' }).waitFor()
  })

  test('another currency on its own', async () => {
    await page.goto(`${svc.url}/costs?currency=EUR`)
    await page.getByText('€').first().waitFor()
    await page.getByText('Also in USD').waitFor()
  })
})
