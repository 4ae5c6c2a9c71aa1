import {
  entityKindNames,
  graphLimits,
  type QueryOf,
  type SpecialOperations,
  specialOperations,
} from '@svc/model'
import { useNavigate, useSearch } from '@tanstack/react-router'

export type Direction = NonNullable<QueryOf<SpecialOperations['getGraph']>['direction']>
const directions: readonly Direction[] = ['dependsOn', 'dependents', 'both']

/** The state of the graph page, as kept in the address. */
export interface GraphSearch {
  /** `<kind>:<id>`; without it the whole graph is shown. */
  readonly root: string | undefined
  readonly direction: Direction
  readonly depth: number
  readonly types: readonly string[]
  readonly isImpact: boolean
  /** The id of the selected node. */
  readonly at: string | undefined
  readonly isList: boolean
}

export const defaultDepth = Number(specialOperations.getGraph.query.depth.default)

const rootPattern = new RegExp(`^(${entityKindNames.join('|')}):[^:\\s]{1,200}$`)
const typePattern = /^[a-z0-9_-]{1,64}$/

export function readGraphSearch(given: Readonly<Record<string, unknown>>): GraphSearch {
  const text = (key: string) => (given[key] === undefined ? '' : String(given[key]))
  const root = rootPattern.test(text('root')) ? text('root') : undefined
  const depth = Math.trunc(Number(given.depth ?? defaultDepth))
  return {
    root,
    direction: directions.find((one) => one === given.direction) ?? 'both',
    depth: depth >= 1 && depth <= graphLimits.depth ? depth : defaultDepth,
    types: text('types')
      .split(',')
      .filter((type) => typePattern.test(type)),
    isImpact: given.mode === 'impact' && root !== undefined,
    at: text('at') || undefined,
    isList: given.view === 'list',
  }
}

export type SetSearch = (
  changes: Readonly<Record<string, unknown>>,
  options?: { readonly replace?: boolean },
) => void

/** The state of the page, and how to change it: in the address, so that back and reload work. */
export function useGraphSearch(): readonly [GraphSearch, SetSearch] {
  const given = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const navigate = useNavigate()
  const setSearch: SetSearch = (changes, { replace = false } = {}) =>
    void navigate({
      to: '/graph',
      search: (before: Record<string, unknown>) => ({ ...before, ...changes }),
      replace,
    })
  return [readGraphSearch(given), setSearch]
}
