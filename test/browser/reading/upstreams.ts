import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { newConsole } from '../new-console.ts'

describe('what is kept elsewhere', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page
  let projectId = ''
  before(async () => {
    svc = await newConsole()
    projectId = (await svc.client.project.create({ name: 'Checkout' })).record.id
    page = await svc.open(`/projects/${projectId}?tab=errors`)
  })
  after(() => svc.close())

  test('an admin connects an error tracker, changes it and removes it', async () => {
    await svc.client.call('createSecret', {
      body: { name: 'Tracker token', keyword: 'tracker-token', type: 'text', value: 'hush' },
    })
    await page.getByRole('button', { name: 'Connect an error tracker' }).click()
    await page.getByLabel('Project ref').fill('no-slash')
    await page.getByLabel('Vault item').click()
    await page.getByRole('option', { name: 'Tracker token (tracker-token)' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Must be organisation/project for sentry.').waitFor()
    await page.getByLabel('Project ref').fill('acme/checkout')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('main').getByText('acme/checkout').waitFor()
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByLabel('Project ref').fill('acme/till')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('main').getByText('acme/till').waitFor()
    await page.getByRole('button', { name: 'Disconnect the error tracker' }).click()
    await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
    await page.getByRole('heading', { name: 'No error tracker' }).waitFor()
  })

  test('a member can refresh who is on call, and sees why there is no answer', async () => {
    const { record } = await svc.client.oncallBinding.create({
      scope: 'component',
      targetId: projectId,
      provider: 'pagerduty',
      scheduleId: 'P1',
      label: 'Checkout',
    })
    await page.goto(`${svc.url}/oncall/bindings/${record.id}`)
    await page.getByRole('button', { name: 'Refresh who is on call' }).click()
    await page.getByText('Not refreshed').first().waitFor()
    await page.getByRole('button', { name: 'Refresh who is on call' }).waitFor()
  })

  test('AsyncAPI is a reference of channels and messages, and nothing in it runs', async () => {
    const evil = '<img src=x onerror="window.ran = 1"> [x](javascript:window.ran=2)'
    const spec = [
      'asyncapi: 3.0.0',
      `info: { title: ${JSON.stringify(evil)}, version: '1', description: ${JSON.stringify(evil)} }`,
      'channels:',
      '  orders:',
      "    address: 'orders.{region}'",
      `    description: ${JSON.stringify(evil)}`,
      '    messages: { placed: { $ref: "#/components/messages/Placed" } }',
      'operations:',
      '  onPlaced:',
      '    action: receive',
      `    summary: ${JSON.stringify(evil)}`,
      '    channel: { $ref: "#/channels/orders" }',
      'components:',
      '  messages:',
      '    Placed:',
      `      title: ${JSON.stringify(evil)}`,
      `      payload: { type: object, properties: { orderId: { type: string, description: ${JSON.stringify(evil)} } } }`,
    ].join('\n')
    await openSpec('asyncapi-yaml', spec)
    await page.getByText('orders.{region}').click()
    await page.getByRole('heading', { name: 'Message placed' }).waitFor()
    await page.getByText('orderId').first().waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Message placed' }).waitFor()
    assert.equal(await page.locator('main img, main a[href^=java]').count(), 0)
    assert.equal(await page.evaluate('window.ran'), undefined)
    await page.getByRole('link', { name: 'Raw text' }).click()
    await page.getByText('asyncapi: 3.0.0').waitFor()
  })

  test('GraphQL is text in colours, and is fetched again when asked', async () => {
    await openSpec('graphql', '"""An order"""\ntype Order { id: ID! }')
    await page.locator('pre span', { hasText: /^type$/ }).waitFor()
    const asked = page.waitForRequest(/\/v1\/apis\/.*\/spec$/)
    await page.getByRole('button', { name: 'Fetch again' }).click()
    await asked
  })

  /** As the source would answer; whether it may be reached is another matter. */
  async function openSpec(format: string, spec: string): Promise<void> {
    const { record } = await svc.client.api.create({ name: 'Orders', specUrl: 'https://specs.example/o' })
    await page.route(`**/v1/apis/${record.id}/spec`, (route) =>
      route.fulfill({ json: { spec, format, size: spec.length, sourceUrl: 'x' } }),
    )
    await page.goto(`${svc.url}/apis/${record.id}?tab=spec`)
  }
})
