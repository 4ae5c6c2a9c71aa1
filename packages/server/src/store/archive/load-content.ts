import type { Access } from '../access.ts'
import { elementColumns, elementsOf } from '../elements.ts'
import { keepTexts } from '../event-texts.ts'
import type { PartitionId } from '../partition-id.ts'
import { bulkInsert } from './bulk-insert.ts'
import type { Content, Entry } from './contents.ts'

export interface ContentLoader {
  /** One entry, with what is stored alongside its row. */
  add(partitionId: PartitionId, entry: Entry): Promise<void>
  /** Writes the rows that are still buffered. */
  end(): Promise<void>
}

/** Loads the entries of one table into a database that does not have them. */
export function loaderOf(tx: Access, content: Content): ContentLoader {
  const { kind } = content
  const rows = bulkInsert(tx, content.table, content.insert)
  const elements = bulkInsert(tx, 'elements', elementColumns)
  return {
    async add(partitionId, entry) {
      const bodies = new Map<string, string>()
      await rows.add(content.toRow(partitionId, entry, bodies))
      if (bodies.size > 0) await tx.run(keepTexts, partitionId, bodies)
      if (!kind) return
      for (const row of elementsOf(kind, entry.record as Entry)) await elements.add([partitionId, ...row])
    },
    async end() {
      await rows.end()
      await elements.end()
    },
  }
}
