import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Kind, kinds } from '@svc/model'
import type { Page } from 'playwright-core'
import { hasPage, listedKinds } from '../../../packages/console/src/api/listed-kinds.ts'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { demoConsole } from './console.ts'
import { type Watch, watchPage } from '../watch.ts'

/** Controls that start a change. Filters, columns and copying change nothing. */
const changing =
  /^(new|create|add|edit|save|delete|remove|change|rename|invite|configure|test|revoke|rotate|refresh|set up|set the|connect|verify|move|drag|select|replace|paste|upload)\b/i

describe('somebody who may only read', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page
  let watch: Watch
  const refused: string[] = []
  const written: string[] = []

  before(async () => {
    svc = await demoConsole()
    const owner = await svc.open('/settings/members')
    const invited = await owner.request.post(`${svc.url}/auth/members`, {
      data: { email: 'vera@example.com', role: 'viewer' },
      headers: { origin: svc.url },
    })
    const { link } = (await invited.json()) as { readonly link: string }
    page = await svc.open('/')
    await page.context().clearCookies()
    watch = await watchPage(page, svc.url)
    await page.goto(`${svc.url}/join#${link}`)
    await page.getByLabel('Your name').fill('Vera')
    await page.getByLabel('Password').fill('another walk by the sea')
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByRole('button', { name: /^Vera/ }).waitFor()
    page.on('response', (response) => {
      const said = `${response.request().method()} ${new URL(response.url()).pathname}`
      if (response.status() === 403) refused.push(`${said} on ${page.url()}`)
      if (!said.startsWith('GET')) written.push(`${said} on ${page.url()}`)
    })
  })

  /** No buttons, checkboxes or inputs that would change something. */
  async function onlyReads(): Promise<void> {
    await watch.settled()
    const found = await page
      .locator('main')
      .locator(
        'button, [role=button], a[href*="/new"], a[href$="/edit"], form, textarea, [aria-label^="Select "]',
      )
      .evaluateAll((all) =>
        (all as unknown as readonly Control[]).map(({ localName, ariaLabel, textContent }) => ({
          isButton: localName === 'button',
          name: ariaLabel ?? textContent.trim(),
        })),
      )
    const wrong = found.filter(({ isButton, name }) => !isButton || changing.test(name))
    assert.deepEqual(wrong, [], page.url())
  }

  async function look(path: string): Promise<void> {
    await watch.visit(path)
    await onlyReads()
  }

  const idOf = async (kind: Kind): Promise<unknown> =>
    (await svc.client.records(kind).page({ limit: 1 })).items[0]?.id

  for (const kind of listedKinds.filter(({ access }) => access?.list !== 'admin')) {
    test(`${kind.name}: its list and a record with all its parts`, async () => {
      await look(kind.path)
      const id = hasPage(kind) ? await idOf(kind) : undefined
      if (id === undefined) return
      await look(`${kind.path}/${id}`)
      const parts = page.getByRole('navigation', { name: 'Parts of this page' }).getByRole('link')
      for (const part of await parts.all()) {
        await part.click()
        await onlyReads()
      }
      if (kind === (kinds.scorecard as Kind)) await look(`${kind.path}/${id}/record`)
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Copy id' }).waitFor()
      assert.equal(await page.getByRole('menuitem', { name: 'Delete…' }).count(), 0)
      await page.keyboard.press('Escape')
    })
  }

  test('home, the whole catalog, the graph, costs and personal settings', async () => {
    const projectId = await idOf(kinds.project)
    for (const path of [
      '/',
      '/catalog',
      '/graph',
      `/graph?root=component:${projectId}&mode=impact`,
      `/graph?at=${projectId}`,
      '/graph?view=list',
      '/costs',
      `/costs?project=${projectId}`,
    ]) {
      await look(path)
    }
    // A token of one's own changes nothing but oneself.
    await watch.visit('/settings/tokens')
    await watch.visit('/settings/account')
    assert.equal(await page.getByRole('navigation', { name: 'Settings' }).getByRole('link').count(), 3)
    await watch.visit('/settings/security')
  })

  test('specifications are there without a network, and nobody is offered to change them', async () => {
    for (const [name, shown] of [
      ['Checkout API', 'Begin a checkout from a basket'],
      ['Order events', 'order'],
      ['Stock API', 'rpc Reserve(Request)'],
      ['Shop Graph', 'type Basket {'],
    ] as const) {
      const { items } = await svc.client.records(kinds.api as Kind).page({ query: `"${name}"`, limit: 1 })
      await look(`/apis/${items[0]?.id}?tab=spec`)
      await page.getByText('Kept here').waitFor()
      await page.getByRole('main').getByText(shown).first().waitFor()
    }
  })

  test('a form opened by its URL says so before anything is typed', async () => {
    for (const path of ['/teams/new', `/teams/${await idOf(kinds.team)}/edit`, '/scorecards/new']) {
      await look(path)
      await page.getByText('You can view these, but not change them').waitFor()
    }
  })

  test('on the board no card can be moved, neither by mouse nor by keyboard', async () => {
    await look('/issues/board')
    const card = page.getByRole('region').getByRole('link').first()
    const [from, to] = [await card.boundingBox(), await page.getByRole('region').last().boundingBox()]
    assert.ok(from && to)
    await page.mouse.move(from.x + 20, from.y + 8)
    await page.mouse.down()
    await page.mouse.move(to.x + 60, to.y + 160, { steps: 5 })
    await page.mouse.up()
    await watch.visit('/issues/board')
    await card.focus()
    for (const key of ['Space', 'ArrowRight', 'Space']) await page.keyboard.press(key)
    await watch.settled()
  })

  test('search offers nothing to create', async () => {
    await watch.visit('/')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search everything' }).fill('create a')
    await watch.settled()
    await page.getByText(/\d+ found/).waitFor()
    assert.equal(await page.getByRole('option', { name: /^Create/ }).count(), 0)
    await page.keyboard.press('Escape')
  })

  test('throughout, nothing was rejected, nothing was written, and nothing went wrong', () => {
    assert.deepEqual(refused, [])
    assert.deepEqual(written, [])
    assert.deepEqual(watch.troubles, [])
  })
})

interface Control {
  readonly localName: string
  readonly ariaLabel: string | null
  readonly textContent: string
}
