import { hash } from 'node:crypto'
import type { PartitionAccess } from './partition-access.ts'
import { nextImport } from '../../store/queries/costs.ts'

/** Longer names are replaced by a digest. */
const maxNameLength = 150

/**
 * Identifies the entries of one file of an export: the import, and which part of it. Piped input may have no name.
 */
export const partId = (importId: string, part: string | null): string =>
  `${importId}/${plain(part ?? unnamed)}`

const unnamed = '-'

const plain = (part: string): string => {
  const name = part.replace(/[/\0]/g, '_').toWellFormed()
  return [...name].length <= maxNameLength
    ? name
    : `${[...name].slice(0, 100).join('')}…${hash('sha256', name).slice(0, 20)}`
}

/** The ids of an import's parts that have entries; the import's own id is from before there were parts. */
export async function partsOf(access: PartitionAccess, importId: string): Promise<readonly string[]> {
  const ids: string[] = []
  let after = ''
  for (;;) {
    const between = { from: importId, until: `${importId}/\u{10ffff}` }
    const id = await access.run(nextImport, access.partitionId, { ...between, after })
    if (id === undefined) return ids
    // An id that only starts the same belongs to another provider: no part has a slash in its name.
    const rest = id.slice(importId.length)
    if (rest === '' || /^\/[^/]*$/.test(rest)) ids.push(id)
    after = id
  }
}

/** Empty if it is from before there were parts. */
export const partName = (importId: string, id: string): string => id.slice(importId.length + 1)
