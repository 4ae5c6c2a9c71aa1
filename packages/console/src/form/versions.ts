import type { Fields } from '@svc/client'
import { type Field, fieldLabel, type Kind } from '@svc/model'
import { isAlike } from './draft.ts'

/** A field that two people have changed at the same time, or one of them. */
export interface Versions {
  readonly key: string
  readonly label: string
  readonly field: Field | undefined
  readonly mine: unknown
  readonly theirs: unknown
  readonly isMine: boolean
  readonly isTheirs: boolean
}

/** What differs between my version and theirs, both of which began as `base`; those that both changed come first. */
export function versionsOf(
  kind: Kind,
  { base, mine, theirs }: { readonly base: Fields; readonly mine: Fields; readonly theirs: Fields },
): readonly Versions[] {
  return Object.entries(kind.fields)
    .filter(([, { traits }]) => !traits.silent && !traits.internal && !traits.guards)
    .map(([key, field]): Versions => {
      const isMine = key in mine && !isAlike(mine[key], base[key])
      const own = isMine ? mine[key] : base[key]
      const isTheirs = !isAlike(theirs[key], base[key])
      return { key, label: fieldLabel(kind, key), field, mine: own, theirs: theirs[key], isMine, isTheirs }
    })
    .filter(({ mine: own, theirs: other }) => !isAlike(own, other))
    .sort((a, b) => Number(b.isMine && b.isTheirs) - Number(a.isMine && a.isTheirs))
}
