import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { signIn } from '../browser.ts'
import type { ConsolePage } from './pages.ts'

interface Size {
  readonly width: number
  readonly height: number
}

const usualSize: Size = { width: 1440, height: 900 }

/** Two tabs that go from page to page: one of the owner and one of somebody who is not in. */
export interface Visitor {
  /** Leaves a page as it looks once everything that it asked for is there. */
  visit(to: ConsolePage, size?: Size): Promise<Page>
  /** The same, in the tab as it is where a link could lead from there: much faster than loading all of it again. */
  follow(to: ConsolePage): Promise<Page>
  close(): Promise<void>
}

export async function createVisitor(browser: Browser, url: string): Promise<Visitor> {
  const contexts: BrowserContext[] = []
  const openTab = async () => {
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    contexts.push(context)
    const page = await context.newPage()
    return { context, page, settle: settling(page) }
  }
  const [owner, guest] = [await openTab(), await openTab()]
  await signIn(owner.context, url)
  /** Whether the owner's tab shows a page that nothing was done to. */
  let isUntouched = false

  const visitor: Visitor = {
    async follow(to) {
      const isPlain = to.isGuest !== true && to.open === undefined && to.path.startsWith('/')
      if (!isPlain || !isUntouched) return visitor.visit(to)
      await owner.page.evaluate(`history.pushState(null, '', ${JSON.stringify(to.path)})`)
      await owner.settle()
      return owner.page
    },
    async visit({ path, isGuest, open }, size = usualSize) {
      const { page, settle } = isGuest ? guest : owner
      await page.setViewportSize(size)
      // A page that differs only behind the # would not be loaded.
      await page.goto('about:blank')
      await page.goto(new URL(path, url).href)
      await settle()
      if (!isGuest) isUntouched = open === undefined
      if (!open) return page
      await open(page)
      await settle()
      return page
    },
    async close() {
      for (const context of contexts) await context.close()
    },
  }
  return visitor
}

/** Parts of a page that look the same for every kind: those of the first are enough. */
const commonParts = ['dependencies', 'scorecards', 'history']

/** Adds the other parts of the pages of records, which only the pages themselves know. */
export async function withParts(
  visitor: Visitor,
  pages: readonly ConsolePage[],
): Promise<readonly ConsolePage[]> {
  const all: ConsolePage[] = []
  const common = new Set<string>()
  for (const one of pages) {
    all.push(one)
    if (!one.hasParts) continue
    const page = await visitor.visit(one)
    for (const part of await page
      .getByRole('navigation', { name: 'Parts of this page' })
      .getByRole('link')
      .all()) {
      const path = String(await part.getAttribute('href'))
      const tab = new URLSearchParams(path.split('?')[1]).get('tab')
      if (!tab || common.has(tab)) continue
      if (commonParts.includes(tab)) common.add(tab)
      all.push({ name: `${one.name}-${tab}`, path })
    }
  }
  return all
}

const quietMs = 120
const patienceMs = 30_000

/** The feed of changes never ends, and of a worker that is stopped while it is loaded no end is told. */
const isEndless = /\/v1\/events$|-worker-[\w-]+\.js$/

/** Waits until a page has been quiet for a moment: nothing on its way, no placeholder, all letters there. */
function settling(page: Page): () => Promise<void> {
  const onTheirWay = new Set<Request>()
  const forget = (request: Request) => onTheirWay.delete(request)
  page.on('request', (request) => !isEndless.test(request.url()) && onTheirWay.add(request))
  page.on('requestfinished', forget)
  page.on('requestfailed', forget)

  return async () => {
    const end = Date.now() + patienceMs
    for (let quietSince = 0; ; ) {
      const isQuiet = onTheirWay.size === 0 && (await page.evaluate<boolean>(isDrawn))
      if (!isQuiet) quietSince = 0
      else if (quietSince === 0) quietSince = Date.now()
      else if (Date.now() - quietSince > quietMs) return
      if (Date.now() > end) throw new Error(`${page.url()} does not come to rest.`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

/** Said in the browser. */
const isDrawn = `
  document.fonts.status === 'loaded' &&
  document.querySelector('#root > *') !== null &&
  document.querySelector('[aria-label="Loading"]') === null`
