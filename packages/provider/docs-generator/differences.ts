import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What is wrong with the existing pages, a line for each. */
export function differencesOf(folder: string, pages: ReadonlyMap<string, string>): readonly string[] {
  const there = globSync('**/*.md', { cwd: folder })
  const superfluous = there.filter((path) => !pages.has(path)).map((path) => `${path}: superfluous`)
  const wrong = Array.from(pages, ([path, text]) => {
    if (!there.includes(path)) return `${path}: missing`
    return readFileSync(join(folder, path), 'utf8') === text ? '' : `${path}: not up to date`
  })
  return [...superfluous, ...wrong.filter((line) => line !== '')].sort()
}
