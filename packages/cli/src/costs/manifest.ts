import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isCharges, noCharges } from './charges.ts'
import { Failure } from '../failure.ts'
import { fileFailure } from '../file-failure.ts'

/** How far up clouds separate data and metadata: `<export>/metadata/<period>/<run>/manifest.json`. */
const levels = 4

/**
 * The files that a manifest lists. Each cloud has its own form of manifest, but in all of them the files are
 * strings with the extension of one. They are addresses in the cloud, so each is searched for by as much of
 * its path as was kept when the export was copied here.
 */
export async function filesOfManifest(manifest: string): Promise<readonly string[]> {
  const names = textsIn(await contentOf(manifest))
  const listed = [...new Set(names.filter(isCharges))]
  if (listed.length === 0) throw noCharges(manifest, names)
  return Promise.all(listed.map((name) => found(manifest, name)))
}

async function contentOf(manifest: string): Promise<unknown> {
  const text = await readFile(manifest, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw fileFailure(manifest, error)
  })
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure(`${manifest} is not a manifest: it is not JSON.`)
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

async function found(manifest: string, name: string): Promise<string> {
  // Never outside the searched folders, whatever a manifest says.
  const segments = name.split(/[/\\]+/).filter((part) => part !== '' && part !== '.' && part !== '..')
  const folders = [dirname(manifest)]
  for (let up = 1; up < levels; up += 1) folders.push(join(folders.at(-1) ?? '', '..'))
  for (let from = 0; from < segments.length; from += 1) {
    for (const [up, folder] of folders.entries()) {
      // Further up, a bare name could match any file.
      if (up > 0 && from === segments.length - 1) break
      const path = join(folder, ...segments.slice(from))
      if (await isFile(path)) return path
    }
  }
  throw new Failure(
    `${manifest} lists ${JSON.stringify(name)}, which was not found: all of its files are needed.`,
  )
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (one) => one.isFile(),
    () => false,
  )
