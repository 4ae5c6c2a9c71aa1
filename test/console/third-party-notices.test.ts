import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const dist = join(import.meta.dirname, '../../packages/console/dist')
const modules = join(import.meta.dirname, '../../node_modules')

test('every package that browsers load is listed with its licence', () => {
  const notices = readFileSync(join(dist, 'third-party-notices.txt'), 'utf8')
  const packages = bundled()
  assert.ok(packages.includes('react') && packages.includes('elkjs'), 'pages and workers are looked at')
  for (const name of packages) {
    const { version, license } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'))
    const folder = join(modules, name)
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
    assert.ok(file, `${name} has a licence file`)
    assert.ok(notices.includes(`\n${name} ${version} (${license})\n`), `${name} ${version} is named`)
    const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()
    assert.ok(notices.includes(text), `the licence of ${name} is there`)
  }
})

/** The packages that source maps name, and those whose files were copied as they are. */
function bundled(): readonly string[] {
  const assets = readdirSync(join(dist, 'assets'))
  const sources = assets
    .filter((file) => file.endsWith('.map'))
    .flatMap((file): string[] => JSON.parse(readFileSync(join(dist, 'assets', file), 'utf8')).sources)
  const names = sources.flatMap((source) => source.split('node_modules/').slice(1).at(-1) ?? [])
  const packages = names.map((path) => path.split('/', path.startsWith('@') ? 2 : 1).join('/'))
  const fonts = assets.some((file) => file.endsWith('.woff2')) ? ['@fontsource-variable/inter'] : []
  return [...new Set([...packages, ...fonts])]
}
