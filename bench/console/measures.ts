import type { BrowserContext, Page } from 'playwright-core'
import { median } from '../median.ts'
import { codeBytes, nextFrame, scroll, seenAfterClick, seenAt, untilQuiet } from './probe.ts'
import { type Tasks, watchTasks } from './tasks.ts'
import type { Site } from './site.ts'

export interface Figure {
  readonly what: string
  readonly value: number
  readonly unit: 'ms' | 'kB'
  /** At the most. */
  readonly target?: number
  readonly about?: string
}

export interface Place {
  readonly name: string
  readonly path: string
  /** What is visible once the page shows its content. */
  readonly shows: string
  readonly targetMs?: number
}

const row = '[aria-label="Rows"] tr[aria-rowindex]'
const list = (name: string, path: string): Place => ({ name, path, shows: row, targetMs: 1_000 })

export const places: readonly Place[] = [
  { name: 'the whole catalog', path: '/catalog', shows: 'main li a', targetMs: 1_000 },
  list('projects', '/projects'),
  list('APIs', '/apis'),
  list('resources', '/resources'),
  list('issues', '/issues'),
  list('deployments', '/deployments'),
  list('dependencies', '/dependencies'),
  list('cost entries', '/costs/entries'),
  { name: 'home', path: '/', shows: 'main li a' },
  { name: 'costs', path: '/costs', shows: 'main table tbody tr' },
  { name: 'scorecards', path: '/scorecards', shows: 'main table tbody tr' },
  { name: 'issue board', path: '/issues/board', shows: '[data-issue]' },
  { name: 'graph of the whole', path: '/graph', shows: '[role="application"] svg path' },
]

const rounds = 5

/** A direct load in a fresh browser. */
export async function measureLoad(site: Site, { name, path, shows, targetMs }: Place): Promise<Figure> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    times.push(
      await withPage(site, async (page) => {
        await page.goto(`${site.url}${path}`, { waitUntil: 'commit' })
        return seenAt(page, shows)
      }),
    )
  }
  return { what: `${name}, by its address`, ...msOf(times, targetMs) }
}

/** A click in the navigation of a loaded page; the first visit, so that its code has to be loaded too. */
export async function measureClick(site: Site, { name, path, shows, targetMs }: Place): Promise<Figure> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    times.push(
      await withPage(site, async (page) => {
        await page.goto(`${site.url}${path === '/' ? '/teams' : '/'}`)
        await untilQuiet(page)
        await page.locator(`nav a[href="${path}"]`).first().click()
        return seenAfterClick(page, shows)
      }),
    )
  }
  return { what: `${name}, by a click`, ...msOf(times, targetMs) }
}

/** The code that a page loads, as transferred. */
export async function measureCode(site: Site, path: string): Promise<Figure> {
  const bytes = await withPage(site, async (page) => {
    await page.goto(`${site.url}${path}`)
    await untilQuiet(page)
    return codeBytes(page)
  })
  return { what: `JavaScript of ${path}`, value: bytes / 1_000, unit: 'kB', target: 200 }
}

/** Fast scrolling far down a list, while pages are being loaded. */
export async function measureScroll(site: Site, { name, path, shows }: Place): Promise<readonly Figure[]> {
  return withPage(site, async (page) => {
    await page.goto(`${site.url}${path}`)
    await page.locator(shows).first().waitFor()
    await untilQuiet(page)
    let frames: readonly number[] = []
    const tasks = await watchTasks(page, async () => {
      frames = await scroll(page, '[aria-label="Rows"]', { px: 700, frames: 600 })
    })
    const reached = await page.locator(shows).last().getAttribute('aria-rowindex')
    return [
      taskFigure(`scrolling ${name} to row ${Number(reached).toLocaleString('en')}`, tasks),
      { what: `scrolling ${name}, 99 % of frames`, value: quantile(frames, 0.99), unit: 'ms' },
      { what: `scrolling ${name}, longest frame`, value: Math.max(...frames), unit: 'ms' },
    ]
  })
}

/** From the last letter typed to the matching rows. */
export async function measureTyping(site: Site, words: string): Promise<readonly Figure[]> {
  const found = `${row} a`
  return withPage(site, async (page) => {
    await page.goto(`${site.url}/issues`)
    await page.locator(found).first().waitFor()
    const box = page.getByRole('searchbox')
    await box.fill(words.slice(0, -1))
    await page.waitForURL((url) => url.searchParams.get('q') === words.slice(0, -1))
    await untilQuiet(page)
    await box.press('End')
    let value = 0
    const tasks = await watchTasks(page, async () => {
      const answered = page.waitForResponse((answer) => answer.url().includes(`q=${words}`))
      const startedAt = performance.now()
      await box.pressSequentially(words.slice(-1))
      await answered
      await nextFrame(page)
      value = performance.now() - startedAt
    })
    return [
      { what: 'a letter in the search of issues, to its rows', value, unit: 'ms', target: 1_000 },
      taskFigure('typing there', tasks),
    ]
  })
}

export async function measureRecord(site: Site): Promise<Figure> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    times.push(
      await withPage(site, async (page) => {
        await page.goto(`${site.url}/projects`)
        await page.locator(`${row} a`).first().waitFor()
        await untilQuiet(page)
        await page.locator(`${row} a`).first().click()
        return seenAfterClick(page, 'main nav a')
      }),
    )
  }
  return { what: 'a project, by a click in its list', ...msOf(times, 1_000) }
}

export async function measurePalette(site: Site, words: string): Promise<Figure> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    times.push(
      await withPage(site, async (page) => {
        await page.goto(`${site.url}/teams`)
        await untilQuiet(page)
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox').waitFor()
        await page.keyboard.type(words.slice(0, -1))
        await untilQuiet(page)
        const answered = page.waitForResponse(
          (answer) => new URL(answer.url()).searchParams.get('q') === words,
        )
        const startedAt = performance.now()
        await page.keyboard.type(words.slice(-1))
        await answered
        await page.getByRole('option').first().waitFor()
        return performance.now() - startedAt
      }),
    )
  }
  return { what: 'a letter in the search over everything, to what is found', ...msOf(times, 1_000) }
}

export async function withPage<T>(
  site: Site,
  use: (page: Page, context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await site.newVisitor()
  try {
    return await use(await context.newPage(), context)
  } finally {
    await context.close()
  }
}

/** Judged by elapsed time, which is what people notice; also shows CPU time, which other load does not affect. */
export const taskFigure = (what: string, { longestMs, longestCpuMs }: Tasks): Figure => ({
  what: `${what}, longest task`,
  value: longestMs,
  unit: 'ms',
  target: 100,
  about: `${Math.round(longestCpuMs)} ms of CPU`,
})

export const msOf = (times: readonly number[], target?: number): Omit<Figure, 'what'> => ({
  value: median(times),
  unit: 'ms',
  about: `${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))}`,
  ...(target !== undefined && { target }),
})

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN
