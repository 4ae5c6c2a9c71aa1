import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import type { ConsolePage } from '../../test/browser/pages/pages.ts'
import { startTour } from '../../test/browser/pages/tour.ts'
import type { Visitor } from '../../test/browser/pages/visit.ts'
import { docsPictures, shownInDocs } from './shown-in-docs.ts'

/**
 * Writes a picture of every page of the console into screenshots/, which git ignores: three widths, light and
 * dark, with the demo catalog and empty. With --docs it writes the few that the docs show, next to the docs.
 */

const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
]
const schemes = ['light', 'dark'] as const
const catalogs = ['demo', 'empty'] as const

type Size = (typeof sizes)[number]
type Scheme = (typeof schemes)[number]

/** One tour of a catalog, and which pictures are taken. */
interface Album {
  readonly catalog: (typeof catalogs)[number]
  readonly folder: string
  has(name: string, size: Size, scheme: Scheme): boolean
}

const { values, positionals } = parseArgs({
  options: { docs: { type: 'boolean', default: false } },
  allowPositionals: true,
})
for (const album of values.docs ? [docsAlbum()] : albumsOf(positionals)) await fill(album)

/** Arguments limit it to one catalog, and to pages whose names contain one of the others. */
function albumsOf(given: readonly string[]): readonly Album[] {
  const chosen = catalogs.filter((catalog) => given.includes(catalog))
  const wanted = given.filter((word) => !catalogs.some((catalog) => catalog === word))
  return (chosen.length > 0 ? chosen : catalogs).map((catalog) => ({
    catalog,
    folder: join(import.meta.dirname, '../../screenshots', catalog),
    has: (name) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
  }))
}

function docsAlbum(): Album {
  const shown = shownInDocs()
  return {
    catalog: 'demo',
    folder: docsPictures,
    has: (name, size, scheme) => shown.includes(fileName(name, size, scheme)),
  }
}

async function fill(album: Album): Promise<void> {
  const { catalog, folder } = album
  const tour = await startTour({ isDemo: catalog === 'demo' })
  try {
    // Pictures of pages that no longer exist would look current.
    if (values.docs || positionals.length === 0) await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    // Overlays are the same in both catalogs.
    const pages = tour.pages.filter((page) => isIn(album, page) && (catalog === 'demo' || !page.open))
    let done = 0
    await tour.walk(pages, async (to, visitor) => {
      await takePictures(to, visitor, album)
      done += 1
      process.stdout.write(`\r${catalog}: ${done} of ${pages.length} pages  `)
    })
    process.stdout.write('\n')
  } finally {
    await tour.close()
  }
}

function isIn(album: Album, { name, isAlike = false }: ConsolePage): boolean {
  return !isAlike && sizes.some((size) => schemes.some((scheme) => album.has(name, size, scheme)))
}

async function takePictures(to: ConsolePage, visitor: Visitor, album: Album): Promise<void> {
  let page: Page | undefined
  for (const size of sizes) {
    const wanted = schemes.filter((scheme) => album.has(to.name, size, scheme))
    if (wanted.length === 0) continue
    page = to.isOnce && page ? page : await visitor.visit(to, size)
    await page.setViewportSize(size)
    for (const colorScheme of wanted) {
      await page.emulateMedia({ colorScheme })
      await writeFile(join(album.folder, fileName(to.name, size, colorScheme)), await pictureOf(page))
    }
  }
}

function fileName(name: string, { width }: Size, scheme: Scheme): string {
  return `${name}-${width}-${scheme}.webp`
}

/** WebP is a quarter of the size of PNG for the same page; Chromium offers it only here. */
async function pictureOf(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 50 })
  await session.detach()
  return Buffer.from(data, 'base64')
}
