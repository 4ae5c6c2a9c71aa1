import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Access } from '../../store/access.ts'
import { type Content, contents } from '../../store/archive/contents.ts'
import { countRows, pagesOf } from '../../store/archive/pages.ts'
import { syncToDisk } from '../../store/database-file.ts'
import type { Store } from '../../store/open.ts'
import { organisationState } from '../../store/queries/organisations.ts'
import { partitionIdOf } from '../../store/partition-id.ts'
import { type ArchivedFile, fileNameOf, type Manifest, manifestName, newManifest } from './manifest.ts'

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
        const file = await writeContent(moment, { content, organisationId, dir }, (count) => {
          done += count
          onProgress?.(done, total)
        })
        files.push(file)
      }
      written.push(manifestName)
      const manifest = newManifest({ svc, exportedAt, ...state, files })
      const handle = await open(join(dir, manifestName), 'wx', 0o600)
      await handle.writeFile(`${JSON.stringify(manifest, null, 2)}\n`).finally(() => handle.close())
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

interface Place {
  readonly content: Content
  readonly organisationId: string
  readonly dir: string
}

/** An event is larger in an archive than in the log, so writes have their own size limit. */
const chunkLength = 1024 ** 2

async function writeContent(
  moment: Access,
  { content, organisationId, dir }: Place,
  onWritten: (count: number) => void,
): Promise<ArchivedFile> {
  const name = fileNameOf(content)
  const handle = await open(join(dir, name), 'wx', 0o600)
  const sha256 = createHash('sha256')
  let entries = 0
  let bytes = 0
  const write = async (lines: string): Promise<void> => {
    const chunk = Buffer.from(lines)
    await handle.writeFile(chunk)
    sha256.update(chunk)
    bytes += chunk.length
  }
  try {
    for (const role of content.roles) {
      const source = { access: moment, partitionId: partitionIdOf(organisationId, role) }
      for await (const rows of pagesOf(moment, content, source.partitionId)) {
        let lines = ''
        for (const row of rows) {
          lines += `${JSON.stringify({ in: role, ...(await content.toEntry(row, source)) })}\n`
          if (lines.length < chunkLength) continue
          await write(lines)
          lines = ''
        }
        await write(lines)
        entries += rows.length
        onWritten(rows.length)
      }
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { name, entries, bytes, sha256: sha256.digest('hex') }
}
