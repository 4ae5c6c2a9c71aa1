import { type EntityKind, entityKinds, kindNamed } from '@svc/model'
import { Boxes, Cloud, FileCode2, Layers, type LucideIcon, Shapes } from 'lucide-react'

const icons: Readonly<Record<EntityKind, LucideIcon>> = {
  component: Boxes,
  api: FileCode2,
  resource: Cloud,
  system: Layers,
  domain: Shapes,
}

export const iconOf = (kind: EntityKind): LucideIcon => icons[kind]

/** As people say it: the API's `component` is the catalog's project. */
export const nounOf = (kind: EntityKind): string => kindNamed(entityKinds[kind]).noun

export const pageOf = (kind: EntityKind, id: string): string =>
  `${kindNamed(entityKinds[kind]).path}/${encodeURIComponent(id)}`

/** The API's word for what the catalog calls a kind, where edges can lead to it. */
export const entityKindOf = (kindName: string): EntityKind | undefined =>
  (Object.keys(entityKinds) as EntityKind[]).find((one) => entityKinds[one] === kindName)
