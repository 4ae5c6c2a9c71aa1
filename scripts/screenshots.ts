import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { ConsolePage } from '../test/browser/pages/pages.ts'
import { startTour } from '../test/browser/pages/tour.ts'
import type { Visitor } from '../test/browser/pages/visit.ts'

/** Writes a picture of every page of the console: three widths, light and dark, with the demo catalog and empty. */

const folder = join(import.meta.dirname, '../docs/screenshots')
const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
]
const schemes = ['light', 'dark'] as const
const catalogs = ['demo', 'empty'] as const
/** Arguments narrow it to one catalog, and to the pages whose names contain one of the others. */
const given = process.argv.slice(2)
const chosen = catalogs.filter((catalog) => given.includes(catalog))
const wanted = given.filter((word) => !catalogs.some((catalog) => catalog === word))

for (const catalog of chosen.length > 0 ? chosen : catalogs) {
  const place = join(folder, catalog)
  if (wanted.length === 0) await rm(place, { recursive: true, force: true })
  await mkdir(place, { recursive: true })
  const tour = await startTour({ isDemo: catalog === 'demo' })
  try {
    // What opens over a page is the same in both.
    const pages = tour.pages.filter((page) => isWanted(page) && (catalog === 'demo' || !page.open))
    let done = 0
    await tour.walk(pages, async (to, visitor) => {
      await takePictures(to, visitor, place)
      done += 1
      process.stdout.write(`\r${catalog}: ${done} of ${pages.length} pages  `)
    })
    process.stdout.write('\n')
  } finally {
    await tour.close()
  }
}

function isWanted({ name, isAlike = false }: ConsolePage): boolean {
  return !isAlike && (wanted.length === 0 || wanted.some((part) => name.includes(part)))
}

async function takePictures(to: ConsolePage, visitor: Visitor, place: string): Promise<void> {
  let page: Page | undefined
  for (const size of sizes) {
    page = to.isOnce && page ? page : await visitor.visit(to, size)
    await page.setViewportSize(size)
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      const file = join(place, `${to.name}-${size.width}-${colorScheme}.webp`)
      await writeFile(file, await pictureOf(page))
    }
  }
}

/** WebP is a quarter of what PNG takes for the same page; Chromium offers it only here. */
async function pictureOf(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 50 })
  await session.detach()
  return Buffer.from(data, 'base64')
}
