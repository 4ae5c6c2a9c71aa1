import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eventually } from '@svc/server/testing'
import type { Page } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { newConsole } from '../new-console.ts'

describe('changes can be taken back', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page

  before(async () => {
    svc = await newConsole()
    page = await svc.open('/projects')
  })
  after(() => svc.close())

  const undo = () => page.getByRole('button', { name: 'Undo', exact: true })

  const rename = async (id: string, name: string): Promise<void> => {
    await page.goto(`${svc.url}/domains/${id}/edit`)
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name }).waitFor()
  }

  test('an edit is undone, and only in the fields that it changed', async () => {
    const { record } = await svc.client.domain.create({ name: 'Sales' })
    await rename(record.id, 'Selling')
    await undo().click()
    await page.getByText('Undone', { exact: true }).waitFor()
    await page.getByRole('heading', { name: 'Sales' }).waitFor()
    assert.equal((await svc.client.domain.read(record.id)).record.name, 'Sales')
  })

  test('what somebody has changed since stays, and the message says so', async () => {
    const { record } = await svc.client.domain.create({ name: 'Money' })
    await rename(record.id, 'Finance')
    await svc.client.domain.update(record.id, { description: 'Theirs.' })
    await undo().click()
    await page.getByText('Someone has changed it since. Nothing was changed back.').first().waitFor()
    const { record: now } = await svc.client.domain.read(record.id)
    assert.deepEqual([now.name, now.description], ['Finance', 'Theirs.'])
  })

  test('a deleted record comes back with its dependencies, from the message or from the settings', async () => {
    const [one, other] = [
      await svc.client.api.create({ name: 'Orders' }),
      await svc.client.api.create({ name: 'Stock' }),
    ]
    const ends = { fromKind: 'api', fromId: one.record.id, toKind: 'api', toId: other.record.id } as const
    const { record: edge } = await svc.client.dependency.create(ends)
    const remove = async () => {
      await page.goto(`${svc.url}/apis/${one.record.id}`)
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Delete…' }).click()
      await page.getByRole('button', { name: 'Delete API' }).click()
      await page.getByText('API deleted').first().waitFor()
    }
    await remove()
    await undo().click()
    await page.getByText('The API is back.').waitFor()
    assert.deepEqual((await svc.client.dependency.page({ fromId: one.record.id })).items[0]?.id, edge.id)
    await remove()
    await page.goto(`${svc.url}/settings/deleted?kind=api`)
    await page.getByRole('button', { name: 'Restore Orders' }).click()
    await page.getByText('API restored').waitFor()
    await page.getByText('Nothing deleted').waitFor()
    assert.equal((await svc.client.api.read(one.record.id)).record.name, 'Orders')
  })

  test('an earlier version is restored from the history, after showing what would change', async () => {
    const { record } = await svc.client.domain.create({ name: 'First', description: 'Kept.' })
    await svc.client.domain.update(record.id, { name: 'Second' })
    await page.goto(`${svc.url}/domains/${record.id}?tab=history`)
    await page.getByText('changed the name of it from First to Second').waitFor()
    await page.getByRole('button', { name: 'Restore this version' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('First').waitFor()
    await dialog.getByRole('button', { name: 'Restore this version' }).click()
    await page.getByRole('heading', { name: 'First' }).waitFor()
  })

  test('issues are commented on in Markdown; the author edits and deletes a comment', async () => {
    const { record: project } = await svc.client.project.create({ name: 'Checkout' })
    const { record: issue } = await svc.client.issue.create({ appId: project.id, title: 'Slow' })
    await page.goto(`${svc.url}/issues/${issue.id}`)
    await page.getByLabel('New comment').fill('Only **saved** cards.')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    assert.equal(await page.locator('strong', { hasText: /^saved$/ }).innerText(), 'saved')
    await chooseForComment(page, 'Edit')
    await page.getByLabel('Comment', { exact: true }).fill('All cards.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('· edited').waitFor()
    await chooseForComment(page, 'Delete…')
    await page.getByRole('button', { name: 'Delete comment' }).click()
    await page.getByText('No comments yet.').waitFor()
  })

  test('a conflict shows both values, and saving over theirs is not the default', async () => {
    const { record } = await svc.client.domain.create({ name: 'Stock' })
    await page.goto(`${svc.url}/domains/${record.id}/edit`)
    await page.getByLabel('Name').fill('Mine')
    await svc.client.domain.update(record.id, { name: 'Their name' })
    await page.getByRole('button', { name: 'Save changes' }).click()
    const row = page.getByRole('dialog').getByRole('row', { name: /Name/ })
    await row.getByText('Mine').waitFor()
    await row.getByText('Their name').waitFor()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    assert.equal(await page.getByLabel('Name').inputValue(), 'Mine')
    assert.equal((await svc.client.domain.read(record.id)).record.name, 'Their name')
  })
})

/** A click while the page still moves, as it does when a comment has just come, closes the menu again. */
async function chooseForComment(page: Page, action: string): Promise<void> {
  const item = page.getByRole('menuitem', { name: action })
  await eventually(
    async () => {
      await page.getByRole('button', { name: /^Actions for the comment/ }).click()
      return item.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      )
    },
    (isOpen) => isOpen,
  )
  await item.click()
}
