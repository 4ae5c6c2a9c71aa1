import { createHash } from 'node:crypto'
import type { Access } from '../../store/access.ts'
import type { Content } from '../../store/archive/contents.ts'
import { pagesOf } from '../../store/archive/pages.ts'
import { partitionIdOf } from '../../store/partition-id.ts'
import { startPace } from '../pace.ts'
import { type ArchivedFile, fileNameOf } from './manifest.ts'

/** An event is larger in an archive than in the log, so what is written at a time has its own size limit. */
const chunkLength = 1024 ** 2

export interface Source {
  readonly moment: Access
  readonly organisationId: string
}

/** One file of an archive while it is read, and what the manifest says about it afterwards. */
export interface FileInTheMaking {
  readonly name: string
  /** About a megabyte at a time. */
  readonly chunks: AsyncGenerator<Buffer>
  /** Once all chunks were taken. */
  described(): ArchivedFile
}

/** The rows of one table, as the lines of its file. */
export function fileOf(
  { moment, organisationId }: Source,
  content: Content,
  onRead: (entries: number) => void = () => {},
): FileInTheMaking {
  const name = fileNameOf(content)
  const sha256 = createHash('sha256')
  let entries = 0
  let bytes = 0
  const pace = startPace()

  async function* chunks(): AsyncGenerator<Buffer> {
    for (const role of content.roles) {
      const partitionId = partitionIdOf(organisationId, role)
      for await (const rows of pagesOf(moment, content, partitionId)) {
        let lines = ''
        for (const row of rows) {
          const entry = await content.toEntry(row, { access: moment, partitionId })
          lines += `${JSON.stringify({ in: role, ...entry })}\n`
          if (lines.length >= chunkLength) {
            yield taken(lines)
            lines = ''
          }
          await pace.pause()
        }
        if (lines !== '') yield taken(lines)
        entries += rows.length
        onRead(rows.length)
      }
    }
  }

  function taken(lines: string): Buffer {
    const chunk = Buffer.from(lines)
    sha256.update(chunk)
    bytes += chunk.length
    return chunk
  }

  return {
    name,
    chunks: chunks(),
    described: () => ({ name, entries, bytes, sha256: sha256.digest('hex') }),
  }
}
