import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { newConsole } from '../new-console.ts'

describe('lists are kept as views', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page
  before(async () => {
    svc = await newConsole()
    const { client } = svc
    const { record: team } = await client.team.create({ name: 'Payments' })
    await client.project.create({ name: 'Owned', lifecycle: 'production', ownerTeamId: team.id, tier: 1 })
    await client.project.create({ name: 'Orphan', lifecycle: 'production', tier: 2 })
    await client.project.create({ name: 'Retired', lifecycle: 'retired' })
    page = await svc.open('/projects')
  })
  after(() => svc.close())

  const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
  const inSidebar = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'View', exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  test('what was filtered, sorted and shown is there again, from the sidebar', async () => {
    await page.goto(`${svc.url}/projects?lifecycle=production&ownerTeamId=none&sort=-name`)
    await link('Owned').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Cost' }).check()
    await page.keyboard.press('Escape')
    await choose('Save as a view…')
    await page.keyboard.type('Nobody answers for these')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Nobody answers for these' }).waitFor()
    const { items } = await svc.client.view.page({})
    assert.partialDeepStrictEqual(items[0], {
      kind: 'project',
      query: 'no:owner lifecycle:production',
      sort: '-name',
      visibility: 'private',
    })
    assert.ok(items[0]?.columns.includes('cost'))
    await page.goto(svc.url)
    await inSidebar('Nobody answers for these').click()
    await link('Orphan').waitFor()
    await page.getByRole('columnheader', { name: 'Cost' }).waitFor()
    await link('Owned').waitFor({ state: 'detached' })
  })

  test('a view is changed, shared and deleted where it is open', async () => {
    await page.getByRole('combobox', { name: 'Search projects' }).fill('lifecycle:production')
    await page.keyboard.press('Enter')
    await link('Owned').waitFor()
    await choose('Save changes to Nobody answers for these')
    await page.getByText('View saved').waitFor()
    await choose('Rename or share…')
    await page.getByRole('textbox', { name: 'Name' }).fill('In production')
    await page.getByLabel('Visibility').click()
    await page.getByRole('option', { name: 'shared', exact: true }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await inSidebar('In production').waitFor()
    const { items } = await svc.client.view.page({})
    assert.partialDeepStrictEqual(items[0], { query: 'lifecycle:production', visibility: 'shared' })
    await choose('Delete view…')
    await page.getByRole('button', { name: 'Delete view' }).click()
    await inSidebar('In production').waitFor({ state: 'detached' })
    await link('Retired').waitFor()
  })

  test('favourites are on the home page', async () => {
    await link('Orphan').click()
    const star = page.getByRole('button', { name: 'Favourite' })
    await star.click()
    await page.getByRole('button', { name: 'Favourite', pressed: true }).waitFor()
    await page.goto(svc.url)
    await page.getByRole('heading', { name: 'Favourites' }).waitFor()
    await page
      .getByRole('heading', { name: 'Favourites' })
      .locator('xpath=../..')
      .getByText('Orphan')
      .waitFor()
    await link('Orphan').first().click()
    await star.click()
    await page.goto(svc.url)
    await page.getByRole('heading', { name: 'Recently seen' }).waitFor()
    assert.equal(await page.getByRole('heading', { name: 'Favourites' }).count(), 0)
  })
})
