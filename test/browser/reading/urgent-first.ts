import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { newConsole } from '../new-console.ts'

/** More than the first page has. */
const minorIssues = 130

describe('lists in the order of words', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page
  before(async () => {
    svc = await newConsole()
    const { client } = svc
    const appId = (await client.project.create({ name: 'Checkout' })).record.id
    const issue = (title: string, severity: 'minor' | 'critical' | 'blocker', status?: 'fixed') =>
      client.issue.create({ appId, title, severity, ...(status && { status }) })
    await issue('Nobody can pay', 'blocker')
    await issue('Nobody could pay', 'blocker', 'fixed')
    await issue('Refunds fail', 'critical')
    for (let one = 1; one <= minorIssues; one += 1) await issue(`Typo ${one}`, 'minor')
    page = await svc.open('/')
  })
  after(() => svc.close())

  const titles = () => page.locator('tbody th').getByRole('link').allTextContents()

  test('the sidebar leads to open issues, the most severe first', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Issues' }).click()
    await page.getByRole('link', { name: `Typo ${minorIssues}`, exact: true }).waitFor()
    assert.deepEqual((await titles()).slice(0, 3), ['Nobody can pay', 'Refunds fail', `Typo ${minorIssues}`])
    assert.equal(await page.getByRole('link', { name: 'Nobody could pay' }).count(), 0)
  })

  test('a list that is only partly loaded is read in the other order, to its end', async () => {
    await page.goto(`${svc.url}/issues?sort=severity`)
    await page.getByRole('link', { name: `Typo ${minorIssues}`, exact: true }).waitFor()
    await page.getByRole('columnheader', { name: 'Severity' }).getByRole('button').waitFor()
    await page.locator('tbody').hover()
    const last = page.getByRole('link', { name: 'Nobody can pay' })
    while ((await last.count()) === 0) await page.mouse.wheel(0, 2_000)
    await page.getByText(`${minorIssues + 3} issues`, { exact: true }).waitFor()
  })

  test('its CSV file has the same order', async () => {
    const downloading = page.waitForEvent('download')
    await page.goto(`${svc.url}/issues?sort=-severity`)
    await page.getByRole('button', { name: 'Download as CSV' }).click()
    const chunks: Buffer[] = []
    for await (const chunk of await (await downloading).createReadStream()) chunks.push(chunk as Buffer)
    const lines = Buffer.concat(chunks).toString('utf8').split('\r\n')
    assert.deepEqual(
      lines.slice(1, 4).map((line) => line.split(',')[0]),
      ['Nobody could pay', 'Nobody can pay', 'Refunds fail'],
    )
  })
})
