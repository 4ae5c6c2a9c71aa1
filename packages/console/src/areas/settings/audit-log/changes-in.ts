import { findKind, type LoggedEvent } from '@svc/model'

export interface FieldChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** What an event changed, field by field. */
export function changesIn({
  subject,
  before,
  after,
}: Pick<LoggedEvent, 'subject' | 'before' | 'after'>): readonly FieldChange[] {
  const kind = findKind(subject.kind)
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...fields]
    .filter((field) => !kind?.fields[field]?.traits.silent)
    .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}
