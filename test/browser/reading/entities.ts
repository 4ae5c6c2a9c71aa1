import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { newConsole } from '../new-console.ts'

describe('what belongs together', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page
  let teamId = ''
  let projectId = ''
  before(async () => {
    svc = await newConsole()
    page = await svc.open('/')
  })
  after(() => svc.close())

  test('an empty home page says what it will show, and what to do', async () => {
    await page.getByRole('button', { name: 'Hide the first steps' }).click()
    await page.getByRole('heading', { name: 'Nothing needs your attention yet' }).waitFor()
    await page.getByRole('link', { name: 'Create a project' }).waitFor()
  })

  test('one list over all kinds: filters and order are in the address bar, and back undoes them', async () => {
    const { client } = svc
    teamId = (await client.team.create({ name: 'Payments' })).record.id
    projectId = (await client.project.create({ name: 'Checkout' })).record.id
    const api = { name: 'Basket API', ownerTeamId: teamId, componentId: projectId } as const
    await client.api.create({ ...api, lifecycle: 'production' })
    await client.api.create({ name: 'Archive API', lifecycle: 'retired' })
    await page.goto(`${svc.url}/catalog`)
    await page.getByRole('link', { name: 'List', exact: true }).click()
    const names = () => page.getByRole('rowheader').allTextContents()
    await page.getByText('4 in total').waitFor()
    const usual = ['Basket API', 'Checkout', 'Payments', 'Archive API']
    assert.deepEqual(await names(), usual, 'by name, and what is retired last')
    await page.getByRole('button', { name: 'Name' }).click()
    await page.waitForURL(/sort=-name/)
    await page.getByRole('rowheader').first().getByText('Payments').waitFor()
    assert.deepEqual(await names(), ['Payments', 'Checkout', 'Basket API', 'Archive API'])
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByLabel('Kind').click()
    await page.getByRole('option', { name: 'API' }).click()
    await page.waitForURL(/kind=API/)
    await page.getByText('2 in total').waitFor()
    await page.goto(`${svc.url}/catalog/list?lifecycle=retired`)
    await page.getByText('1 in total').waitFor()
    assert.deepEqual(await names(), ['Archive API'])
    await page.getByRole('button', { name: 'Remove the filter Lifecycle' }).click()
    await page.getByText('4 in total').waitFor()
    await page.goBack()
    await page.getByText('1 in total').waitFor()
    await client.team.create({ name: 'Retired people' })
    await page.getByLabel('Search entries').fill('nothing is called that')
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await page.getByRole('link', { name: 'Basket API' }).click()
    await page.getByRole('heading', { name: 'Basket API' }).waitFor()
  })

  test('a project’s SLOs are shown on the pages of its APIs and of the team that owns it', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'SLOs', exact: true }).click()
    await page.getByText('No SLOs yet.').waitFor()
    await svc.client.slo.create({
      name: 'Checkout answers',
      appId: projectId,
      type: 'availability',
      target: 99,
      window: 'rolling30d',
    })
    await page.getByRole('link', { name: 'Checkout answers' }).waitFor()
    await svc.client.project.update(projectId, { ownerTeamId: teamId })
    await page.goto(`${svc.url}/teams/${teamId}?tab=slos`)
    await page.getByRole('link', { name: 'Checkout answers' }).waitFor()
  })

  test('a grade that changes is updated without a reload', async () => {
    await svc.client.scorecard.create({
      name: 'Owned',
      applicableKinds: ['component'],
      rules: [
        {
          id: 'owned',
          type: 'has_owner_team',
          label: 'A team owns it',
          description: '',
          weight: 1,
          params: {},
        },
      ],
      tiers: [{ name: 'tended', minScore: 100 }],
    })
    await page.goto(`${svc.url}/projects/${projectId}?tab=scorecards`)
    await page.getByText('tended', { exact: true }).first().waitFor()
    await svc.client.project.update(projectId, { ownerTeamId: null })
    await page.getByText('Set the team that owns it').waitFor()
    await svc.client.project.update(projectId, { ownerTeamId: teamId })
    await page.getByText('Set the team that owns it').waitFor({ state: 'detached' })
    await page.goto(`${svc.url}/teams/${teamId}?tab=scorecards`)
    await page.getByText('1 rule, covers 1 project').waitFor()
  })

  test('from a record to its place in the graph, and to what is affected if it fails', async () => {
    await page.goto(`${svc.url}/projects/${projectId}?tab=dependencies`)
    await page.getByRole('link', { name: 'Show impact if it fails' }).click()
    await page.waitForURL((url) => url.pathname === '/graph' && url.searchParams.get('mode') === 'impact')
    await page.goBack()
    await page.getByRole('link', { name: 'Show in the graph' }).click()
    await page.waitForURL((url) => url.searchParams.get('root') === `component:${projectId}`)
    await page.getByText('Checkout').first().waitFor()
  })

  test('scans before the latest are shown, too', async () => {
    const report = async (driftedCount: number, at: string, environments: readonly string[] = []) =>
      svc.client.call('ingestDrift', {
        body: {
          appId: projectId,
          scannedAt: at,
          environments,
          source: 'nightly',
          mappingsTotal: 3,
          driftedCount,
          mappings: Array.from({ length: driftedCount }, (_, index) => ({
            mappingId: `m${index}`,
            environment: 'production',
            variable: `V${index}`,
            kind: 'missing',
            expectedFingerprint: `sha256:${'a'.repeat(32)}`,
            actualFingerprint: null,
          })),
        } as never,
      })
    await report(2, '2026-11-01T00:00:00.000Z')
    await report(0, '2026-11-02T00:00:00.000Z')
    await page.goto(`${svc.url}/projects/${projectId}?tab=drift`)
    await page.getByRole('heading', { name: 'No drift' }).waitFor()
    await page.getByRole('cell', { name: '2 of 3' }).waitFor()
    await report(1, '2026-11-03T00:00:00.000Z', ['production'])
    await report(0, '2026-11-04T00:00:00.000Z', ['staging'])
    await page.reload()
    await page.getByText('1 of 6').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'production: 1 differs, scanned' }).waitFor()
    await page.getByRole('listitem').filter({ hasText: 'staging: nothing differs, scanned' }).waitFor()
  })

  test('Ctrl K leads to pages that are not in the navigation', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search everything' }).fill('audit')
    await page.getByRole('option', { name: 'Audit log' }).click()
    await page.getByRole('heading', { name: 'Audit log' }).waitFor()
  })

  test('a list is sorted by the server, so the order does not depend on what is loaded', async () => {
    const { client } = svc
    await client.system.create({ name: 'aardvark' })
    const names = Array.from({ length: 120 }, (_, index) => `Herd ${String(index).padStart(3, '0')}`)
    for (const name of names) await client.system.create({ name })
    for (const path of ['/systems', '/catalog/list?kind=system']) {
      await page.goto(`${svc.url}${path}`)
      const first = page.getByRole('rowheader').first()
      await first.getByText('aardvark').waitFor()
      const asked = page.waitForRequest(/\/v1\/systems\?.*sort=-name/)
      await page.getByRole('button', { name: 'Name' }).click()
      await asked
      await first.getByText('Herd 119').waitFor()
      await page.goBack()
      await first.getByText('aardvark').waitFor()
    }
  })
})
