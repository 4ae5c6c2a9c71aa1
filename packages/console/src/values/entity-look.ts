import { type EntityKind, entityKindNames, entityKinds, kindNamed } from '@svc/model'
import type { LucideIcon } from 'lucide-react'
import { iconOfKind } from './kind-icon.ts'

export const iconOf = (kind: EntityKind): LucideIcon => iconOfKind(entityKinds[kind])

/** What people call it: the API's `component` is the catalog's project. */
export const nounOf = (kind: EntityKind): string => kindNamed(entityKinds[kind]).noun

export const pageOf = (kind: EntityKind, id: string): string =>
  `${kindNamed(entityKinds[kind]).path}/${encodeURIComponent(id)}`

/** The API's entity kind for a kind of the catalog, if edges can lead to it. */
export const entityKindOf = (kindName: string): EntityKind | undefined =>
  entityKindNames.find((one) => entityKinds[one] === kindName)
