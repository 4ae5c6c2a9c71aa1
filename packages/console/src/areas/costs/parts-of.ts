import type { CostGroup, CostGrouping } from '@svc/model'
import { nameOf } from './group-words.ts'

/** More parts than this cannot be told apart. */
const maxNamed = 6

interface Part {
  readonly key: string
  readonly name: string
  readonly cents: number
  /** Parts by size, those that nobody owns, and the rest. */
  readonly look: string
}

/** What was spent as one bar: its parts add up to the whole, and the rest is one of them. */
export function partsOf(groups: readonly CostGroup[], by: CostGrouping): readonly Part[] {
  const spent = groups.filter(({ cents }) => cents > 0)
  const owned = spent.filter(({ part }) => part === 'group' || part === 'several')
  const named = owned.slice(0, owned.length > maxNamed + 1 ? maxNamed : owned.length)
  const rest = owned.slice(named.length)
  const part = (group: CostGroup, look: string): Part => ({
    key: `${group.part} ${group.id}`,
    name: nameOf(group, by),
    cents: group.cents,
    look,
  })
  return [
    ...named.map((group, index) => part(group, String(index))),
    ...(rest.length > 0
      ? [
          {
            key: 'rest',
            name: `${rest.length} others`,
            cents: rest.reduce((sum, { cents }) => sum + cents, 0),
            look: 'rest',
          },
        ]
      : []),
    ...spent.filter((group) => !owned.includes(group)).map((group) => part(group, group.part)),
  ]
}
