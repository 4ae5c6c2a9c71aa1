import { join, resolve } from 'node:path'
import { build } from 'esbuild'

const root = resolve(import.meta.dirname, '../../..')

export interface Bundle {
  readonly script: string
  /** The folders of the third-party packages in it. */
  readonly packages: readonly string[]
}

/** Bundles everything an entry file imports into one CommonJS script, which starts fastest. */
export async function bundle(entry: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'cjs',
    target: `node${process.versions.node}`,
    // An executable with code that was compiled ahead has none.
    supported: { 'dynamic-import': false },
    legalComments: 'none',
    logLevel: 'warning',
    // A script that is not a module has no address of its own to look files up by.
    logOverride: { 'empty-import-meta': 'error' },
  })
  const script = outputFiles.map(({ text }) => text).join('')
  return { script, packages: packagesOf(Object.keys(metafile.inputs)) }
}

function packagesOf(files: readonly string[]): readonly string[] {
  const folders = files.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0])
  return [...new Set(folders)].filter((folder) => folder !== undefined).map((folder) => join(root, folder))
}
