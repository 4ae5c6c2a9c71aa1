import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The folder of the pictures that the docs show. */
export const docsPictures = join(root, 'docs/screenshots')

/** The names of the pictures that the docs show. The docs are the list: to add a picture, show it. */
export function shownInDocs(): readonly string[] {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file))
  const shown = ['README.md', ...docs].flatMap((file) => [
    ...readFileSync(join(root, file), 'utf8').matchAll(/screenshots\/([\w-]+\.webp)/g),
  ])
  return [...new Set(shown.map(([, name = '']) => name))].toSorted()
}
