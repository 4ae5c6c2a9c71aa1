import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { demoConsole } from './console.ts'

describe('the review of all SLOs', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page

  before(async () => {
    svc = await demoConsole()
    page = await svc.open('/slos')
    await page.getByRole('link', { name: 'Review' }).click()
    await page.getByRole('heading', { name: 'SLO review', level: 1 }).waitFor()
  })

  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name }).first()

  test('has every SLO once, under the team that owns its project, the worst team first', async () => {
    const { items } = await svc.client.slo.page({ limit: 200 })
    await row(items[0]?.name ?? '').waitFor()
    const rows = page.locator('main section').locator('li')
    assert.equal(await rows.count(), items.length)
    const worst = items.filter(({ status }) => status === 'breached').map(({ name }) => name)
    const first = await page.locator('main section').first().innerText()
    assert.ok(
      worst.some((name) => first.includes(name)),
      first,
    )
  })

  test('says why, how much is left and where it is going', async () => {
    const { items } = await svc.client.slo.page({ status: 'breached', limit: 1 })
    const breached = row(items[0]?.name ?? '')
    await breached.getByText(/target at (least|most) .*: more than its budget of/).waitFor()
    await breached.getByText(/ over$/).waitFor()
    await breached.getByText(/burn/).waitFor()
  })

  test('an unknown one says what to do', async () => {
    const { items } = await svc.client.project.page({ limit: 1 })
    const { record } = await svc.client.slo.create({
      name: 'Nobody measures this',
      appId: items[0]?.id ?? '',
      type: 'availability',
      target: 99.9,
      window: 'rolling30d',
    })
    try {
      await page.reload()
      const unknown = row('Nobody measures this')
      await unknown.getByText('unknown').waitFor()
      await unknown.getByText(/Report measurements to \/ingest\/v1\/slis/).waitFor()
      await page.goto(`${svc.url}/slos/${record.id}`)
      await page.getByText('Unknown.').waitFor()
      await page.getByRole('link', { name: 'Edit this SLO' }).waitFor()
    } finally {
      await svc.client.slo.delete(record.id)
    }
  })
})
