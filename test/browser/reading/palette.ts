import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { newConsole } from '../new-console.ts'

describe('the palette', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page
  let id: string
  before(async () => {
    svc = await newConsole()
    const { client } = svc
    const { record: team } = await client.team.create({ name: 'Payments' })
    const { record } = await client.project.create({ name: 'Checkout', ownerTeamId: team.id })
    id = record.id
    await client.project.create({ name: 'Ledger' })
    page = await svc.open('/')
  })
  after(() => svc.close())

  const field = () => page.getByRole('combobox', { name: 'Search everything' })
  const option = (name: string | RegExp) => page.getByRole('option', { name })

  test('takes what is typed before its code has been loaded', async () => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    const typed = Promise.withResolvers<void>()
    await page.route(/\/palette-/, async (route) => {
      await typed.promise
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Ledger')
    typed.resolve()
    await option(/^Ledger/).waitFor()
    assert.equal(await field().inputValue(), 'Ledger')
    await page.keyboard.press('Escape')
    await page.unroute(/\/palette-/)
  })

  test('takes a query, completed while it is typed', async () => {
    // Until the page is there, nobody listens to its keys.
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await field().fill('owner:pay')
    await option('Payments').first().waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await field().inputValue(), 'owner:Payments ')
    await option(/^Checkout/).waitFor()
    assert.equal(await option(/^Ledger/).count(), 0)
  })

  test('a hit has actions, reached by an arrow key', async () => {
    await page.goto(svc.url)
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('button', { name: /^Search/ })
      .click()
    await field().fill('checkout')
    await option(/^Checkout/).waitFor()
    await page.keyboard.press('ArrowRight')
    await option('Copy link').waitFor()
    await page.keyboard.press('ArrowLeft')
    await option(/^Checkout/).waitFor()
    await page.keyboard.press('ArrowRight')
    await option('Show the blast radius').click()
    await page.waitForURL(/\/graph\?.*mode=impact/)
    assert.ok(page.url().includes(id))
  })

  test('views are in the sidebar, and what was seen lately on the home page', async () => {
    await page.goto(`${svc.url}/projects/${id}`)
    await page.getByRole('heading', { name: 'Checkout' }).first().waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'No owner' }).click()
    await page.waitForURL(/query=no(%3A|:)owner/)
    await page.getByRole('link', { name: 'Ledger' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Checkout' }).count(), 0)
    await page.goto(svc.url)
    await page.getByText('Recently seen').waitFor()
    await page.getByRole('link', { name: 'Checkout' }).first().waitFor()
  })
})
