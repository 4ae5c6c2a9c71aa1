import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { build } from 'esbuild'
import { readSource, readSources, type Source } from './read-sources.ts'

const root = resolve(import.meta.dirname, '../..')

/** Loaded only when they are used, if ever, and found where npm installed them. */
const external = [
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  '@simplewebauthn/server',
  '@xmldom/xmldom',
  'ical.js',
  'jose',
  'light-my-request',
  'nodemailer',
  'openid-client',
  'pg',
  'tldts',
  'undici',
  'xml-crypto',
  'yaml',
]

/** Besides what is imported, these decide what the bundle is. */
const deciding = (): readonly string[] => [
  'package.json',
  'node_modules/esbuild/package.json',
  ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/package.json`),
  ...readdirSync(import.meta.dirname).map((name) => `scripts/bundle/${name}`),
]

/** What the launcher reads to know whether the bundle may be run. */
interface Bundled {
  readonly entry: string
  readonly files: readonly Source[]
  /** What each of the last builds wrote, the newest first. */
  readonly builds: readonly (readonly string[])[]
}

/** A server may run for weeks, and load a part of itself for the first time after it was built anew. */
const keptBuilds = 5

/** Bundles the `svc` command, with a list of the files that it was made of. */
export async function writeBundle(folder: string): Promise<Bundled> {
  const read = new Map<string, Source>()
  const note = (source: Source): void => void read.set(source[0], source)
  for (const path of deciding()) note((await readSource(root, join(root, path))).source)
  const { metafile } = await build({
    entryPoints: ['packages/cli/src/process.ts'],
    entryNames: '[name]-[hash]',
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    // Commands, and what a server rarely needs, stay files of their own.
    splitting: true,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: `node${process.versions.node}`,
    external,
    plugins: [readSources({ root, folder, note })],
    // Packages that are not modules get Node's own with `require`.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
    },
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'warning',
  })
  const written = Object.keys(metafile.outputs).map((path) => basename(path))
  const entry = written.find((name) => /^process-.*\.js$/.test(name)) ?? ''
  const earlier = earlierBuilds(folder).filter((names) => !names.includes(entry))
  const bundled = {
    entry,
    files: [...read.values()].sort(([a], [b]) => (a < b ? -1 : 1)),
    builds: [written, ...earlier].slice(0, keptBuilds),
  }
  // As a whole, since a server may start at any moment.
  const list = join(folder, 'bundled.json')
  await writeFile(`${list}.new`, JSON.stringify(bundled))
  await rename(`${list}.new`, list)
  const kept = new Set(['bundled.json', ...bundled.builds.flat()])
  for (const name of readdirSync(folder)) if (!kept.has(name)) await rm(join(folder, name))
  return bundled
}

function earlierBuilds(folder: string): Bundled['builds'] {
  const list = join(folder, 'bundled.json')
  if (!existsSync(list)) return []
  const { builds } = JSON.parse(readFileSync(list, 'utf8')) as Partial<Bundled>
  return builds ?? []
}
