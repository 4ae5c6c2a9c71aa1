import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const root = import.meta.dirname

interface Notices {
  /** Writes the file, for the code of the page and of its workers. */
  readonly ofPage: Plugin
  /** Workers are built separately, with their own plugins. */
  readonly ofWorkers: Plugin
}

/** Licences require that their text is distributed with the code, which goes into every browser. */
export function thirdPartyNotices(fileName: string): Notices {
  const folders = new Set<string>()
  const note = (moduleIds: Iterable<string>) => {
    for (const id of moduleIds) {
      const folder = packageFolder(id)
      if (folder) folders.add(folder)
    }
  }
  const noteAll = (bundle: Rolldown.OutputBundle) => {
    for (const file of Object.values(bundle))
      note(file.type === 'chunk' ? file.moduleIds : file.originalFileNames.map((name) => resolve(root, name)))
  }
  return {
    ofWorkers: { name: 'third-party-notices-of-workers', generateBundle: (_, bundle) => noteAll(bundle) },
    ofPage: {
      name: 'third-party-notices',
      generateBundle(_, bundle) {
        noteAll(bundle)
        this.emitFile({ type: 'asset', fileName, source: noticesOf([...folders]) })
      },
    },
  }
}

/** The folder of the package that a module belongs to; undefined for our own code. */
function packageFolder(id: string): string | undefined {
  return /^[^\0?]*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0]
}

function noticesOf(folders: readonly string[]): string {
  const notices = folders.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return { heading: `${name} ${version} (${license})`, text: licenceText(folder) }
  })
  const sorted = notices.toSorted((a, b) => a.heading.localeCompare(b.heading, 'en'))
  const rule = '-'.repeat(80)
  return [
    'The console of svc contains the following software, each part under its own licence.',
    ...sorted.map(({ heading, text }) => `${rule}\n${heading}\n${rule}\n\n${text}`),
  ]
    .join('\n\n')
    .concat('\n')
}

function licenceText(folder: string): string {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
  if (!file) throw new Error(`${folder} has no licence file, so its code must not be distributed.`)
  return readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()
}
