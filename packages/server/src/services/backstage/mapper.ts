import type { Kind } from '@svc/model'
import type { Entity } from './entity.ts'
import type { Loss, TakeNote } from './notes.ts'
import { parseRef } from './refs.ts'
import { listOf } from './values.ts'

/** A record that a reference leads to; it may be about to be made. */
export interface Target {
  readonly kind: Kind
  readonly id: string
}

/** What the mapping of one entity may ask about the others. */
export interface Mapper {
  readonly note: TakeNote
  /** The record behind a reference, whether this run has it or an earlier one. */
  target(ref: string): Target | undefined
  /** The member behind a user's reference. */
  member(ref: string): string | undefined
  /** Users of this run, known to the organisation or not. */
  isUser(ref: string): boolean
}

/** The references in one part of an entity's spec, each once. */
export function refsIn(entity: Entity, key: string, kind: string, { note }: Mapper): readonly string[] {
  const found = new Set<string>()
  for (const value of listOf(entity.spec[key])) {
    const ref = parseRef(value, { kind, namespace: entity.namespace })
    if (ref === undefined) note(entity.ref, 'unresolved', `spec.${key}: ${shorten(value)}`)
    else found.add(ref)
  }
  return [...found]
}

/** The id of the one record that a part of the spec names, of one kind. */
export function idIn(
  entity: Entity,
  { key, kind, wanted }: { readonly key: string; readonly kind: string; readonly wanted: Kind },
  mapper: Mapper,
): string | undefined {
  const [ref] = refsIn(entity, key, kind, mapper)
  if (ref === undefined) return undefined
  const target = mapper.target(ref)
  if (target?.kind === wanted) return target.id
  const loss: Loss = key === 'owner' && ref.startsWith('user:') ? 'user_owner' : 'unresolved'
  mapper.note(entity.ref, loss, `spec.${key}: ${ref}`)
  return undefined
}

export const shorten = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
