import type { LoggedEvent } from '@svc/model'

export interface FieldChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** These change with everything else and say nothing by themselves. */
const silent = new Set(['updatedAt', 'createdAt', 'id', 'version'])

/** What was different afterwards, field by field. */
export function changesIn({ before, after }: Pick<LoggedEvent, 'before' | 'after'>): readonly FieldChange[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...fields]
    .filter((field) => !silent.has(field))
    .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}
