import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Access } from '../../store/access.ts'
import { contents } from '../../store/archive/contents.ts'
import { countRows } from '../../store/archive/pages.ts'
import { syncToDisk } from '../../store/database-file.ts'
import type { Store } from '../../store/open.ts'
import { organisationState } from '../../store/queries/organisations.ts'
import { partitionIdOf } from '../../store/partition-id.ts'
import { type FileInTheMaking, fileOf } from './entries.ts'
import {
  type ArchivedFile,
  fileNameOf,
  type Manifest,
  manifestName,
  manifestText,
  newManifest,
} from './manifest.ts'

export interface ArchiveRequest {
  readonly organisationId: string
  /** An empty folder. */
  readonly dir: string
  /** The version of the program. */
  readonly svc: string
  readonly now: () => Date
  readonly onProgress?: (done: number, total: number) => void
}

/**
 * Writes a consistent snapshot of an organisation into a folder, a page at a time. Secrets are in it only as they are
 * stored: tokens as digests, the vault's values and webhooks' secrets encrypted under the master key.
 */
export async function writeArchive(store: Store, request: ArchiveRequest): Promise<Manifest> {
  const { organisationId, dir, svc, now, onProgress } = request
  const written: string[] = []
  try {
    return await store.snapshot(async (moment) => {
      const exportedAt = now().toISOString()
      const state = await moment.run(organisationState, organisationId)
      const total = await countAll(moment, organisationId)
      let done = 0
      const files: ArchivedFile[] = []
      for (const content of contents()) {
        written.push(fileNameOf(content))
        const file = fileOf({ moment, organisationId }, content, (count) => {
          done += count
          onProgress?.(done, total)
        })
        files.push(await writeFileOf(dir, file))
      }
      written.push(manifestName)
      const manifest = newManifest({ svc, exportedAt, ...state, files })
      const handle = await open(join(dir, manifestName), 'wx', 0o600)
      await handle.writeFile(manifestText(manifest)).finally(() => handle.close())
      await syncToDisk(join(dir, manifestName))
      await syncToDisk(dir)
      return manifest
    })
  } catch (error) {
    for (const name of written) await rm(join(dir, name), { force: true })
    throw error
  }
}

async function countAll(moment: Access, organisationId: string): Promise<number> {
  let total = 0
  for (const content of contents()) {
    for (const role of content.roles)
      total += await moment.run(countRows, content, partitionIdOf(organisationId, role))
  }
  return total
}

async function writeFileOf(dir: string, file: FileInTheMaking): Promise<ArchivedFile> {
  const handle = await open(join(dir, file.name), 'wx', 0o600)
  try {
    for await (const chunk of file.chunks) await handle.writeFile(chunk)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return file.described()
}
