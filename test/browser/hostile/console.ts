import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before } from 'node:test'
import type { Kind } from '@svc/model'
import { type Fields, type Fixtures, useApp } from '@svc/server/testing'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../browser.ts'
import { type HostileCatalog, hostileCatalog } from './catalog.ts'
import { canaries } from './texts.ts'
import { errorTrackers, onCall, specs } from './upstreams.ts'
import { type Watch, watchPage } from '../watch.ts'

export interface HostileConsole {
  readonly url: string
  readonly browser: Browser
  /** A tab in which the owner has signed in. */
  readonly page: Page
  readonly watch: Watch
  readonly fixtures: Fixtures
  recordsOf(kind: Kind): readonly Fields[]
  /** Where a spec is kept. */
  specUrl(path: string): string
  /** Goes there, and checks everything that is shown. */
  look(path: string): Promise<void>
  /** Nothing has happened that should not. */
  nothing(): void
}

/** For one suite, a console over a catalog of canaries. */
export function useHostileConsole(): HostileConsole {
  const app = useApp('sqlite', { onCall, errorTrackers, fetchAllow: ['127.0.0.1'] })
  let browser: Browser
  let page: Page
  let watch: Watch
  let catalog: HostileCatalog
  let source: Server

  before(async () => {
    catalog = await hostileCatalog(app)
    source = createServer(({ url = '' }, response) => response.end(specs[url])).listen(0, '127.0.0.1')
    await once(source, 'listening')
    browser = await launchBrowser()
    page = await browser.newPage({ viewport: { width: 1440, height: 1000 } })
    watch = await watchPage(page, app.url)
    const entered = await page.request.post(`${app.url}/auth/links/use`, {
      data: { link: catalog.setupLink, password: 'a long walk by the river', displayName: canaries[0] },
      headers: { origin: app.url },
    })
    assert.equal(entered.status(), 200)
    await page.goto(app.url)
    await watch.settled()
  })
  after(async () => {
    await browser?.close()
    source?.close()
  })

  return {
    get url() {
      return app.url
    },
    get browser() {
      return browser
    },
    get page() {
      return page
    },
    get watch() {
      return watch
    },
    get fixtures() {
      return catalog.fixtures
    },
    recordsOf: ({ name }) => catalog.records[name] ?? [],
    specUrl: (path) => `http://127.0.0.1:${(source.address() as AddressInfo).port}${path}`,
    async look(path) {
      await watch.visit(path)
      await watch.inspect()
    },
    nothing: () => assert.deepEqual(watch.troubles.splice(0), []),
  }
}
