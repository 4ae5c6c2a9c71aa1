import type { Attribute } from './attributes.ts'
import { type Document, readValue } from './documents.ts'
import type { Filter } from './filter.ts'
import { badRequest } from './refusal.ts'

/**
 * The members of a group while a PATCH is carried out: their ids, which is all that there is of them. Each operation
 * finds its members by them, since a thousand operations on fifty thousand members keep everybody else waiting.
 */
export class MemberIds extends Set<string> {
  /** How many comparisons were made for filters that do more than name ids. */
  compared = 0
}

export const memberIds = (values: readonly Document[]): MemberIds =>
  new MemberIds(values.map(({ value }) => String(value)))

export const membersOf = (ids: MemberIds): readonly Document[] => [...ids].map((value) => ({ value }))

interface Step {
  readonly op: 'add' | 'replace' | 'remove'
  readonly filter: Filter | undefined
  readonly value: unknown
}

/** Does what names its members by their ids; false if it is something else, and nothing was done. */
export function changeIds(ids: MemberIds, attribute: Attribute, { op, filter, value }: Step): boolean {
  if (filter) {
    const named = op === 'remove' ? idsIn(filter) : undefined
    // Somebody who is not in a group has been removed from it.
    for (const id of named ?? []) ids.delete(id)
    return named !== undefined
  }
  if (op === 'remove' && value === undefined) {
    ids.clear()
    return true
  }
  // Nobody is removed from a group by a value that was left out by mistake.
  if (value === null) throw badRequest('invalidValue', 'members must be a list; an empty one is nobody.')
  const given = memberIds((readValue(attribute, value) ?? []) as readonly Document[])
  if (op === 'replace') ids.clear()
  // Removed are only these, as Entra means it, and of an empty list nobody.
  for (const id of given) op === 'remove' ? ids.delete(id) : ids.add(id)
  return true
}

/** Who is named by a filter that does nothing else. */
function idsIn(filter: Filter): readonly string[] | undefined {
  if (filter.is === 'any') {
    const all = filter.parts.map(idsIn)
    return all.every((ids) => ids !== undefined) ? all.flat() : undefined
  }
  const isId =
    filter.is === 'compared' && filter.operator === 'eq' && filter.attribute.toLowerCase() === 'value'
  return isId && typeof filter.value === 'string' ? [filter.value] : undefined
}

/** A second at most. No directory is known to send anything like that. */
const maxCompared = 1_000_000

/** Counts what a filter costs that has to look at every member. */
export function noteComparisons(ids: MemberIds, filter: Filter | undefined): void {
  ids.compared += ids.size * (filter ? comparisonsIn(filter) : 1)
  if (ids.compared > maxCompared)
    throw badRequest(
      'tooMany',
      'The filters look at too many members. Name those that are meant: members[value eq "…"].',
    )
}

function comparisonsIn(filter: Filter): number {
  if (filter.is === 'compared') return 1
  const parts = 'parts' in filter ? filter.parts : [filter.part]
  return parts.reduce((sum, part) => sum + comparisonsIn(part), 0)
}
