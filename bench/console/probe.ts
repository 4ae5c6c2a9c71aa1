import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

/** The script that observes the page from within. */
export const inPage = fileURLToPath(new URL('./in-page.js', import.meta.url))

/** When an element of this selector was first painted, in ms since navigation. */
export const seenAt = (page: Page, selector: string): Promise<number> =>
  page.evaluate(`probe.seen(${JSON.stringify(selector)})`)

/** The same, in ms since the last click. */
export const seenAfterClick = (page: Page, selector: string): Promise<number> =>
  page.evaluate(`probe.seen(${JSON.stringify(selector)}).then((at) => at - probe.clickedAt)`)

/** In ms, since navigation or the last reset; 0 if there was none over 50. */
export const longestTask = (page: Page): Promise<number> => page.evaluate('Math.max(0, ...probe.longTasks)')

export const forgetTasks = (page: Page): Promise<unknown> => page.evaluate('probe.longTasks = []')

/** Scrolls an element by a step each frame; returns how long each frame took, in ms. */
export const scroll = (
  page: Page,
  selector: string,
  step: { readonly px: number; readonly frames: number },
): Promise<readonly number[]> =>
  page.evaluate(`probe.scroll(${JSON.stringify(selector)}, ${JSON.stringify(step)})`)

/** The bytes of all scripts that the page has fetched, as transferred. */
export const codeBytes = (page: Page): Promise<number> => page.evaluate('probe.codeBytes()')

export const nextFrame = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')

/** Until all requests of the page have finished. */
export const untilQuiet = (page: Page): Promise<unknown> => page.evaluate('probe.quiet()')
