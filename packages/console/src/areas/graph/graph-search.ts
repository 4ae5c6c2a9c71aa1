import {
  entityKindNames,
  graphLimits,
  type QueryOf,
  type SpecialOperations,
  specialOperations,
} from '@svc/model'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Colouring, colourings } from './colour.ts'
import type { Level } from './fold/fold.ts'
import { type Grouping, groupings } from './fold/groups.ts'

export type Direction = NonNullable<QueryOf<SpecialOperations['getGraph']>['direction']>
const directions: readonly Direction[] = ['dependsOn', 'dependents', 'both']

const views = ['picture', 'list', 'matrix'] as const
export type View = (typeof views)[number]

/** The state of the graph page, as kept in the address. */
export interface GraphSearch {
  /** `<kind>:<id>`; without it the whole graph is shown. */
  readonly root: string | undefined
  /** `<kind>:<id>` of the other end, where paths from the root are shown. */
  readonly to: string | undefined
  readonly direction: Direction
  readonly depth: number
  /** How far impact is followed; all the way if absent. */
  readonly reach: number | undefined
  readonly types: readonly string[]
  readonly isImpact: boolean
  readonly level: Level
  /** What was chosen; what suits the graph if absent. */
  readonly grouping: Grouping | undefined
  /** The groups that are open, or all of them; those that the root is in if absent. */
  readonly open: readonly string[] | 'all' | undefined
  readonly colouring: Colouring
  /** The id of the selected box or link. */
  readonly at: string | undefined
  readonly view: View
}

export const defaultDepth = Number(specialOperations.getGraph.query.depth.default)

const rootPattern = new RegExp(`^(${entityKindNames.join('|')}):[^:\\s]{1,200}$`)
const typePattern = /^[a-z0-9_-]{1,64}$/

export function readGraphSearch(given: Readonly<Record<string, unknown>>): GraphSearch {
  const text = (key: string) => (given[key] === undefined ? '' : String(given[key]))
  const entity = (key: string) => (rootPattern.test(text(key)) ? text(key) : undefined)
  const root = entity('root')
  const steps = (key: string) => {
    const count = Math.trunc(Number(given[key]))
    return count >= 1 && count <= graphLimits.depth ? count : undefined
  }
  const isImpact = given.mode === 'impact' && root !== undefined
  return {
    root,
    direction: directions.find((one) => one === given.direction) ?? 'both',
    to: root !== undefined && !isImpact && entity('to') !== root ? entity('to') : undefined,
    depth: steps('depth') ?? defaultDepth,
    reach: steps('reach'),
    types: text('types')
      .split(',')
      .filter((type) => typePattern.test(type)),
    isImpact,
    level: given.level === 'all' ? 'all' : 'services',
    grouping: groupings.find((one) => one === given.group),
    open:
      given.open === undefined || given.open === 'all' ? given.open : text('open').split(',').filter(Boolean),
    colouring: colourings.find((one) => one === given.colour) ?? 'slo',
    at: text('at') || undefined,
    view: views.find((one) => one === given.view) ?? 'picture',
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

/** How far impact can be followed. */
export const reaches: readonly { readonly value: string; readonly label: string }[] = [
  { value: '', label: 'Any distance' },
  ...Array.from({ length: graphLimits.depth }, (_, index) => ({
    value: `${index + 1}`,
    label: index === 0 ? '1 step away' : `Up to ${index + 1} steps`,
  })),
]
