import type { Kind } from '@svc/model'
import type { TileProps } from '../../design/tile.tsx'

/** Where tiles are shown, and what can be reached from there. */
export interface Place {
  /** The page of the entity. */
  readonly path: string
  /** The parts that the page has. */
  readonly parts: readonly string[]
  readonly mayAddSlo: boolean
  readonly nowMs: number
}

/** A part of the page itself, or another page where it has none. */
export const partOf = (
  { path, parts }: Place,
  tab: string,
  otherwise: string,
): Pick<TileProps, 'to' | 'search'> =>
  parts.includes(tab) ? { to: path, search: { tab } } : { to: otherwise }

export const pageAt = ({ path }: Kind, id: string): string => `${path}/${encodeURIComponent(id)}`
