import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { newConsole } from '../new-console.ts'

describe('values are changed in the rows of a list', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page
  const ids: string[] = []
  before(async () => {
    svc = await newConsole()
    await svc.client.team.create({ name: 'Payments' })
    for (const name of ['Alpha', 'Beta', 'Gamma', 'Delta'])
      ids.push((await svc.client.project.create({ name, lifecycle: 'production', tier: 2 })).record.id)
    page = await svc.open('/projects')
    await page.getByRole('link', { name: 'Alpha' }).waitFor()
  })
  after(() => svc.close())

  const project = async (place: number) => (await svc.client.project.read(ids[place] ?? '')).record
  const rowOf = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name }) })

  test('with the mouse: a value is chosen in its cell', async () => {
    await rowOf('Alpha').hover()
    await page.getByRole('button', { name: 'Change lifecycle of Alpha' }).click()
    await page.getByRole('menuitemradio', { name: 'deprecated' }).click()
    await rowOf('Alpha').getByText('deprecated').waitFor()
    assert.equal((await project(0)).lifecycle, 'deprecated')
    await rowOf('Alpha').hover()
    await page.getByRole('button', { name: 'Change owner team of Alpha' }).click()
    await page.getByRole('dialog').getByRole('combobox').fill('Pay')
    await page.getByRole('option', { name: 'Payments' }).click()
    await rowOf('Alpha').getByRole('link', { name: 'Payments' }).waitFor()
  })

  test('with the keyboard: J and K move, E edits, X selects, / searches, Enter opens', async () => {
    // From Alpha, where something was changed.
    for (const key of ['j', 'j', 'k']) await page.keyboard.press(key)
    const focused = () => page.evaluate('document.activeElement.textContent')
    assert.equal(await focused(), 'Beta')
    await page.keyboard.press('e')
    // The value that was changed last: the owner.
    await page.getByRole('dialog').getByRole('combobox').fill('Pay')
    await page.getByRole('option', { name: 'Payments' }).waitFor()
    await page.keyboard.press('Enter')
    await rowOf('Beta').getByRole('link', { name: 'Payments' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    assert.equal(await page.evaluate('document.activeElement.enterKeyHint'), 'search')
    await page.keyboard.press('Tab')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Delta' }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Gamma' }).waitFor()
    await page.keyboard.press('c')
    await page.waitForURL(/\/projects\/new$/)
    await page.goBack()
  })

  test('an issue is not moved to another project in its row; after Escape, Tab goes on from the value at once', async () => {
    await svc.client.issue.create({ appId: ids[3] ?? '', title: 'It burns' })
    await page.goto(`${svc.url}/issues`)
    await page.getByRole('link', { name: 'It burns' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    await page.getByRole('menu', { name: 'Severity of It burns' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Change project of It burns' }).count(), 0)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    const focused = await page.evaluate('document.activeElement.getAttribute("aria-label")')
    assert.equal(focused, 'Change status of It burns')
    await page.goto(`${svc.url}/projects`)
  })

  test('what somebody else has changed since is shown before it is overwritten', async () => {
    await page.getByRole('link', { name: 'Gamma' }).waitFor()
    await page.route(
      `**/v1/projects/${ids[2]}`,
      async (route) => {
        await svc.client.project.update(ids[2] ?? '', { tier: 4 })
        await route.continue()
      },
      { times: 1 },
    )
    await rowOf('Gamma').hover()
    await page.getByRole('button', { name: 'Change tier of Gamma' }).click()
    await page.getByRole('menuitemradio', { name: 'Tier 1' }).click()
    await page.getByText('Somebody else has changed it').waitFor()
    assert.equal((await project(2)).tier, 4)
    await page.getByRole('button', { name: 'Save mine' }).click()
    await rowOf('Gamma').getByText('Tier 1').waitFor()
    assert.equal((await project(2)).tier, 1)
  })
})
