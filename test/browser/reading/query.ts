import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { newConsole } from '../new-console.ts'

describe('a list is filtered by a query', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page
  before(async () => {
    svc = await newConsole()
    const { client } = svc
    const { record: team } = await client.team.create({ name: 'Search & Find' })
    await client.project.create({ name: 'Owned', lifecycle: 'production', ownerTeamId: team.id })
    await client.project.create({ name: 'Orphan', lifecycle: 'deprecated', tags: ['pci'] })
    page = await svc.open('/projects')
  })
  after(() => svc.close())

  const box = () => page.getByRole('combobox', { name: 'Search projects' })
  const option = (name: string | RegExp) => page.getByRole('option', { name })
  const link = (name: string) => page.getByRole('link', { name, exact: true })

  test('with the keyboard: a key, then the name of a team', async () => {
    await page.goto(`${svc.url}/projects`)
    await box().click()
    await page.keyboard.type('ow')
    await option(/^owner:/).waitFor()
    await page.keyboard.press('Tab')
    await option('Search & Find').waitFor()
    await page.keyboard.type('find')
    await page.keyboard.press('Enter')
    assert.equal(await box().inputValue(), 'owner:"Search & Find" ')
    await link('Orphan').waitFor({ state: 'detached' })
    await link('Owned').waitFor()
    assert.equal(new URL(page.url()).searchParams.get('query'), 'owner:"Search & Find"')
    await page.reload()
    await link('Owned').waitFor()
    assert.equal(await box().inputValue(), 'owner:"Search & Find"')
  })

  test('with the mouse: a value, with how many records have it', async () => {
    await page.goto(`${svc.url}/projects`)
    await box().click()
    await option(/^lifecycle:/).click()
    await option('deprecated 1').click()
    await link('Owned').waitFor({ state: 'detached' })
    await link('Orphan').waitFor()
    await page.goto(`${svc.url}/projects?query=no:owner`)
    await link('Orphan').waitFor()
    assert.equal(await box().inputValue(), 'no:owner')
  })

  test('what is not understood is said beside it, and what was shown stays', async () => {
    await page.goto(`${svc.url}/projects`)
    await link('Owned').waitFor()
    await box().fill('lifecycel:production')
    await page.getByText('lifecycel is not a key of projects; did you mean lifecycle?').waitFor()
    await link('Owned').waitFor()
    await box().fill('orphan')
    await link('Owned').waitFor({ state: 'detached' })
    await box().fill('tag:nothing')
    await page.keyboard.press('Escape')
    await page.getByText('No projects match').waitFor()
  })

  test('a list that a mistyped word leaves empty says what may have been meant, if that finds something', async () => {
    const meant = page.getByRole('button', { name: 'Did you mean orphan?' })
    const answerTo = (part: string) => page.waitForResponse((response) => response.url().includes(part))
    for (const address of ['/projects', '/projects?group=lifecycle']) {
      await page.goto(`${svc.url}${address}`)
      await box().fill('orphen')
      await meant.click()
      await link('Orphan').waitFor()
      assert.equal(await box().inputValue(), 'orphan')
    }
    await page.goto(`${svc.url}/projects?query=tag:pci orphen`)
    await page.getByRole('button', { name: 'Did you mean tag:pci orphan?' }).click()
    await link('Orphan').waitFor()
    // The other filters leave out what was meant.
    const asked = answerTo('/v1/search?')
    const checked = answerTo('q=orphan')
    await page.goto(`${svc.url}/projects?lifecycle=production&q=orphen`)
    assert.equal((await (await asked).json()).didYouMean, 'orphan')
    await (await checked).finished()
    await page.getByText('No projects match').waitFor()
    assert.equal(await page.getByRole('button', { name: /Did you mean/ }).count(), 0)
  })
})
