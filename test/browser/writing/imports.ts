import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { newConsole } from '../new-console.ts'

describe('importing a catalog in the console', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page
  before(async () => {
    svc = await newConsole()
    page = await svc.open('/settings/import')
  })
  after(() => svc.close())

  const choose = (name: string, text: string) =>
    page.getByLabel('Catalog files').setInputFiles({ name, mimeType: 'text/yaml', buffer: Buffer.from(text) })
  const catalog = `apiVersion: backstage.io/v1alpha1
kind: Group
metadata: { name: ledger-team }
spec: { type: team, children: [] }
---
apiVersion: backstage.io/v1alpha1
kind: Component
metadata: { name: ledger, labels: { a: b } }
spec: { type: service, lifecycle: production, owner: ledger-team }
---
apiVersion: backstage.io/v1alpha1
kind: Location
metadata: { name: more }
spec: { target: ./more.yaml }
`

  test('files are shown as what they would change, and only then imported', async () => {
    await choose('catalog-info.yaml', catalog)
    await page.getByText('Nothing has been changed yet.').waitFor()
    await page.getByText('2 new').waitFor()
    await page.getByText('One Location points').waitFor()
    assert.deepEqual((await svc.client.project.page({})).items, [])

    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('Imported.').waitFor()
    const { items } = await svc.client.project.page({})
    assert.deepEqual(
      items.map(({ name }) => name),
      ['ledger'],
    )
    await page
      .getByRole('region', { name: 'Import report' })
      .getByRole('link', { name: 'ledger', exact: true })
      .click()
    await page.waitForURL(`**/projects/${items[0]?.id}`)
  })

  test('imported again, there is nothing to do; a broken file says where', async () => {
    await page.goto(`${svc.url}/settings/import`)
    await choose('catalog-info.yaml', catalog)
    await page.getByText('2 unchanged').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Nothing to import' }).isDisabled())
    await choose('broken.yaml', 'kind: [')
    await page.getByText('broken.yaml:').waitFor()
    await page.getByText('There is no entity in these files.').waitFor()
  })
})
