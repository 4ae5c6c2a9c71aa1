import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { catalogProvider } from '../src/catalog/provider.ts'
import { version } from '../src/version.ts'
import { differencesOf } from './differences.ts'
import { pagesOf } from './pages.ts'

/**
 * Writes the provider's documentation from its schemas, the examples and the templates. With --check it changes
 * nothing, and fails where what is there differs.
 */

const folder = join(import.meta.dirname, '../docs')
const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const pages = pagesOf(catalogProvider({ env: {}, cwd: '.', version, log() {} }))

if (options.check) check()
else await write()

function check(): void {
  const differences = differencesOf(folder, pages)
  if (differences.length === 0) return
  const place = relative(process.cwd(), folder)
  console.error(differences.map((line) => join(place, line)).join('\n'))
  console.error('Run "npm run generate".')
  process.exitCode = 1
}

async function write(): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  for (const [path, text] of pages) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}
