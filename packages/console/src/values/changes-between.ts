import type { Fields } from '@svc/client'
import { type Field, fieldLabel, type Kind } from '@svc/model'

export interface Change {
  readonly key: string
  readonly label: string
  /** Undefined where the kind no longer has it. */
  readonly field: Field | undefined
  readonly before: unknown
  readonly after: unknown
}

/** What differs between two states of a record, in the order of its fields. */
export function changesBetween(kind: Kind, before: Fields | null, after: Fields | null): readonly Change[] {
  const keys = new Set([
    ...Object.keys(kind.fields),
    ...Object.keys(before ?? {}),
    ...Object.keys(after ?? {}),
  ])
  return [...keys]
    .filter((key) => !kind.fields[key]?.traits.silent && !kind.fields[key]?.traits.internal)
    .map((key) => ({
      key,
      label: fieldLabel(kind, key),
      field: kind.fields[key],
      before: before?.[key] ?? null,
      after: after?.[key] ?? null,
    }))
    .filter((change) => !isEmptyChange(change))
}

const isEmptyChange = ({ before, after }: Change): boolean => text(before) === text(after)

const text = (value: unknown): string =>
  value === '' || (Array.isArray(value) && value.length === 0) ? 'null' : JSON.stringify(value)
