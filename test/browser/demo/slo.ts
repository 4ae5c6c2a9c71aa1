import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { burnRules } from '@svc/model'
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
    const chart = page.getByRole('slider', { name: /^Error budget left over / })
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

  test('says why it has its status before any figure, and on which side of its target is good', async () => {
    const { explanation } = await svc.client.call('explainSlo', { params: { sloId: slo.id } })
    await page.getByText(explanation).waitFor()
    await page.getByText(/^The target is at (least|most) .* over /).waitFor()
  })

  test('draws burn rates against the limits of alerts, with the deployments of the project', async () => {
    const chart = page.getByRole('slider', { name: /^Burn rate over / })
    for (const { severity, window } of burnRules)
      await chart.getByText(new RegExp(`${severity} from .*over ${window}`)).waitFor()
    const { record } = await svc.client.slo.read(slo.id)
    const { items } = await svc.client.deployment.page({ appId: record.appId, limit: 200 })
    assert.ok(items.length > 0, 'its project was deployed')
    assert.ok((await chart.locator('[data-mark=deployment]').count()) > 0, 'deployments are marked')
  })

  test('shows its own window, and where nothing is known of it', async () => {
    const { items } = await svc.client.slo.page({ limit: 200 })
    const quarterly = items.find(({ window }) => window === 'rolling90d')
    assert.ok(quarterly, 'the demo has an SLO over 90 days')
    await page.goto(`${svc.url}/slos/${quarterly.id}`)
    const chart = page.getByRole('slider', { name: 'Error budget left over the last 90 days' })
    // The demo has 30 days of history: two thirds of the window are unknown.
    await chart.getByText('no data').waitFor()
    const gap = chart.locator('[data-mark=gap] rect').first()
    const [width, all] = [await gap.boundingBox(), await chart.boundingBox()]
    assert.ok((width?.width ?? 0) > (all?.width ?? 0) / 2, `${width?.width} of ${all?.width}`)
    await page.goto(`${svc.url}/slos/${slo.id}`)
  })

  test('shows the same day by day, in a table', async () => {
    await page.getByText('Show as a table').click()
    const days = page.getByRole('table').filter({ hasText: 'Remaining' })
    const rows = await days.getByRole('row').count()
    assert.ok(rows >= 30, `${rows} rows`)
  })
})
