import type { Field } from './kind/field.ts'
import type { Kind } from './kind/kind.ts'
import { allKinds } from './kinds/index.ts'

/** A field by which records of a kind can refer to a record of another kind, or their own. */
export interface Pointer {
  readonly kind: Kind
  readonly key: string
  readonly field: Field
  /** What happens to a record when the one it refers to is deleted. */
  readonly onDelete: 'remove' | 'clear'
}

const found = new Map<Kind, readonly Pointer[]>()

/**
 * The fields that are affected when a record of a kind is deleted: the reference is cleared, or the record is deleted
 * too. Not affected are records stored elsewhere, such as a mode's data that names a member, and references to kinds
 * whose deleted records are kept.
 */
export function pointersTo(target: Kind): readonly Pointer[] {
  let pointers = found.get(target)
  if (!pointers) {
    pointers = target.softDelete ? [] : allKinds.flatMap((kind) => pointersFrom(kind, target))
    found.set(target, pointers)
  }
  return pointers
}

const pointersFrom = (kind: Kind, target: Kind): readonly Pointer[] =>
  kind.home !== target.home
    ? []
    : Object.entries(kind.fields)
        .filter(([, field]) => !field.traits.derivedFrom && canName(field, target))
        .map(([key, field]) => ({ kind, key, field, onDelete: field.traits.onDelete ?? 'clear' }))

const canName = ({ target }: Field, { name }: Kind): boolean =>
  typeof target === 'object' ? Object.values(target.kinds).includes(name) : target === name
