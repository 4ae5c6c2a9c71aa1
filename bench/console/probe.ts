import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

/** What watches the page from within. */
export const inPage = fileURLToPath(new URL('./in-page.js', import.meta.url))

/** When something of this selector was there to be painted, in ms since the page was asked for. */
export const seenAt = (page: Page, selector: string): Promise<number> =>
  page.evaluate(`probe.seen(${JSON.stringify(selector)})`)

/** The same, in ms since the last click. */
export const seenAfterClick = (page: Page, selector: string): Promise<number> =>
  page.evaluate(`probe.seen(${JSON.stringify(selector)}).then((at) => at - probe.clickedAt)`)

/** In ms, since the page began or they were forgotten; 0 where there was none over 50. */
export const longestTask = (page: Page): Promise<number> => page.evaluate('Math.max(0, ...probe.longTasks)')

export const forgetTasks = (page: Page): Promise<unknown> => page.evaluate('probe.longTasks = []')

/** Moves an element by so much each frame; the answer is how long each took, in ms. */
export const scroll = (
  page: Page,
  selector: string,
  step: { readonly px: number; readonly frames: number },
): Promise<readonly number[]> =>
  page.evaluate(`probe.scroll(${JSON.stringify(selector)}, ${JSON.stringify(step)})`)

/** The bytes of all scripts that the page has fetched, as they were sent. */
export const codeBytes = (page: Page): Promise<number> => page.evaluate('probe.codeBytes()')

export const nextFrame = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')

/** Until the page has all that it asked for. */
export const untilQuiet = (page: Page): Promise<unknown> => page.evaluate('probe.quiet()')
