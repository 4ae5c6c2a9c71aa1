import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { allKinds, codeNameOf, settingsOperations } from '@svc/model'
import { catalogProvider } from '../src/catalog/provider.ts'
import { version } from '../src/version.ts'
import { examplesFolder, wholeExample } from './example.ts'

const { resources, dataSources } = catalogProvider({ env: {}, cwd: '.', version, log() {} })
const docs = join(import.meta.dirname, '../docs')

test('the pages are up to date', () => {
  const generate = join(import.meta.dirname, 'generate.ts')
  const { status, stderr } = spawnSync(process.execPath, [generate, '--check'], { encoding: 'utf8' })
  assert.equal(stderr, '')
  assert.equal(status, 0)
})

test('every resource and data source has an example, and nothing else has', () => {
  assert.deepEqual(foldersIn('resources'), Object.keys(resources).sort())
  assert.deepEqual(foldersIn('data-sources'), Object.keys(dataSources).sort())
})

/** Not useful in an example: the former is measured, the latter not created by anything yet. */
const notShown = new Set(['current_value', 'vcs_connection_id'])

const exampleOf = (type: string): string => `packages/provider/examples/resources/${type}/resource.tf`

for (const [type, { schema }] of Object.entries(resources)) {
  const text = wholeExample(`resources/${type}/resource.tf`)

  test(`the example of ${type} shows whatever can be set`, () => {
    const missing = Object.entries(schema.attributes)
      .filter(([name, { presence }]) => presence !== 'computed' && !notShown.has(name))
      .map(([name]) => name)
      .filter((name) => !new RegExp(`^ +${name} += `, 'm').test(text))
    assert.deepEqual(missing, [], `add them to ${exampleOf(type)}, then npm run generate`)
  })

  test(`the example of ${type} can be imported to`, () => {
    const command = wholeExample(`resources/${type}/import.sh`)
    const [, name, prefix] = new RegExp(`^tofu import ${type}\\.(\\w+) ([a-z]+)_\\w+\n$`).exec(command) ?? []
    assert.ok(text.includes(`resource "${type}" "${name}" {`), command)
    const kind = allKinds.find((one) => type === `svc_${codeNameOf(one)}`)
    // Settings have the id of their organisation.
    assert.equal(prefix, kind && settingsOperations(kind) ? 'org' : kind?.idPrefix)
  })
}

for (const type of Object.keys(dataSources)) {
  test(`the example of the data source ${type} is about it`, () => {
    assert.ok(wholeExample(`data-sources/${type}/data-source.tf`).includes(`data "${type}" "`))
  })
}

test('every link leads somewhere', () => {
  const pages = [
    ...globSync('**/*.md', { cwd: docs }).map((path) => join(docs, path)),
    join(import.meta.dirname, '../../../docs/terraform.md'),
  ]
  const broken = pages.flatMap((page) =>
    linksIn(page)
      .filter(([file, anchor]) => !leads(file === '' ? page : join(dirname(page), file), anchor))
      .map((link) => `${basename(page)}: ${link.join('#')}`),
  )
  assert.deepEqual(broken, [])
})

function foldersIn(path: string): readonly string[] {
  return globSync(`${path}/*/*.tf`, { cwd: examplesFolder })
    .map((file) => basename(dirname(file)))
    .sort()
}

/** The file and the anchor of each link that stays within the repository. */
function linksIn(page: string): readonly (readonly [string, string])[] {
  const links = readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#]*)#?([^)]*)\)/g)
  return Array.from(links, ([, file = '', anchor = '']) => [file, anchor] as const)
}

function leads(file: string, anchor: string): boolean {
  if (!existsSync(file)) return false
  if (anchor === '') return true
  const text = readFileSync(file, 'utf8')
  const headings = Array.from(text.matchAll(/^#+ (.*)$/gm), ([, heading = '']) => slugOf(heading))
  return text.includes(`<a id="${anchor}"></a>`) || headings.includes(anchor)
}

const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
