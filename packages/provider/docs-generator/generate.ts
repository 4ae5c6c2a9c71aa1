import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { catalogProvider } from '../src/catalog/provider.ts'
import { version } from '../src/version.ts'
import { differencesOf } from './differences.ts'
import { examplesFolder } from './example.ts'
import { firstExamples } from './first-examples.ts'
import { pagesOf } from './pages.ts'

/**
 * Writes the provider's documentation from its schemas, the examples and the templates, and starts the examples that
 * are missing. With --check it changes nothing, and fails if any page differs.
 */

const folder = join(import.meta.dirname, '../docs')
const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const provider = catalogProvider({ env: {}, cwd: '.', version, log() {} })
const isThere = (path: string): boolean => existsSync(join(examplesFolder, path))

if (options.check) check()
else await write()

function check(): void {
  const missing = [...firstExamples(provider, isThere).keys()].map((path) => `${path}: missing`)
  const differences = missing.length > 0 ? missing : differencesOf(folder, pagesOf(provider))
  if (differences.length === 0) return
  const place = relative(process.cwd(), folder)
  console.error(differences.map((line) => join(place, line)).join('\n'))
  console.error('Run "npm run generate".')
  process.exitCode = 1
}

async function write(): Promise<void> {
  for (const [path, text] of firstExamples(provider, isThere)) {
    await writeInto(examplesFolder, path, text)
    console.log(
      `Begun: ${relative(process.cwd(), join(examplesFolder, path))}. Make it an example that tells a story.`,
    )
  }
  await rm(folder, { recursive: true, force: true })
  for (const [path, text] of pagesOf(provider)) await writeInto(folder, path, text)
}

async function writeInto(root: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}
