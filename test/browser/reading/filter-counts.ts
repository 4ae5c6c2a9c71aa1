import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { newConsole } from '../new-console.ts'

describe('the filters of a list say how many records they leave', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page
  let asked: string[] = []
  before(async () => {
    svc = await newConsole()
    const { client } = svc
    const { record: team } = await client.team.create({ name: 'Payments' })
    await client.project.create({
      name: 'A',
      lifecycle: 'production',
      tags: ['pci', 'web'],
      ownerTeamId: team.id,
    })
    await client.project.create({ name: 'B', lifecycle: 'production', tags: ['pci'] })
    await client.project.create({ name: 'C', lifecycle: 'deprecated' })
    page = await svc.open('/projects')
    page.on('request', (request) => {
      if (request.url().includes('/v1/facets')) asked.push(new URL(request.url()).search)
    })
  })
  after(() => svc.close())

  const openFilters = async (path: string): Promise<void> => {
    await page.goto(`${svc.url}${path}`)
    asked = []
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
  }
  const option = (name: string) => page.getByRole('option', { name, exact: true })
  const choose = (label: string) => page.getByRole('combobox', { name: label, exact: true })

  test('each value has its number, from one request', async () => {
    await openFilters('/projects')
    await page.getByRole('checkbox', { name: 'No owner team 2 projects' }).waitFor()
    await choose('Lifecycle').click()
    for (const name of [
      'any 3 projects',
      'production 2 projects',
      'deprecated 1 project',
      'retired 0 projects',
    ])
      await option(name).waitFor()
    await page.keyboard.press('Escape')
    await choose('Owner team').click()
    await option('Payments 1 project').waitFor()
    await page.keyboard.press('Escape')
    assert.deepEqual(asked, ['?kind=project'])
  })

  test('with the keyboard: a text is suggested, chosen, and the others count within it', async () => {
    await openFilters('/projects')
    const tag = choose('Tag')
    await tag.focus()
    await tag.press('ArrowDown')
    await option('pci 2 projects').waitFor()
    await option('web 1 project').waitFor()
    await tag.pressSequentially('we')
    await option('pci 2 projects').waitFor({ state: 'detached' })
    await tag.press('ArrowDown')
    await tag.press('Enter')
    await page.waitForURL(/tag=web/)
    await tag.and(page.locator(':focus')).waitFor()
    await page.getByRole('checkbox', { name: 'No owner team 0 projects' }).waitFor()
    // What is chosen does not narrow its own values.
    await choose('Tag').fill('p')
    await option('pci 2 projects').waitFor()
    await choose('Tag').fill('anything else')
    await choose('Tag').press('Enter')
    await page.waitForURL(/tag=anything/)
    await page.getByRole('heading', { name: 'No projects match' }).waitFor()
  })

  test('the numbers follow what others change', async () => {
    await openFilters('/projects')
    await choose('Lifecycle').click()
    await option('retired 0 projects').waitFor()
    await svc.client.project.create({ name: 'D', lifecycle: 'retired' })
    await option('retired 1 project').waitFor()
  })

  test('nothing moves when the numbers come, and a minimum is called one', async () => {
    const held = Promise.withResolvers<void>()
    await page.route('**/v1/facets?*', async (route) => {
      await held.promise
      const facets = { lifecycle: [{ value: 'production', count: 4_000 }], ownerTeamId: [] }
      await route.fulfill({ json: { facets, total: 5_000, isExact: false } })
    })
    await openFilters('/projects')
    await choose('Lifecycle').click()
    await option('production').waitFor()
    const places = () =>
      Promise.all(
        ['dialog', 'listbox', 'option'].map((role) =>
          page
            .getByRole(role as 'dialog')
            .last()
            .boundingBox(),
        ),
      )
    const before = await places()
    held.resolve()
    await option('production at least 4,000 projects').getByText('≥ 4,000', { exact: true }).waitFor()
    await option('any at least 5,000 projects').waitFor()
    assert.equal(await option('retired').count(), 1, 'how many there are nobody knows')
    assert.deepEqual(await places(), before)
    await page.unroute('**/v1/facets?*')
  })
})
