import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Console, isWithoutBrowser, untilTrue } from '../browser.ts'
import { newConsole } from '../new-console.ts'

describe('what is typed into the console', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page

  before(async () => {
    svc = await newConsole()
    page = await svc.open('/')
  })
  after(() => svc.close())

  for (const { path, label } of [
    { path: '/projects', label: 'Search projects' },
    { path: '/catalog', label: 'Search the catalog' },
    { path: '/issues/board', label: 'Search issues' },
  ]) {
    test(`${path}: a search keeps every letter, including those typed while it is running`, async () => {
      await page.goto(`${svc.url}${path}`)
      const box = page.getByLabel(label)
      await box.click()
      await page.keyboard.type('slow ')
      await page.waitForURL(/q=slow/)
      await page.keyboard.type('boat')
      await page.waitForURL(/q=slow(\+|%20)boat/)
      assert.equal(await box.inputValue(), 'slow boat')
      await page.goBack()
      await page.goto(`${svc.url}${path}?q=fast`)
      await untilTrue(page, `document.querySelector('[aria-label="${label}"]')?.value === 'fast'`)
    })
  }

  test('a number is accepted as written, and stored exactly', async () => {
    const project = (await svc.client.project.create({ name: 'Promising' })).record
    const { record } = await svc.client.slo.create({
      name: 'Answers',
      appId: project.id,
      type: 'availability',
      target: 99,
      window: 'rolling30d',
    })
    await page.goto(`${svc.url}/slos/${record.id}/edit`)
    await page.getByLabel('Target').fill('99.9990')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.waitForURL(new RegExp(`${record.id}$`))
    assert.equal((await svc.client.slo.read(record.id)).record.target, 99.999)
  })

  test('changes by others in the same field are shown before they are overwritten, even after a reload', async () => {
    const { record } = await svc.client.domain.create({ name: 'Stock' })
    await page.goto(`${svc.url}/domains/${record.id}/edit`)
    await page.getByLabel('Name').fill('Mine')
    await untilTrue(page, "Object.keys(sessionStorage).some((key) => key.startsWith('svc.draft.'))")
    await svc.client.domain.update(record.id, { name: 'Theirs' })
    await page.reload()
    await page.getByText('Your unsaved changes have been restored.').waitFor()
    await page.getByRole('button', { name: 'Save changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Changed in the meantime' })
    await dialog.getByTitle('Theirs').waitFor()
    await dialog.getByRole('button', { name: 'Discard mine and reload' }).click()
    assert.equal(await page.getByLabel('Name').inputValue(), 'Theirs')
  })

  test('a draft of live data is not saved to test data', async () => {
    await page.goto(`${svc.url}/teams/new`)
    await page.getByLabel('Name').fill('Live team')
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText('Test data: nothing here is live').waitFor()
    assert.equal(await page.getByLabel('Name').inputValue(), '')
    await page.getByRole('button', { name: 'Back to live' }).click()
    await page.getByText('Your unsaved changes have been restored.').waitFor()
    assert.equal(await page.getByLabel('Name').inputValue(), 'Live team')
  })

  test('the selection is cleared when leaving the list', async () => {
    for (const name of ['Red', 'Green']) await svc.client.system.create({ name })
    await page.goto(`${svc.url}/systems`)
    await page.getByLabel('Select Red').check()
    await page.getByText('1 selected').waitFor()
    await page.getByLabel('Search systems').fill('green')
    await page.getByLabel('Select Red').waitFor({ state: 'detached' })
    await page.getByText('1 selected').waitFor({ state: 'detached' })
  })
})
