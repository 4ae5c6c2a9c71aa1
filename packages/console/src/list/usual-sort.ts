import type { Fields } from '@svc/client'
import { isInactive, type Kind, labelFieldOf, sortsOf } from '@svc/model'

/** How a list is sorted until somebody asks for another order: by name, except for what arrives over time. */
export function usualSort(kind: Kind): string {
  const name = labelFieldOf(kind)
  const isByTime = kind.openBy || kind.newestBy || kind.unlogged || kind.sortBy
  return !isByTime && name && sortsOf(kind).includes(name) ? name : ''
}

/** What is archived or retired comes last, in the order in which it was. */
export function withInactiveLast(rows: readonly Fields[]): readonly Fields[] {
  const inactive = rows.filter(isInactive)
  return inactive.length === 0 ? rows : [...rows.filter((row) => !isInactive(row)), ...inactive]
}
