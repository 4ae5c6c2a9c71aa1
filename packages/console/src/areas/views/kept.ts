import type { ShownList } from '../../values/area-parts.ts'
import type { View } from './view-address.ts'

/** What of a list a view keeps. */
export type Kept = Pick<View, 'query' | 'sort' | 'groupBy' | 'columns'>

export const keptOf = ({ query, sort, group, columns }: ShownList): Kept => ({
  query,
  sort,
  groupBy: group,
  columns,
})

export const isSame = (one: Kept, other: Kept): boolean =>
  one.query === other.query &&
  one.sort === other.sort &&
  one.groupBy === other.groupBy &&
  one.columns.join() === other.columns.join()
