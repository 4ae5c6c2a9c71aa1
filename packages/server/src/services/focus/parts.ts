import { hash } from 'node:crypto'
import type { Place } from './place.ts'
import { nextImport } from '../../store/queries/costs.ts'

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
export async function partsOf(place: Place, importId: string): Promise<readonly string[]> {
  const ids: string[] = []
  let after = ''
  for (;;) {
    const between = { from: importId, until: `${importId}/\u{10ffff}` }
    const id = await place.run(nextImport, place.partitionId, { ...between, after })
    if (id === undefined) return ids
    // What only begins alike is of another provider: no part has a slash in its name.
    const rest = id.slice(importId.length)
    if (rest === '' || /^\/[^/]*$/.test(rest)) ids.push(id)
    after = id
  }
}

/** Empty where it is of before there were parts. */
export const partName = (importId: string, id: string): string => id.slice(importId.length + 1)
