import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { newConsole } from '../new-console.ts'

/** More than a browser has connections for a host. */
const tabs = 8

describe('many tabs of one browser', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let context: BrowserContext
  let pages: Page[]
  let lines = 0

  before(async () => {
    svc = await newConsole()
    const first = await svc.open('/icon.svg')
    context = first.context()
    context.on('request', (request) => {
      if (isLine(request)) lines++
    })
    const asked = first.waitForRequest(isLine)
    await first.goto(`${svc.url}/teams`)
    await asked
    pages = [first]
  })
  after(() => svc.close())

  test('each of them gets its responses, however many there are', async () => {
    await svc.client.team.create({ name: 'First team' })
    for (let n = 1; n < tabs; n++) {
      const page = await context.newPage()
      pages.push(page)
      await page.goto(`${svc.url}/teams`)
      await page.getByRole('link', { name: 'First team' }).waitFor()
    }
    assert.equal(lines, 1, 'the first tab holds the line for all')
  })

  test('all of them receive changes', async () => {
    await svc.client.team.create({ name: 'Second team' })
    for (const page of pages) await page.getByRole('link', { name: 'Second team' }).waitFor()
  })

  test('when the listening tab is closed, another continues from its position', async () => {
    await pages.shift()?.close()
    await svc.client.team.create({ name: 'Third team' })
    for (const page of pages) await page.getByRole('link', { name: 'Third team' }).waitFor()
    assert.equal(lines, 2)
  })

  test('a tab opened in the background listens once it is visible, and has missed nothing', async () => {
    await Promise.all(pages.map((page) => page.close()))
    const page = await context.newPage()
    let own = 0
    page.on('request', (request) => {
      if (isLine(request)) own++
    })
    await page.addInitScript(lookedAtLater)
    await page.goto(`${svc.url}/teams`)
    await page.getByRole('link', { name: 'Third team' }).waitFor()
    await svc.client.team.create({ name: 'Fourth team' })
    assert.equal(own, 0)
    await page.evaluate('lookAtIt()')
    await page.getByRole('link', { name: 'Fourth team' }).waitFor()
    await svc.client.team.create({ name: 'Fifth team' })
    await page.getByRole('link', { name: 'Fifth team' }).waitFor()
    assert.equal(own, 1)
  })
})

const isLine = (request: Request): boolean => request.url().endsWith('/v1/events')

/** The browser itself always shows a page that is driven by a program. */
const lookedAtLater = `
  let state = 'hidden'
  Object.defineProperty(document, 'visibilityState', { get: () => state })
  globalThis.lookAtIt = () => {
    state = 'visible'
    document.dispatchEvent(new Event('visibilitychange'))
  }
`
