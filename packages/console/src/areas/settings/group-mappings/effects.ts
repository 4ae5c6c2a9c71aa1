import type { GroupMappingPreview, Mode } from '@svc/model'

interface Person {
  readonly uid: string
  readonly email: string | null
}

interface Place {
  readonly teamId: string
  readonly mode: Mode
}

/** What would happen alike to several people. */
export type Effect = { readonly people: readonly Person[] } & (
  | ({ readonly is: 'joins' } & Place)
  | ({ readonly is: 'leaves' } & Place)
  | { readonly is: 'role'; readonly from: string; readonly to: string }
  | { readonly is: 'held back'; readonly reason: string }
)

/** A preview by what happens, instead of by whom it happens to. */
export function effectsOf({ joins, leaves, roles, heldBack }: GroupMappingPreview): readonly Effect[] {
  const placeOf = ({ teamId, mode }: Place): Place => ({ teamId, mode })
  return [
    ...together(joins, placeOf, (place, people) => ({ is: 'joins', ...place, people })),
    ...together(leaves, placeOf, (place, people) => ({ is: 'leaves', ...place, people })),
    ...together(
      roles,
      ({ from, to }) => ({ from, to }),
      (change, people) => ({ is: 'role', ...change, people }),
    ),
    ...together(
      heldBack,
      ({ reason }) => ({ reason }),
      (why, people) => ({ is: 'held back', ...why, people }),
    ),
  ]
}

function together<T extends Person, Shared>(
  entries: readonly T[],
  sharedIn: (entry: T) => Shared,
  made: (shared: Shared, people: readonly Person[]) => Effect,
): readonly Effect[] {
  const groups = Map.groupBy(entries, (entry) => JSON.stringify(sharedIn(entry)))
  return [...groups.values()].flatMap((alike) => (alike[0] ? [made(sharedIn(alike[0]), alike)] : []))
}

const named = 8

/** Some of them by name, and how many more there are. */
export function namesOf(people: readonly Person[]): string {
  const names = people
    .map(({ email, uid }) => email ?? uid)
    .sort()
    .slice(0, named)
  const others = people.length - names.length
  return others > 0 ? `${names.join(', ')} and ${others} more` : names.join(', ')
}

export const peopleInWords = (count: number): string => (count === 1 ? '1 person' : `${count} people`)
