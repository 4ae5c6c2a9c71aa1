import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { demoConsole } from './console.ts'

describe('an SLO with 30 days behind it', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page
  let slo: { readonly id: string; readonly name: string }

  before(async () => {
    svc = await demoConsole()
    const { items } = await svc.client.slo.page({ status: 'breached', limit: 1 })
    const [first] = items
    assert.ok(first, 'the demo has a breached SLO')
    slo = first
    page = await svc.open(`/slos/${slo.id}`)
  })

  test('shows its status in numbers', async () => {
    await page.getByRole('heading', { name: slo.name, level: 1 }).waitFor()
    const { record } = await svc.client.slo.read(slo.id)
    const left = 100 - (record.errorBudgetPercentUsed ?? 0)
    const shown = await page.getByText('Budget left', { exact: true }).first().locator('..').innerText()
    const [, said = ''] = /([−-]?[\d.,]+)\s*%/.exec(shown) ?? []
    assert.ok(
      Math.abs(Number(said.replace('−', '-').replaceAll(',', '')) - left) < 1,
      `${shown}, really ${left}`,
    )
  })

  test('draws the budget over the whole time, and shows the value at any moment', async () => {
    const chart = page.getByRole('slider', { name: 'Error budget left over the last 30 days' })
    await chart.locator('path').first().waitFor({ state: 'attached' })
    const lines = await chart
      .locator('path')
      .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')))
    const points = Math.max(...lines.map((line) => line?.match(/[ML]/g)?.length ?? 0))
    assert.ok(points >= 30, `${points} points for 30 days`)
    await chart.press('Home')
    const first = (await chart.getAttribute('aria-valuetext')) ?? ''
    assert.match(first, /Budget left .*%.*Measured/)
    await chart.press('End')
    assert.notEqual(await chart.getAttribute('aria-valuetext'), first)
    await chart.hover()
    await chart.getByText('Measured').waitFor()
  })

  test('shows the same day by day, in a table', async () => {
    await page.getByText('Show as a table').click()
    const days = page.getByRole('table').filter({ hasText: 'Remaining' })
    const rows = await days.getByRole('row').count()
    assert.ok(rows >= 30, `${rows} rows`)
  })
})
