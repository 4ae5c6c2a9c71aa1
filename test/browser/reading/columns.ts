import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { newConsole } from '../new-console.ts'

describe('columns about what belongs to a record', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page
  before(async () => {
    svc = await newConsole()
    const { client } = svc
    const team = (await client.team.create({ name: 'Payments' })).record
    const project = (await client.project.create({ name: 'Checkout', ownerTeamId: team.id, tier: 1 })).record
    await client.project.create({ name: '=1+1', description: 'One, and "another"' })
    const slo = { appId: project.id, type: 'availability', target: 99.9, window: 'rolling30d' } as const
    const { record } = await client.slo.create({ ...slo, name: 'Orders are taken' })
    await client.slo.update(record.id, { currentValue: 99 })
    await client.issue.create({ appId: project.id, title: 'It burns', severity: 'blocker' })
    page = await svc.open('/projects')
  })
  after(() => svc.close())

  const rowOf = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name }) })

  test('health and the others are asked for together, and say where nothing is known', async () => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/v1/summaries')) asked.push(request.url())
    })
    await page.getByRole('button', { name: 'Columns' }).click()
    for (const name of ['Health', 'On call', 'Critical issues', 'Score']) await page.getByLabel(name).check()
    await page.keyboard.press('Escape')
    await rowOf('Checkout').getByText('breached').waitFor()
    await rowOf('Checkout').getByRole('cell', { name: '1', exact: true }).waitFor()
    await rowOf('=1+1').getByText('No SLOs').waitFor()
    await rowOf('=1+1').getByText('Not set up').waitFor()
    await rowOf('=1+1').getByText('Not graded').waitFor()
    assert.equal(asked.length, 1)
  })

  test('the list as it is shown becomes a CSV file that runs nothing', async () => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as CSV' }).click()
    const download = await downloading
    assert.match(download.suggestedFilename(), /^projects-\d{4}-\d\d-\d\d\.csv$/)
    const text = await readFile(await download.path(), 'utf8')
    const [head = '', first = '', second = ''] = text.replace('\uFEFF', '').split('\r\n')
    const shown = await page.locator('thead th[scope="col"]').allInnerTexts()
    assert.deepEqual(head.split(','), [...shown.map((one) => one.trim()).filter(Boolean), 'Id'])
    for (const name of ['Health', 'On call', 'Critical issues', 'Score'])
      assert.ok(shown.includes(name), name)
    assert.ok(first.startsWith("'=1+1,"), first)
    assert.ok(first.includes('"One, and ""another"""'), first)
    assert.ok(second.startsWith('Checkout,Payments,'), second)
    assert.ok(second.includes('breached: Orders are taken'), second)
  })

  test('a list is grouped by a value: counted, folded, and kept in the address', async () => {
    await page.goto(`${svc.url}/projects`)
    await page.getByRole('button', { name: 'Group by' }).click()
    await page.getByRole('menuitem', { name: 'By tier' }).click()
    await page.waitForURL(/group=tier/)
    const group = (name: string) => page.getByRole('region', { name })
    await group('Tier 1 1').getByRole('link', { name: 'Checkout' }).waitFor()
    await group('No tier 1').getByRole('link', { name: '=1+1' }).waitFor()
    await page.getByText('2 projects', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Tier 1 1', expanded: true }).click()
    await page.getByRole('link', { name: 'Checkout' }).waitFor({ state: 'detached' })
    await page.reload()
    await group('Tier 1 1').getByRole('link', { name: 'Checkout' }).waitFor()
    await group('No tier 1').getByRole('checkbox', { name: 'Select =1+1' }).check()
    await page.getByText('1 selected').waitFor()
  })
})
