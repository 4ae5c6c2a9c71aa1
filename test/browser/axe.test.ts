import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { isLongRun } from '@svc/server/testing'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { isWithoutBrowser } from './browser.ts'
import { createFirsts, isFirstMark } from './pages/drawn-alike.ts'
import { startTour, type Tour } from './pages/tour.ts'

/** Everything axe can check of WCAG 2.2 at levels A and AA, and its best practices. */
const everything = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
} as const
/** What another colour scheme can change. */
const colours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const

/**
 * The slowest rules, which give the same result for everything that is drawn alike, so that one of each is enough for
 * a normal run. All other rules check everything, and so do these in a long run.
 */
const ofDrawing = isLongRun
  ? []
  : ['color-contrast', 'target-size'].map((id) => ({ id, selector: `[${isFirstMark}]` }))

/** A popup belongs to its button, wherever it is in the document. */
const regionMatcher = 'dialog, [role=dialog], [role=alertdialog], [role=menu], [role=listbox], svg'
const setup = { checks: [{ id: 'region', options: { regionMatcher } }], rules: ofDrawing }

describe('everyone can use the console', { skip: isWithoutBrowser }, () => {
  let tour: Tour
  const firsts = createFirsts()
  /** By what is wrong, the pages where it is. */
  const faults = new Map<string, string[]>()
  before(async () => {
    tour = await startTour({ isDemo: true })
  })
  after(() => tour.close())

  test('axe finds no problems on any page, light or dark', async () => {
    await tour.walk(tour.pages, async (to, visitor) => {
      const page = await visitor.follow(to)
      if (await page.evaluate('window.axe === undefined')) {
        await page.evaluate(axe.source)
        await page.evaluate(`axe.configure(${JSON.stringify(setup)})`)
      }
      await firsts.mark(page)
      const found = await violationsOn(page, everything)
      // To draw a page in the other scheme takes a while: the next page begins with it.
      const isDark = await page.evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches")
      await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' })
      const foundInOther = await violationsOn(page, colours)
      for (const fault of [...found, ...foundInOther])
        faults.set(fault, [...(faults.get(fault) ?? []), to.name])
    })
    assert.deepEqual(Object.fromEntries(faults), {})
  })

  test('no page of the console was left out', async () => {
    const [first] = tour.pages
    assert.ok(first)
    let left: readonly string[] = []
    await tour.walk([first], async (to, visitor) => {
      const page = await visitor.visit(to)
      const paths = tour.pages.flatMap(({ path }) => path.split(/[?#]/, 1))
      left = await page.evaluate<readonly string[]>(`(${routesWithout})(${JSON.stringify(paths)})`)
    })
    assert.deepEqual(left, ['/settings/'], 'this one only leads to the first of them')
  })
})

/** The routes of the router that none of these paths lead to. */
const routesWithout = `(paths) => {
  const router = window.__TSR_ROUTER__
  const reached = new Set(paths.flatMap((path) => router.matchRoutes(path, {}).map(({ routeId }) => routeId)))
  return Object.keys(router.routesById).filter((id) => !reached.has(id))
}`

async function violationsOn(page: Page, runOnly: typeof everything | typeof colours): Promise<string[]> {
  const found = await page.evaluate<axe.Result[]>(
    `axe.run(document, ${JSON.stringify({ runOnly, resultTypes: ['violations'] })}).then(({ violations }) => violations)`,
  )
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
  )
}
