import { constants } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseFile } from '@svc/server'
import { cachedCatalog } from './cached.ts'
import type { CatalogPlace, OpenCatalog } from './open-catalog.ts'
import { fillStore } from './contents/fill-store.ts'
import { buildSearchIndex } from './contents/search-index.ts'

export async function openOnSqlite({ cacheDir, scratchDir, size }: CatalogPlace): Promise<OpenCatalog> {
  const cached = await cachedCatalog({ cacheDir, version: 'sqlite', size }, async (dataDir) => {
    const { token, samples, seconds } = await fillStore({ dataDir }, size)
    const searchIndexSeconds = await buildSearchIndex({ dataDir })
    return { token, samples, size, fillSeconds: seconds, searchIndexSeconds }
  })
  const dirs: string[] = []
  return {
    manifest: cached.manifest,
    copy: async () => {
      const dir = await mkdtemp(join(scratchDir, 'catalog-'))
      dirs.push(dir)
      // Where the file system can share the blocks, this takes no time.
      await copyFile(databaseFile(cached.dir), databaseFile(dir), constants.COPYFILE_FICLONE)
      return ['--data-dir', dir]
    },
    close: async () => {
      for (const dir of dirs) await rm(dir, { recursive: true, force: true })
    },
  }
}
