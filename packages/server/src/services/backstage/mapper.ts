import type { Kind } from '@svc/model'
import type { Entity } from './entity.ts'
import type { AddNote, Loss } from './notes.ts'
import { parseRef } from './refs.ts'
import { listOf } from './values.ts'

/** The record that a reference resolves to; it may be about to be created. */
export interface Target {
  readonly kind: Kind
  readonly id: string
}

/** What the mapping of one entity can look up about the others. */
export interface Mapper {
  readonly note: AddNote
  /** The record behind a reference, from this run or an earlier one. */
  target(ref: string): Target | undefined
  /** The member behind a user's reference. */
  member(ref: string): string | undefined
  /** Users of this run, whether or not they are members of the organisation. */
  isUser(ref: string): boolean
}

/** The references under one key of an entity's spec, without duplicates. */
export function refsIn(entity: Entity, key: string, kind: string, { note }: Mapper): readonly string[] {
  const found = new Set<string>()
  for (const value of listOf(entity.spec[key])) {
    const ref = parseRef(value, { kind, namespace: entity.namespace })
    if (ref === undefined) note(entity.ref, 'unresolved', `spec.${key}: ${shorten(value)}`)
    else found.add(ref)
  }
  return [...found]
}

/** The id of the record that a key of the spec names, if it is of the expected kind. */
export function idIn(
  entity: Entity,
  { key, kind, expected }: { readonly key: string; readonly kind: string; readonly expected: Kind },
  mapper: Mapper,
): string | undefined {
  const [ref] = refsIn(entity, key, kind, mapper)
  if (ref === undefined) return undefined
  const target = mapper.target(ref)
  if (target?.kind === expected) return target.id
  const loss: Loss = key === 'owner' && ref.startsWith('user:') ? 'user_owner' : 'unresolved'
  mapper.note(entity.ref, loss, `spec.${key}: ${ref}`)
  return undefined
}

export const shorten = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
