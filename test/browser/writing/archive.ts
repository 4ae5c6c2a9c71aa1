import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { unzipped } from '@svc/server/testing'
import type { Page } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { newConsole } from '../new-console.ts'

describe('downloading an archive in the console', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page
  before(async () => {
    svc = await newConsole()
    await svc.client.team.create({ name: 'Ledger' })
    page = await svc.open('/settings/import')
  })
  after(() => svc.close())

  test('the page says what is in it, and the browser gets all of it', async () => {
    await page.getByText('anything that opens a door').waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download archive' }).click()
    const download = await downloading
    assert.match(download.suggestedFilename(), /^[a-z0-9-]+-\d{4}-\d\d-\d\d\.zip$/)
    await page.getByText('The archive is whole').waitFor()
    const path = await download.path()
    const files = await unzipped(path)
    assert.ok(files.has('manifest.json') && !files.has('tokens.ndjson'))
    assert.match(files.get('teams.ndjson') ?? '', /"name":"Ledger"/)
    await rm(path)
  })

  test('while others download, the page says so', async () => {
    await page.route('**/v1/exports/archive', (route) =>
      route.fulfill({ status: 503, contentType: 'application/json', body: JSON.stringify(busy) }),
    )
    await page.getByRole('button', { name: 'Download archive' }).click()
    await page.getByText('There is no file: Other archives are being downloaded.').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Download archive' }).isEnabled())
  })
})

const busy = {
  code: 'unavailable',
  message: 'Other archives are being downloaded. Try again when they are done.',
  requestId: 'req_1',
}
