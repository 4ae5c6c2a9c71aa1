import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { latestMigration } from '../../packages/server/src/store/migrate.ts'
import type { Samples } from './contents/records.ts'
import { type CatalogSize, recordsOf } from './contents/size.ts'

/** What is known about a filled database besides its contents. */
export interface Manifest {
  readonly token: string
  readonly samples: Samples
  /** Of the server that is kept with it. */
  readonly password?: string
  readonly size: CatalogSize
  readonly fillSeconds: number
  readonly searchIndexSeconds: number
}

export interface CachedCatalog {
  readonly dir: string
  readonly manifest: Manifest
}

export interface CachePlace {
  readonly cacheDir: string
  /** The engine, with its version where another one could not read the files. */
  readonly version: string
  readonly size: CatalogSize
}

/**
 * A filled database is kept between runs, until the schema or the code that fills it changes. Nobody writes to it:
 * a run works on a copy.
 */
export async function cachedCatalog(
  { cacheDir, version, size }: CachePlace,
  make: (dir: string) => Promise<Manifest>,
): Promise<CachedCatalog> {
  const dir = join(cacheDir, `${version}-${recordsOf(size)}-${await generatorHash()}`)
  const manifestFile = join(dir, 'manifest.json')
  if (!existsSync(manifestFile)) {
    const unfinished = `${dir}.${process.pid}`
    await rm(unfinished, { recursive: true, force: true })
    await mkdir(unfinished, { recursive: true, mode: 0o755 })
    const manifest = await make(unfinished)
    await writeFile(join(unfinished, 'manifest.json'), JSON.stringify(manifest))
    await rm(dir, { recursive: true, force: true })
    await rename(unfinished, dir)
  }
  return { dir, manifest: JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest }
}

async function generatorHash(): Promise<string> {
  const hash = createHash('sha256').update(latestMigration)
  const folder = join(import.meta.dirname, 'contents')
  for (const file of (await readdir(folder)).toSorted()) hash.update(await readFile(join(folder, file)))
  return hash.digest('hex').slice(0, 12)
}
