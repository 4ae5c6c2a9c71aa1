import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { testTimeoutMs } from '@svc/server/testing'
import { signIn } from '../browser.ts'
import type { ConsolePage } from './pages.ts'

interface Size {
  readonly width: number
  readonly height: number
}

const usualSize: Size = { width: 1440, height: 900 }

/** Two tabs that go from page to page: one of the owner and one of somebody who is not signed in. */
export interface Visitor {
  /** Opens a page and waits until everything it requested has loaded. */
  visit(to: ConsolePage, size?: Size): Promise<Page>
  /** The same, by in-app navigation if possible: much faster than a full load. */
  follow(to: ConsolePage): Promise<Page>
  close(): Promise<void>
}

interface Tab {
  readonly context: BrowserContext
  readonly page: Page
  settle(): Promise<void>
}

export async function createVisitor(browser: Browser, url: string): Promise<Visitor> {
  const contexts: BrowserContext[] = []
  const openTab = async (): Promise<Tab> => {
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    contexts.push(context)
    const page = await context.newPage()
    return { context, page, settle: settling(page) }
  }
  const [owner, guest] = [await openTab(), await openTab()]
  await signIn(owner.context, url)
  /** What was done to the page in the owner's tab; at first there is none. */
  let touched: 'not at all' | 'passing' | 'lasting' = 'lasting'
  const goTo = async (path: string): Promise<void> => {
    await owner.page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
    await owner.settle()
  }

  const opened = async ({ open, isGuest, isLasting }: ConsolePage, { page, settle }: Tab): Promise<Page> => {
    if (!isGuest) touched = isLasting ? 'lasting' : open ? 'passing' : 'not at all'
    if (!open) return page
    await open(page)
    await settle()
    return page
  }

  const visitor: Visitor = {
    async follow(to) {
      if (to.isGuest || !to.path.startsWith('/') || touched === 'lasting') return visitor.visit(to)
      if (touched === 'passing' && !(await isCleared(owner.page, goTo))) return visitor.visit(to)
      await goTo(to.path)
      return opened(to, owner)
    },
    async visit(to, size = usualSize) {
      const tab = to.isGuest ? guest : owner
      await tab.page.setViewportSize(size)
      // A page that differs only behind the # would not be loaded.
      await tab.page.goto('about:blank')
      await tab.page.goto(new URL(to.path, url).href)
      await tab.settle()
      return opened(to, tab)
    },
    async close() {
      for (const context of contexts) await context.close()
    },
  }
  return visitor
}

/** Whether nothing is left of what was opened on a page, once somebody has closed it and gone elsewhere. */
async function isCleared(page: Page, goTo: (path: string) => Promise<void>): Promise<boolean> {
  await page.keyboard.press('Escape')
  await goTo('/nowhere')
  return page.evaluate<boolean>(`
    document.querySelector('h1')?.textContent === 'Page not found' &&
    document.querySelector('dialog, [role=dialog], [role=alertdialog], [role=menu], [role=listbox]') === null`)
}

/** Parts of a page that look the same for every kind: those of the first kind are enough. */
const commonParts = ['dependencies', 'scorecards', 'history']

/** Adds the other tabs of record pages, which only the pages themselves know. */
export async function withParts(
  visitor: Visitor,
  pages: readonly ConsolePage[],
): Promise<readonly ConsolePage[]> {
  const all: ConsolePage[] = []
  const common = new Set<string>()
  for (const one of pages) {
    all.push(one)
    if (!one.hasParts) continue
    const page = await visitor.follow(one)
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

/** The change feed never ends, and no end is reported for a worker that is stopped while loading. */
const isEndless = /\/v1\/events$|-worker-[\w-]+\.js$/

/** Waits until a page has been quiet for a moment: no requests, no placeholders, all fonts loaded. */
function settling(page: Page): () => Promise<void> {
  const onTheirWay = new Set<Request>()
  const forget = (request: Request) => onTheirWay.delete(request)
  page.on('request', (request) => !isEndless.test(request.url()) && onTheirWay.add(request))
  page.on('requestfinished', forget)
  page.on('requestfailed', forget)

  return async () => {
    const end = Date.now() + testTimeoutMs
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

/** Runs in the browser. */
const isDrawn = `
  document.fonts.status === 'loaded' &&
  document.querySelector('#root > *') !== null &&
  document.querySelector('[aria-label="Loading"]') === null`
