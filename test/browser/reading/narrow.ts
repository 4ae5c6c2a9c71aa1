import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { newConsole } from '../new-console.ts'

/** Nothing may overflow its container: on a phone it could not be reached. */
const isWithin = (outer: string, inner: string) => `(() => {
  const edge = document.querySelector(${JSON.stringify(outer)}).getBoundingClientRect().right
  return [...document.querySelectorAll(${JSON.stringify(inner)})]
    .every((one) => one.getBoundingClientRect().right <= edge + 0.5)
})()`

describe('on a phone', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page
  let projectId = ''
  before(async () => {
    svc = await newConsole()
    const { client } = svc
    projectId = (await client.project.create({ name: 'Checkout' })).record.id
    const slo = { appId: projectId, type: 'availability', target: 99.9, window: 'rolling30d' } as const
    const { record } = await client.slo.create({ ...slo, name: 'Orders are taken' })
    await client.slo.update(record.id, { currentValue: 99.812_345_6 })
    page = await svc.open('/slos')
    await page.setViewportSize({ width: 390, height: 844 })
  })
  after(() => svc.close())

  test('a list shows the status below each name, without horizontal scrolling', async () => {
    const row = page.locator('tr[aria-rowindex="2"]')
    await row.getByText('breached').waitFor()
    await row.getByText('187.7%').waitFor()
    assert.equal(await page.evaluate(isWithin('[aria-label="Rows"]', 'tbody tr > *')), true)
  })

  test('tapping anywhere on a row opens the record; links in it still work', async () => {
    await page.locator('tr[aria-rowindex="2"]').click({ position: { x: 300, y: 55 } })
    await page.getByRole('heading', { name: 'Orders are taken' }).waitFor()
    await page.goto(`${svc.url}/slos`)
    await page.getByRole('rowheader').waitFor()
    await page.getByRole('link', { name: 'Checkout' }).click()
    await page.getByRole('heading', { name: 'Checkout' }).waitFor()
  })

  test('in landscape, or on a larger screen, it is a table again', async () => {
    await page.goto(`${svc.url}/slos`)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('cell', { name: '99.812%' }).waitFor()
    assert.equal(await page.evaluate(isWithin('[aria-label="Rows"]', 'tbody tr > *')), true)
    await page.setViewportSize({ width: 390, height: 844 })
  })

  test('the details of a record stay in their card, and what is not set takes one line', async () => {
    const { record } = await svc.client.scorecard.create({
      name: 'Basics',
      applicableKinds: ['component', 'api', 'resource', 'system', 'domain'],
      rules: [
        {
          id: 'in-use',
          type: 'lifecycle_in',
          label: 'It is in use',
          description: null,
          weight: 1,
          params: { lifecycles: ['production'] },
        },
      ],
    })
    await page.goto(`${svc.url}/scorecards/${record.id}/record`)
    await page.getByText('Not set: Tags, Scope team').waitFor()
    await page.getByText('Lifecycles: production').waitFor()
    assert.equal(await page.evaluate(isWithin('main dl', 'main dl dd, main dl dd *')), true)
  })

  test('the whole graph starts at a zoom at which names can be read', async () => {
    const ends = { fromKind: 'component', fromId: projectId, toKind: 'resource' } as const
    for (let index = 0; index < 60; index += 1) {
      const { record } = await svc.client.resource.create({
        name: `database-${index}`,
        componentId: projectId,
      })
      await svc.client.dependency.create({ ...ends, toId: record.id })
    }
    await page.goto(`${svc.url}/graph`)
    const graph = page.getByRole('application', { name: 'Dependency graph' })
    await graph.locator(`[data-node="${projectId}"]`).waitFor()
    const scale = await graph.locator('svg > g').getAttribute('transform')
    assert.ok(Number(/scale\(([\d.]+)\)/.exec(scale ?? '')?.[1]) >= 0.5, scale ?? 'no picture')
  })
})
