import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { newConsole } from '../new-console.ts'

describe('working in the console', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page
  let projectId = ''
  before(async () => {
    svc = await newConsole()
    page = await svc.open('/')
  })
  after(() => svc.close())

  test('the first steps are checked off when somebody else completes them', async () => {
    const step = page.getByRole('listitem').filter({ hasText: 'Create a team' })
    await step.getByLabel('To do').waitFor()
    await svc.client.team.create({ name: 'Payments' })
    await step.getByLabel('Done').waitFor()
  })

  test('Ctrl K finds a record by its name and opens it, with the keyboard only', async () => {
    projectId = (await svc.client.project.create({ name: 'Checkout' })).record.id
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Search everything' })
    await field.fill('check')
    await page.getByRole('option', { name: 'Checkout' }).waitFor()
    assert.ok(await field.getAttribute('aria-activedescendant'))
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/projects/${projectId}`)
  })

  test('Ctrl K knows actions, and ? lists the keys', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('create an iss')
    await page.getByRole('option', { name: 'Create an issue' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
  })

  test('a list shows what is created elsewhere, without a reload', async () => {
    await page.goto(`${svc.url}/teams`)
    await page.getByText('Payments').waitFor()
    await svc.client.team.create({ name: 'Storefront' })
    await page.getByText('Storefront').waitFor()
  })

  describe('the board', () => {
    const column = (name: string) => page.getByRole('region', { name })
    const card = (name: string) => column(name).getByRole('link', { name: 'Cards fail' })
    before(async () => {
      await svc.client.issue.create({ appId: projectId, title: 'Cards fail', severity: 'critical' })
      await page.goto(`${svc.url}/issues/board`)
      await card('Backlog').waitFor()
    })

    test('a card is moved by mouse', async () => {
      const from = await card('Backlog').boundingBox()
      const to = await column('Active').boundingBox()
      assert.ok(from && to)
      await page.mouse.move(from.x + 20, from.y + 8)
      await page.mouse.down()
      await page.mouse.move(from.x + 80, from.y + 60, { steps: 4 })
      await page.mouse.move(to.x + 80, to.y + 160, { steps: 4 })
      await page.mouse.up()
      await card('Active').waitFor()
      const { items } = await eventually(async () => {
        const found = await svc.client.issue.page({ status: 'inProgress' })
        return found.items.length === 1 ? found : undefined
      })
      assert.equal(items[0]?.statusGroup, 'active')
    })

    test('and by keyboard, keeping the focus', async () => {
      await card('Active').focus()
      for (const key of ['Space', 'ArrowRight', 'ArrowDown', 'Space']) await page.keyboard.press(key)
      await card('Done').waitFor()
      await eventually(async () => (await svc.client.issue.page({ status: 'verified' })).items[0])
      await eventually(async () => page.evaluate('document.activeElement?.textContent === "Cards fail"'))
    })

    test('a rejected move is reverted, with the reason', async () => {
      const refusal = { code: 'conflict', message: 'Somebody else was faster.', status: 409 }
      await page.route('**/v1/issues/*', (route) =>
        route.request().method() === 'PATCH'
          ? route.fulfill({ status: 403, json: { ...refusal, code: 'forbidden' } })
          : route.continue(),
      )
      await card('Done').focus()
      for (const key of ['Space', 'ArrowLeft', 'Space']) await page.keyboard.press(key)
      await page.getByText('Somebody else was faster.').first().waitFor()
      await card('Done').waitFor()
      await page.unroute('**/v1/issues/*')
    })
  })

  test('a runbook is rendered, nothing in it runs, and it is edited beside its preview', async () => {
    const canaries = [
      '# Payments <script>window.ran = 1</script>',
      '<img src=x onerror="window.ran = 2">',
      '<svg onload="window.ran = 3"></svg>',
      '[a](javascript:window.ran=4) [b](JAVASCRIPT:window.ran=5) [c](data:text/html,<script>1</script>)',
      '![d](javascript:window.ran=6) ![e](data:image/svg+xml;base64,PHN2Zy8+)',
      '[good](https://example.com/x)',
    ].join('\n\n')
    const { record } = await svc.client.runbook.create({ title: 'Night', runbookType: 'x', bodyMd: canaries })
    await page.goto(`${svc.url}/runbooks/${record.id}`)
    const good = page.getByRole('link', { name: 'good' })
    assert.match((await good.getAttribute('rel')) ?? '', /noopener noreferrer/)
    assert.equal(await page.locator('main script, main img, main [onload], main a[href^=java]').count(), 0)
    await page.getByRole('button', { name: 'Edit text' }).click()
    await page.getByLabel('Runbook text').fill('Look at the **queue**.')
    await page.getByRole('region', { name: 'Preview' }).locator('strong', { hasText: 'queue' }).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Edit text' }).waitFor()
    assert.equal((await svc.client.runbook.read(record.id)).record.bodyMd, 'Look at the **queue**.')
    assert.equal(await page.evaluate('window.ran'), undefined)
  })

  test('an issue shows what may help with it, and a project its own runbooks', async () => {
    const { record: project } = await svc.client.project.create({ name: 'Helped' })
    const common = { runbookType: 'x', linkedAppIds: [project.id] }
    await svc.client.runbook.create({ ...common, title: 'Meant', linkedIncidentSeverities: ['critical'] })
    await svc.client.runbook.create({ ...common, title: 'Other' })
    await svc.client.runbook.create({ title: 'Elsewhere', runbookType: 'x' })
    const { record: issue } = await svc.client.issue.create({
      appId: project.id,
      title: 'Helpless',
      severity: 'critical',
    })
    const titles = page.locator('main').getByRole('link', { name: /Meant|Other|Elsewhere/ })
    for (const [path, expected] of [
      [`/issues/${issue.id}?tab=runbooks`, ['Meant', 'Other']],
      [`/projects/${project.id}?tab=runbooks`, ['Other', 'Meant']],
    ] as const) {
      await page.goto(svc.url + path)
      await titles.first().waitFor()
      assert.deepEqual(await titles.allTextContents(), expected, path)
    }
  })

  test('diagrams of a runbook are drawn, whatever they say, and a broken one shows why', async () => {
    const bodyMd = [
      '```mermaid\nflowchart LR\n  A["<img src=x onerror=window.ran=1>"] -->|retry| B{Is it up?}\n```',
      '```mermaid\nsequenceDiagram\n  Customer->>Shop: <script>window.ran=2</script>\n  click A "javascript:x"\n```',
      '```mermaid\nsequenceDiagram\n  Customer->>Shop: pay\n  Shop-->>Customer: receipt\n```',
      `\`\`\`mermaid\ngraph\n${'a --> b & c & d\n'.repeat(300)}\`\`\``,
    ].join('\n\n')
    const { record } = await svc.client.runbook.create({ title: 'Drawn', runbookType: 'x', bodyMd })
    await page.goto(`${svc.url}/runbooks/${record.id}`)
    const flow = page.getByRole('img', { name: 'Diagram with 2 nodes and 1 link' })
    assert.match((await flow.textContent()) ?? '', /<img src=x ?onerror=window.ran=1>/)
    await page.getByText('is shown as its source. Line 3:').waitFor()
    await page.getByRole('img', { name: 'Sequence diagram with 2 participants and 2 messages' }).waitFor()
    await page.getByText('A diagram can have up to 300 arrows').waitFor()
    await page.getByText('As text').first().click()
    await page.getByRole('listitem').filter({ hasText: 'Is it up?: retry' }).waitFor()
    assert.equal(await page.locator('main script, main img').count(), 0)
    assert.equal(await page.evaluate('window.ran'), undefined)
  })

  test('an image is added to a runbook while it is written, and one that is none says why', async () => {
    const { record } = await svc.client.runbook.create({ title: 'Shown', runbookType: 'x' })
    await page.goto(`${svc.url}/runbooks/${record.id}?write=true`)
    const files = page.getByLabel('Image files')
    const dot = 'R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=='
    await files.setInputFiles({
      name: 'queue.gif',
      mimeType: 'image/gif',
      buffer: Buffer.from(dot, 'base64'),
    })
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByRole('img', { name: 'queue' }).waitFor()
    await page.getByText('1 of 20 images').waitFor()
    await files.setInputFiles({
      name: 'evil.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<svg onload=1>'),
    })
    await page.getByText('evil.png: content must be a PNG, JPEG, GIF or WebP image').waitFor()
    await files.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(2_200_000) })
    await page.getByText('big.png: It has 2.1 MB').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Edit text' }).waitFor()
    await page.locator('main').getByRole('img', { name: 'queue' }).waitFor()
    assert.equal(await page.evaluate('document.querySelector("main img[alt=queue]").naturalWidth'), 1)
    const { bodyMd } = (await svc.client.runbook.read(record.id)).record
    assert.match(bodyMd, /^!\[queue\]\(images\/img_\w+\)$/)
  })

  test('a runbook is found from an API through its project, and one created there is linked to it', async () => {
    const { record: project } = await svc.client.project.create({ name: 'Ledger' })
    const { record: api } = await svc.client.api.create({ name: 'Postings', componentId: project.id })
    const linked = { runbookType: 'x', linkedAppIds: [project.id] }
    await svc.client.runbook.create({ ...linked, title: 'Replay', bodyMd: '> [!WARNING]\n> Stop the queue.' })
    await page.goto(`${svc.url}/apis/${api.id}?tab=runbooks`)
    const row = page.getByRole('row').filter({ hasText: 'Replay' })
    await row.getByRole('link', { name: 'Ledger' }).waitFor()

    await page.getByRole('link', { name: 'New runbook' }).click()
    await page.getByLabel('Title').fill('Refund')
    await page.getByLabel('Runbook type').fill('rollback')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('link', { name: 'Refund' }).waitFor()

    await page.getByRole('link', { name: 'Replay' }).click()
    const warning = page.getByRole('note', { name: 'Warning' })
    assert.match((await warning.textContent()) ?? '', /Stop the queue/)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    assert.equal(await page.getByRole('navigation', { name: 'Main' }).isVisible(), false)
    assert.equal(await page.getByRole('button', { name: 'Edit text' }).isVisible(), false)
    assert.ok(await warning.isVisible())
    assert.equal(
      await page.evaluate('getComputedStyle(document.body).backgroundColor'),
      'rgb(255, 255, 255)',
      'paper is white in a dark scheme, too',
    )
    await page.emulateMedia({ media: null, colorScheme: null })
  })

  test('a spec is a reference, and nothing in it runs', async () => {
    const { record } = await svc.client.api.create({
      name: 'Orders',
      specUrl: 'https://specs.example/o.json',
    })
    const evil = '<img src=x onerror="window.ran = 1"> [x](javascript:window.ran=2)'
    const spec = JSON.stringify({
      openapi: '3.1.0',
      info: { title: evil, version: '1', description: evil },
      paths: {
        '/orders': {
          get: {
            summary: evil,
            description: evil,
            parameters: [{ name: 'limit', in: 'query', description: evil, schema: { $ref: '#/lost' } }],
            responses: { 200: { description: evil } },
          },
        },
      },
    })
    await page.route(`**/v1/apis/${record.id}/spec`, (route) =>
      route.fulfill({ json: { spec, format: 'openapi-json', size: spec.length, sourceUrl: 'x' } }),
    )
    await page.goto(`${svc.url}/apis/${record.id}?tab=spec`)
    await page.getByText('“#/lost” does not exist.').waitFor()
    await page.getByText('/orders', { exact: true }).click()
    await page.getByRole('heading', { name: 'In the query' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'In the query' }).waitFor()
    assert.equal(await page.locator('main img, main a[href^=java]').count(), 0)
    assert.equal(await page.evaluate('window.ran'), undefined)
  })
})

async function eventually<T>(find: () => Promise<T | undefined>): Promise<T & {}> {
  for (let tries = 0; tries < 50; tries += 1) {
    const found = await find()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('It did not come about within five seconds.')
}
