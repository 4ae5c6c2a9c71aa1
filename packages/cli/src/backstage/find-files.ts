import { glob, readdir } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import { unreadable, Unreadable } from './read-text.ts'

export const maxFiles = 20_000
const maxFolders = 50_000

/** Dependencies and tools' own folders. */
const isLeftOut = (name: string): boolean => name === 'node_modules' || /^\.[^.]/.test(name)

/** Every YAML file below a folder, in order. Symbolic links are not followed, so the search ends. */
export async function yamlFilesIn(root: string): Promise<readonly string[]> {
  const files: string[] = []
  const folders = [root]
  for (let index = 0; index < folders.length; index += 1) {
    const folder = folders[index] ?? root
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      throw unreadable(error)
    })
    for (const entry of entries) {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && !isLeftOut(entry.name)) folders.push(path)
      if (entry.isFile() && /\.ya?ml$/i.test(entry.name)) files.push(path)
    }
    if (files.length > maxFiles) throw tooMany(`${maxFiles} YAML files`)
    if (folders.length > maxFolders) throw tooMany(`${maxFolders} folders`)
  }
  return files.sort()
}

export const isPattern = (target: string): boolean => /[*?[\]{}]/.test(target)

/** The folder that a pattern's search starts in. */
export function fixedPartOf(pattern: string): string {
  const parts = pattern.split(sep)
  return parts.slice(0, parts.findIndex(isPattern)).join(sep) || sep
}

/** The files that match a pattern, relative to a folder. */
export async function filesMatching(pattern: string, cwd: string): Promise<readonly string[]> {
  const files: string[] = []
  for await (const path of glob(pattern, { cwd, exclude: (name) => isLeftOut(basename(name)) })) {
    files.push(resolve(cwd, path))
    if (files.length > maxFiles) throw tooMany(`${maxFiles} files`)
  }
  return files.sort()
}

const tooMany = (what: string): Unreadable => new Unreadable(`it has more than ${what}; name a smaller part`)
