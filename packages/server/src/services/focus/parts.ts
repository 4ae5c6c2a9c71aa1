import { hash } from 'node:crypto'
import type { Place } from './replace.ts'

/** Longer names are told apart by a digest. */
const longest = 150

/** The entries of one file of an export: the import, and which part of it. What is piped in may have no name. */
export const partId = (importId: string, part: string | null): string =>
  `${importId}/${plain(part ?? unnamed)}`

const unnamed = '-'

const plain = (part: string): string => {
  const name = part.replace(/[/\0]/g, '_').toWellFormed()
  return [...name].length <= longest
    ? name
    : `${[...name].slice(0, 100).join('')}…${hash('sha256', name).slice(0, 20)}`
}

/** The parts of an import that have entries, by their ids; the import's own id is of before there were parts. */
export async function partsOf({ sql, partitionId }: Place, importId: string): Promise<readonly string[]> {
  const ids: string[] = []
  let after = ''
  for (;;) {
    const [row] = await sql.all(
      `select min(import_id) as id from cost_entries
       where partition_id = ? and import_id >= ? and import_id < ? and import_id > ?`,
      [partitionId, importId, `${importId}/\u{10ffff}`, after],
    )
    if (typeof row?.id !== 'string') return ids
    // What only begins alike is of another provider: no part has a slash in its name.
    const rest = row.id.slice(importId.length)
    if (rest === '' || /^\/[^/]*$/.test(rest)) ids.push(row.id)
    after = row.id
  }
}

/** Empty where it is of before there were parts. */
export const partName = (importId: string, id: string): string => id.slice(importId.length + 1)
