import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Console, isWithoutBrowser, untilTrue } from '../browser.ts'
import { layCable } from '../cable.ts'
import { newConsole } from '../new-console.ts'

describe('the frame of every page', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page

  before(async () => {
    svc = await newConsole()
    for (const name of ['Payments', 'Ordering']) await svc.client.team.create({ name })
    page = await svc.open('/')
  })
  after(() => svc.close())

  test('on a slow network something is there before any code has run', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${svc.url}/teams`, { waitUntil: 'commit' })
    await page.getByText('Loading svc…').waitFor()
    await page.getByText('Still loading').waitFor()
    release()
    await page.getByRole('heading', { name: 'Teams' }).waitFor()
    assert.equal(await page.getByText('Loading svc…').isVisible(), false)
    await page.unroute('**/assets/*.js')
  })

  test('Tab leads past the navigation first, and a new page is read from its heading', async () => {
    await page.goto(`${svc.url}/teams`)
    await page.getByRole('link', { name: 'Ordering' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await untilTrue(page, "document.activeElement?.tagName === 'MAIN'")
    await page.getByRole('link', { name: 'Domains' }).click()
    await untilTrue(
      page,
      "document.activeElement?.textContent === 'Domains' && document.activeElement.tagName === 'H1'",
    )
    await page.goto(`${svc.url}/teams/new`)
    await untilTrue(page, "document.activeElement?.labels?.[0]?.textContent === 'Name'")
  })

  test('the address says that the data is test data, and links within it do too', async () => {
    await page.goto(`${svc.url}/teams`)
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.waitForURL(/mode=test/)
    const [href] = await page
      .getByRole('link', { name: 'Domains' })
      .evaluateAll((all) => all.map((one) => String(one)))
    assert.match(href ?? '', /\/domains\?mode=test$/)
    const sent = await page.context().newPage()
    await sent.goto(page.url())
    await sent.getByText('Test data: nothing here is live').waitFor()
    await sent.getByRole('button', { name: 'Back to live' }).click()
    await sent.waitForURL((url) => !url.search.includes('mode'))
    await sent.getByRole('link', { name: 'Payments' }).waitFor()
    await sent.close()
    await page.getByRole('button', { name: 'Live', exact: true }).click()
    await page.waitForURL((url) => !url.search.includes('mode'))
  })

  test('a server that has stopped is said to be gone, and to be back', async () => {
    const cable = await layCable(svc.url)
    await page.goto(`${cable.url}/teams`)
    await page.getByRole('link', { name: 'Payments' }).waitFor()
    await cable.cut()
    const cutAt = Date.now()
    await page.getByText('The server cannot be reached').waitFor()
    // The notice waits two seconds; the rest is room for a busy machine.
    assert.ok(Date.now() - cutAt < 15_000)
    await cable.mend()
    await page.getByText('The server cannot be reached').waitFor({ state: 'hidden' })
    await cable.cut()
  })

  test('Enter takes the first match, and text that stands for nothing is not sent', async () => {
    await page.goto(`${svc.url}/projects/new`)
    await page.getByLabel('Name').fill('Checkout')
    const owner = page.getByLabel('Owner team')
    await owner.click()
    await page.keyboard.type('nobody', { delay: 5 })
    await page.keyboard.press('Enter')
    await page.getByText('No teams match “nobody”.').waitFor()
    assert.match(page.url(), /\/projects\/new/)
    await owner.fill('')
    await page.keyboard.type('paym', { delay: 5 })
    // At once: the search for what was typed has not even begun.
    await page.keyboard.press('Enter')
    await untilTrue(page, "document.activeElement?.value === 'Payments'")
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/projects\/prj_/)
    const [made] = (await svc.client.project.page({})).items
    const team = made?.ownerTeamId && (await svc.client.team.read(made.ownerTeamId)).record.name
    assert.equal(team, 'Payments')
  })
})
