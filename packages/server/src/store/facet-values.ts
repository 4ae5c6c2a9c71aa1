import { createHash } from 'node:crypto'
import { facetField, facetKinds, facetsOf, type Kind } from '@svc/model'

type Fields = Readonly<Record<string, unknown>>

export interface Facet {
  /** As the filter is called. */
  readonly name: string
  /** The record's field that it is about. */
  readonly field: string
}

const facets: ReadonlyMap<Kind, readonly Facet[]> = new Map(
  facetKinds.map((kind) => [kind, facetsOf(kind).map((name) => ({ name, field: facetField(kind, name) }))]),
)

/** What is counted of a kind; undefined if nothing is. */
export const facetsCounted = (kind: Kind): readonly Facet[] | undefined => facets.get(kind)

/** The fields that decide what a record counts for. */
export const fieldsCounted = (kind: Kind): readonly string[] => [
  ...new Set(
    [...(facets.get(kind) ?? []).map(({ field }) => field), kind.hiddenBy, kind.softDelete].filter(
      (name) => name !== undefined,
    ),
  ),
]

/** Differs for a version of svc that counts anything else: to its counts, nothing can be added. */
export const whatIsCounted: string = createHash('sha256')
  .update(
    JSON.stringify(
      Array.from(facets, ([{ name, hiddenBy, softDelete }, of]) => [name, hiddenBy, softDelete, of]),
    ),
  )
  .digest('hex')
  .slice(0, 16)

/** Whether a list without filters has it. */
export const isShown = ({ hiddenBy, softDelete }: Kind, record: Fields): boolean =>
  !(hiddenBy && record[hiddenBy]) && !(softDelete && record[softDelete])

export function valuesOf(value: unknown): readonly (string | null)[] {
  if (value === null || value === undefined) return [null]
  return Array.isArray(value) ? [...new Set(value.map(String))] : [String(value)]
}

/** A column that tells no value from an empty text, in the same order. */
export const toFacetColumn = (value: string | null): string => (value === null ? '' : `=${value}`)
export const fromFacetColumn = (column: string): string | null => (column === '' ? null : column.slice(1))
