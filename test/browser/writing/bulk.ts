import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { newConsole } from '../new-console.ts'

/** More than the two pages that a list loads by itself. */
const many = 640

describe('changing many records at once', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page
  before(async () => {
    svc = await newConsole()
    const create = (_: unknown, n: number) =>
      svc.client.project.create({ name: `Service ${String(n).padStart(3, '0')}`, tier: (n % 4) + 1 })
    await Promise.all(Array.from({ length: many }, create))
    page = await svc.open('/projects?sort=name')
  })
  after(() => svc.close())

  const tiers = async (): Promise<readonly unknown[]> => {
    const all = await Array.fromAsync(svc.client.project.all({ sort: 'name' }))
    return all.map(({ tier }) => tier)
  }
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
  const dialog = () => page.getByRole('dialog')
  const askForTier = async (tier: string): Promise<void> => {
    await page.getByRole('button', { name: 'Change a field…' }).click()
    await dialog().getByLabel('Field').click()
    await page.getByRole('option', { name: 'Tier' }).click()
    await dialog().getByLabel('Tier').fill(tier)
  }

  test('a range is selected with Shift; a preview says what changes, and Undo changes it back', async () => {
    const before = await tiers()
    await box('Service 002').click()
    await box('Service 009').click({ modifiers: ['Shift'] })
    await page.getByText('8 selected').waitFor()
    await askForTier('3')
    await dialog().getByText('6 projects will change, 2 already have this tier.').waitFor()
    await dialog().getByRole('button', { name: 'Change 6 projects' }).click()
    await page.getByText('6 projects changed.').waitFor()
    assert.deepEqual((await tiers()).slice(1, 11), [2, 3, 3, 3, 3, 3, 3, 3, 3, 3])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('6 projects changed back.').waitFor()
    assert.deepEqual(await tiers(), before)
    await page.getByRole('button', { name: 'Dismiss' }).click()
  })

  test('what is refused is said before anything is written', async () => {
    await box('Service 000').click()
    await askForTier('9')
    await dialog().getByText('0 projects will change, 1 cannot be changed.').waitFor()
    assert.ok(await dialog().getByRole('button', { name: 'Change 0 projects' }).isDisabled())
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
  })

  test('what somebody else changed since the preview stays, and only that', async () => {
    const first = (await svc.client.project.page({ q: 'Service 000' })).items[0]
    await box('Service 000').click()
    await box('Service 001').click()
    const theirs = async (route: Route): Promise<void> => {
      await svc.client.project.update(String(first?.id), { tier: 4 })
      await route.continue()
    }
    await page.route(`**/v1/projects/${String(first?.id)}`, theirs, { times: 1 })
    await askForTier('3')
    await dialog().getByRole('button', { name: 'Change 2 projects' }).click()
    await dialog().getByText('1 project changed, 1 not changed.').waitFor()
    await dialog().getByText('Somebody else has changed this field since the preview.').waitFor()
    await dialog().getByRole('button', { name: 'Close' }).last().click()
    assert.deepEqual((await tiers()).slice(0, 2), [4, 3])
    await page.getByText('1 selected').waitFor()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
  })

  test('all that match are selected, beyond those that are loaded', async () => {
    await page.goto(`${svc.url}/projects?sort=name`)
    await page.getByText('600 loaded, more as you scroll').waitFor()
    await page.getByLabel('Select all loaded rows').check()
    await page.getByRole('button', { name: `Select all ${many}` }).click()
    await page.getByText(`${many} selected`).waitFor()
    await page.getByRole('button', { name: 'Change tags', exact: true }).click()
    await dialog().getByLabel('Add').fill('swept,')
    await dialog()
      .getByRole('button', { name: `Change ${many} projects` })
      .click()
    await page.getByText(`${many} projects changed.`).waitFor()
    const { facets } = await svc.client.call('getFacets', { query: { kind: 'project' } })
    assert.deepEqual(facets.tag, [{ value: 'swept', count: many }])
  })
})
