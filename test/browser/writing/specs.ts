import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Console, isWithoutBrowser, untilTrue } from '../browser.ts'
import { newConsole } from '../new-console.ts'

const openapi = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1.4' },
  paths: { '/orders': { get: { summary: 'List orders', responses: { 200: { description: 'All' } } } } },
})

describe('the specification of an API', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page
  let apiId = ''
  const kept = async () => (await svc.client.call('getApiSpec', { params: { apiId } })).spec
  const field = () => page.getByLabel('Specification', { exact: true }).and(page.locator('textarea'))
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
  const undo = () => page.getByRole('button', { name: 'Undo' }).first().click()
  before(async () => {
    svc = await newConsole()
    apiId = (await svc.client.api.create({ name: 'Orders' })).record.id
    page = await svc.open(`/apis/${apiId}?tab=spec`)
  })
  after(() => svc.close())

  test('is pasted, and said to be what it is before it is kept', async () => {
    await button('Paste or upload a spec').click()
    await field().fill(openapi.slice(0, -1))
    await page.getByText('This is not valid JSON').waitFor()
    await field().fill(openapi)
    await page.getByText('Orders 1.4').waitFor()
    await button('Save').click()
    await page.getByText('/orders', { exact: true }).waitFor()
    await page.getByText('Kept here').waitFor()
    assert.equal(await kept(), openapi)
  })

  test('is replaced by a file, and that is taken back', async () => {
    await button('Replace').click()
    const files = page.getByLabel('File with the specification')
    const pick = (name: string, buffer: Buffer) =>
      files.setInputFiles({ name, mimeType: 'text/plain', buffer })
    await pick('x.gz', Buffer.from([0x1f, 0x8b, 0x08]))
    await page.getByText('x.gz is not text in UTF-8.').waitFor()
    await pick('large.json', Buffer.alloc(4 * 1024 ** 2 + 1, 'x'))
    await page.getByText('large.json has 4.0 MB').waitFor()
    await pick('schema.graphql', Buffer.from('type Query { orders: [ID!] }'))
    await page.getByRole('status').getByText('GraphQL', { exact: true }).waitFor()
    await button('Replace').click()
    await page.locator('pre', { hasText: 'orders: [ID!]' }).waitFor()
    await undo()
    await page.getByText('/orders', { exact: true }).waitFor()
    assert.equal(await kept(), openapi)
  })

  test('survives a reload while it is written, and is never put over what somebody else has kept', async () => {
    await button('Replace').click()
    await field().fill('type Query { mine: ID }')
    await untilTrue(page, "Object.keys(sessionStorage).some((key) => key.includes('.spec.'))")
    await page.reload()
    await page.getByText('What you had not saved has been restored.').waitFor()
    assert.equal(await field().inputValue(), 'type Query { mine: ID }')
    const theirs = 'type Query { theirs: ID }'
    await svc.client.call('putApiSpec', { params: { apiId }, body: { spec: theirs } })
    await button('Replace').click()
    await page.getByText('Somebody else has changed the specification').waitFor()
    assert.equal(await kept(), theirs)
    await button('Replace').click()
    await page.locator('pre', { hasText: 'mine: ID' }).waitFor()
    await undo()
    await page.locator('pre', { hasText: 'theirs: ID' }).waitFor()
  })

  test('is removed, which can be taken back, and gives way to the spec URL', async () => {
    await svc.client.api.update(apiId, { specUrl: 'http://10.0.0.1/spec.json' })
    await page.getByText('is not asked as long as a specification is kept here').waitFor()
    const file = page.waitForEvent('download')
    await button('Download').click()
    assert.equal((await file).suggestedFilename(), 'orders.graphql')
    await button('Remove').click()
    await page.getByText('Couldn’t load the spec').waitFor()
    await undo()
    await page.locator('pre', { hasText: 'theirs: ID' }).waitFor()
  })
})
