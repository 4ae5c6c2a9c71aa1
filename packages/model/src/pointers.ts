import type { Field } from './kind/field.ts'
import type { Kind } from './kind/kind.ts'
import { allKinds } from './kinds/index.ts'

/** A field by which records of a kind can name a record of another, or of their own. */
export interface Pointer {
  readonly kind: Kind
  readonly key: string
  readonly field: Field
  /** What becomes of a record when the one that it names is deleted. */
  readonly onDelete: 'remove' | 'clear'
}

const found = new Map<Kind, readonly Pointer[]>()

/**
 * Who can name a record of a kind and feels its deletion: the reference is cleared, or the record goes too. What is
 * kept elsewhere does not, such as a mode's data that names a member, nor does anybody where the record stays, marked.
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
