import { type EntitySummary, flagsOf, type Kind, kinds, queryKeysOf } from '@svc/model'
import type { TileProps } from '../../design/tile.tsx'
import type { SummaryColumn } from '../../list/summaries/summary-columns.ts'

/** Where tiles are shown, and what can be done there. */
export interface Place {
  /** The page of the entity. */
  readonly path: string
  readonly mayAddSlo: boolean
  readonly nowMs: number
}

export type TileLink = Pick<TileProps, 'to' | 'search'>

export const pageAt = ({ path }: Kind, id: string): string => `${path}/${encodeURIComponent(id)}`

/** Where the records are that a tile counts. */
export interface Counted {
  /** The part of a project's page that has them. */
  readonly tab: string
  /** Their kind, if it has a list that can be narrowed to projects. */
  readonly kind?: Kind
  /** The column of lists of projects that sums them up. */
  readonly column?: SummaryColumn
}

/** What a tile counts: on the page of its one project, in a list of a few, otherwise beside each of them. */
export function leadTo(summary: EntitySummary, place: Place, { tab, kind, column }: Counted): TileLink {
  const { count, isExact, ids } = summary.projects
  const isNamed = isExact && ids.length === count
  const [only] = ids
  if (isNamed && count === 1 && only !== undefined)
    return { to: pageAt(kinds.project, only), search: { tab } }
  const key = kind && keyOf(kind, kinds.project.name)
  if (isNamed && count > 0 && kind && key) {
    const open = flagsOf(kind).open ? 'is:open ' : ''
    // In the order that the list opens with: issues, the most severe first.
    return { to: kind.path, search: { ...kind.place?.opensWith, query: `${open}${key}:${ids.join(',')}` } }
  }
  return projectsOf(summary, column) ?? { to: `${place.path}/edit` }
}

/** The list of the projects that a summary adds up; of a domain, the systems that have them. */
export function projectsOf({ kind, id }: EntitySummary, column?: SummaryColumn): TileLink | undefined {
  for (const listed of [kinds.project, kinds.system]) {
    const key = keyOf(listed, kind)
    if (key) return { to: listed.path, search: { query: `${key}:${id}`, ...(column && { columns: column }) } }
  }
  return undefined
}

/** The word of a query for the records of another kind that a list can be narrowed to. */
const keyOf = (listed: Kind, targetName: string): string | undefined =>
  queryKeysOf(listed).find(({ targets }) => targets.includes(targetName))?.key

/** An API or a resource without a project, whose figures these would be: the next step is to choose one. */
export const lacksProject = ({ kind, projects }: EntitySummary): boolean =>
  projects.count === 0 && (kind === kinds.api.name || kind === kinds.resource.name)
