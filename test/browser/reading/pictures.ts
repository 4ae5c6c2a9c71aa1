import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClient } from '@svc/client'
import { testTimeoutMs } from '@svc/server/testing'
import type { Page } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { newConsole } from '../new-console.ts'

const dayMs = 86_400_000

describe('pictures in the console', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page
  let checkoutId = ''
  let databaseId = ''
  let scorecardId = ''

  before(async () => {
    svc = await newConsole()
    const { client } = svc
    const { id: teamId } = (await client.team.create({ name: 'Payments' })).record
    const shop = await client.project.create({ name: 'Shop', ownerTeamId: teamId, description: 'Sells.' })
    const checkout = await client.project.create({ name: 'Checkout', ownerTeamId: teamId })
    const database = await client.resource.create({ name: 'orders-db', kind: 'database' })
    checkoutId = checkout.record.id
    databaseId = database.record.id
    for (const [fromId, toKind, toId, type] of [
      [shop.record.id, 'component', checkoutId, 'calls'],
      [checkoutId, 'resource', databaseId, 'writes_to'],
    ] as const) {
      await client.dependency.create({ fromKind: 'component', fromId, toKind, toId, type })
    }
    await client.slo.create({
      name: 'Checkout answers',
      appId: checkoutId,
      type: 'availability',
      target: 99.9,
      window: 'rolling30d',
      currentValue: 99.5,
    })
    const rule = {
      id: 'about',
      type: 'has_description',
      label: 'Is described',
      weight: 5,
      params: {},
    } as const
    const scorecard = await client.scorecard.create({
      name: 'Basics',
      applicableKinds: ['component'],
      rules: [{ ...rule, description: null }],
    })
    scorecardId = scorecard.record.id
    await reportCosts(svc, checkoutId)
    page = await svc.open('/graph')
  })
  after(() => svc.close())

  const graph = () => page.getByRole('application', { name: 'Dependency graph' })
  const node = (id: string) => graph().locator(`[data-node="${id}"]`)
  const chosen = () => page.getByRole('complementary', { name: 'Selected node' })

  test('the graph shows all entities, and a click shows details', async () => {
    await page.getByText('3 entities, 2 dependencies').waitFor()
    await node(checkoutId).click()
    await chosen().getByText('SLO breached').waitFor()
    await chosen().getByRole('link', { name: 'Payments' }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('at'), checkoutId)
  })

  test('arrow keys go from node to node', async () => {
    await graph().focus()
    await page.keyboard.press('ArrowRight')
    await chosen().getByRole('heading', { name: 'orders-db' }).waitFor()
    await page.keyboard.press('Escape')
    await chosen().waitFor({ state: 'detached' })
  })

  test('a double click starts from a node, and back leads to the whole graph', async () => {
    await node(databaseId).dblclick()
    await page.getByRole('heading', { name: 'Around orders-db' }).waitFor()
    await page.getByRole('combobox', { name: 'Depth' }).click()
    await page.getByRole('option', { name: '1 step' }).click()
    await page.getByText('2 entities, 1 dependency').waitFor()
    await page.goBack()
    await page.getByText('3 entities, 2 dependencies').waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Dependencies' }).waitFor()
  })

  test('impact mode shows what is affected, and survives a reload', async () => {
    await page.goto(`${svc.url}/graph?root=resource:${databaseId}`)
    await page.getByRole('button', { name: 'Blast radius' }).click()
    const hit = page.getByRole('complementary', { name: 'Impact' })
    await hit.getByText('2 entities are affected, up to 2 steps away.').waitFor()
    await page.reload()
    await hit.getByRole('link', { name: 'Checkout answers' }).waitFor()
    await hit.getByText('2 affected').waitFor()
    await node(checkoutId).waitFor()
  })

  test('the list shows the same as text', async () => {
    await page.goto(`${svc.url}/graph?view=list`)
    const row = page.getByRole('row').filter({ hasText: 'writes to' })
    assert.match((await row.textContent()) ?? '', /Checkout.*writes to.*orders-db/)
  })

  test('soft impacts and archived entities are shown separately, and a record’s page has the same counts', async () => {
    const { client } = svc
    const advice = await client.project.create({ name: 'Advice' })
    const old = await client.project.create({ name: 'Old shop', archived: true })
    const toDatabase = { fromKind: 'component', toKind: 'resource', toId: databaseId } as const
    await client.dependency.create({ ...toDatabase, fromId: advice.record.id, criticality: 'soft' })
    await client.dependency.create({ ...toDatabase, fromId: old.record.id })
    await page.goto(`${svc.url}/graph?root=resource:${databaseId}&mode=impact&view=list`)
    const hit = page.getByRole('complementary', { name: 'Impact' })
    await hit.getByText('3 entities are affected, up to 2 steps away.').waitFor()
    await hit.getByText('1 of them only through soft dependencies.').waitFor()
    await hit.getByText('1 more is archived or retired and not counted.').waitFor()
    const softly = page.getByRole('row').filter({ hasText: 'Advice' }).first()
    assert.match((await softly.textContent()) ?? '', /soft/)
    const apart = page.getByRole('table').filter({ hasText: 'Archived or retired' })
    assert.deepEqual(await apart.getByRole('rowheader').allTextContents(), ['Old shop'])
    await page.goto(`${svc.url}/resources/${databaseId}`)
    await page.getByRole('heading', { name: 'Used by 2' }).waitFor()
    await page.getByRole('link', { name: 'Blast radius: 3' }).waitFor()
    await page.goto(`${svc.url}/resources/${databaseId}?tab=dependencies`)
    await page.getByRole('heading', { name: 'Needed directly by · 2' }).waitFor()
  })

  test('costs of all projects lead to those of one, day by day', async () => {
    await page.goto(`${svc.url}/costs?by=project`)
    await page.getByRole('link', { name: 'Checkout' }).click()
    await page.getByRole('heading', { name: 'What Checkout costs' }).waitFor()
    const bars = page.getByRole('slider', { name: /^Cost of each of/ })
    await bars.focus()
    await page.keyboard.press('ArrowLeft')
    assert.match((await bars.getAttribute('aria-valuetext')) ?? '', /Cost \$12\.50/)
  })

  test('a scorecard says what to do next, until that is done', async () => {
    await page.goto(`${svc.url}/scorecards`)
    await page.getByRole('link', { name: 'Basics' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Checkout' })
    await row.getByText('Describe what it is for').waitFor()
    await svc.client.project.update(checkoutId, { description: 'Takes money.' })
    await untilGraded(svc, scorecardId, checkoutId)
    await page.reload()
    await row.getByText('Nothing').waitFor()
  })
})

/** Twelve and a half dollars on each of some days, as a pipeline would report them. */
async function reportCosts({ url, client }: Console, appId: string): Promise<void> {
  const { key } = await client.call('createApiKey', { body: { name: 'Pipeline', scopes: ['ingest'] } })
  const pipeline = createClient({ endpoint: url, token: key ?? '' })
  const today = Math.floor(Date.now() / dayMs) * dayMs
  const items = Array.from({ length: 5 }, (_, ago) => ({
    externalId: `day-${ago}`,
    appId,
    service: 'Machines',
    amountCents: 1_250,
    periodStart: new Date(today - ago * dayMs).toISOString(),
    periodEnd: new Date(today - (ago - 1) * dayMs).toISOString(),
  }))
  const { results } = await pipeline.call('ingestCosts', { body: { items } })
  assert.ok(results.every(({ status }) => status === 'created'))
}

/** Grading follows a change a moment later. */
async function untilGraded({ client }: Console, id: string, entityId: string): Promise<void> {
  for (const end = Date.now() + testTimeoutMs; Date.now() < end; ) {
    const { scores } = await client.call('listScorecardScores', { params: { scorecardId: id } })
    if (scores.find((one) => one.entityId === entityId)?.score === 100) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  assert.fail('It was not graded anew.')
}
