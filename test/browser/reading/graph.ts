import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { newConsole } from '../new-console.ts'

/** Fourteen services in two systems: too many to be drawn without groups. */
describe('the graph of services', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page
  let ids: readonly string[] = []
  let apiId = ''

  before(async () => {
    svc = await newConsole()
    const { client } = svc
    const projects: string[] = []
    for (let index = 0; index < 14; index++)
      projects.push((await client.project.create({ name: `service-${index}`, tier: 1 })).record.id)
    ids = projects
    const [first = '', last = ''] = [projects[0], projects[13]]
    apiId = (await client.api.create({ name: 'Stock API', componentId: last })).record.id
    await client.system.create({ name: 'Front', componentIds: projects.slice(0, 7) })
    await client.system.create({ name: 'Back', componentIds: projects.slice(7) })
    const from = { fromKind: 'component', fromId: first } as const
    await client.dependency.create({ ...from, toKind: 'api', toId: apiId, type: 'consumes_api' })
    await client.dependency.create({
      ...from,
      toKind: 'component',
      toId: last,
      type: 'calls',
      criticality: 'soft',
    })
    page = await svc.open('/graph')
  })
  after(() => svc.close())

  const graph = () => page.getByRole('application', { name: 'Dependency graph' })
  const box = () => page.getByRole('complementary', { name: 'Selected node' })

  test('systems are boxes, and a connection says what it consists of', async () => {
    await page.getByText('2 boxes, 1 connection').waitFor()
    await graph().focus()
    await page.keyboard.press('ArrowRight')
    await box().getByRole('heading', { name: 'Front' }).waitFor()
    await box().getByRole('button', { name: 'Back: 2 dependencies, 1 of them soft' }).click()
    const link = page.getByRole('complementary', { name: 'Selected connection' })
    await link.getByText('service-0 → Stock API').waitFor()
    await link.getByText('calls, soft').waitFor()
    assert.match(new URL(page.url()).searchParams.get('at') ?? '', /^in-.*>in-/)
  })

  test('Enter opens and closes a group, and the address says which are open', async () => {
    await page.goto(`${svc.url}/graph`)
    await graph().focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByText('8 boxes, 1 connection').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('2 boxes, 1 connection').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('8 boxes, 1 connection').waitFor()
    await page.reload()
    await graph().locator(`[data-node="${ids[0]}"]`).waitFor()
    await page.getByRole('button', { name: 'Expand all' }).click()
    await page.getByText('14 boxes, 1 connection').waitFor()
    await page.getByRole('button', { name: 'Collapse all' }).click()
    await page.getByText('2 boxes, 1 connection').waitFor()
  })

  test('an API is in the box of its project, which is coloured by what is chosen', async () => {
    await page.goto(`${svc.url}/graph?group=none&colour=tier&at=${apiId}`)
    await box().getByRole('heading', { name: 'service-13' }).waitFor()
    await box().getByRole('link', { name: 'Stock API' }).waitFor()
    const legend = page.getByRole('list', { name: 'Legend' })
    await legend.getByText('tier 1').waitFor()
    await legend.getByText('no tier').waitFor()
  })

  test('a path says how one depends on another, and that there is none', async () => {
    await page.goto(`${svc.url}/graph?root=component:${ids[13]}&to=component:${ids[0]}`)
    await page.getByText('service-0 depends on service-13, directly.').waitFor()
    await page.goto(`${svc.url}/graph?root=component:${ids[1]}&to=component:${ids[9]}`)
    await page.getByText('Neither depends on the other').waitFor()
  })

  test('impact tells hard from soft, and the call list names what has nobody on call', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${svc.url}/graph?root=component:${ids[13]}&mode=impact&reach=1`)
    const hit = page.getByRole('complementary', { name: 'Impact' })
    await hit.getByText('further away than that').waitFor()
    await page.getByRole('combobox', { name: 'How far' }).click()
    await page.getByRole('option', { name: 'Any distance' }).click()
    await hit.getByText(/fail with it/).waitFor()
    await hit.getByRole('button', { name: 'Copy call list' }).click()
    await hit.getByRole('button', { name: 'Copied' }).waitFor()
    const text = String(await page.evaluate('navigator.clipboard.readText()'))
    assert.match(text, /^## If service-13 fails/)
    assert.match(text, /Nobody is on call for them/)
  })

  test('whoever is on call for what is affected can be called from there', async () => {
    const { user } = await svc.client.call('getMe')
    const uid = user?.id ?? ''
    const contacts = [{ type: 'phone', value: '+49 30 5550 100' }] as const
    await svc.client.call('setContacts', { params: { uid }, body: { contacts } })
    await svc.client.oncallBinding.create({
      ...{ scope: 'component', targetId: ids[0] ?? '', provider: 'manual' },
      manual: { people: [{ uid }], until: new Date(Date.now() + 86_400_000).toISOString() },
    })
    await page.goto(`${svc.url}/graph?root=component:${ids[13]}&mode=impact`)
    const hit = page.getByRole('complementary', { name: 'Impact' })
    await hit.getByText('on call for 1 affected').waitFor()
    const ways = hit.getByRole('link').filter({ hasText: /5550|@/ })
    await ways.nth(1).waitFor()
    assert.equal(await ways.first().getAttribute('href'), 'tel:+49305550100')
  })

  test('the matrix is read with the arrow keys', async () => {
    await page.goto(`${svc.url}/graph?view=matrix&group=none`)
    const cell = page.getByRole('button', { name: 'service-0 to service-13: 2 dependencies, 1 of them soft' })
    await cell.click()
    await page.getByRole('complementary', { name: 'Selected connection' }).waitFor()
    await page.keyboard.press('ArrowDown')
    const row = await page.evaluate('document.activeElement.dataset.cell.split("-")[0]')
    assert.equal(row, '1')
  })
})
