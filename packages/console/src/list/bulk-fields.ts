import type { Field, Kind } from '@svc/model'

/** What can be changed in bulk: the owner and the tags. */
export interface BulkFields {
  readonly owner?: string | undefined
  readonly tags?: string | undefined
}

export function bulkFields({ fields }: Kind): BulkFields {
  const find = (fits: (field: Field) => boolean) =>
    Object.keys(fields).find((key) => {
      const field = fields[key]
      return field && !field.traits.immutable && !field.traits.managed && fits(field)
    })
  return {
    owner: find(({ type, traits }) => type === 'ref' && traits.responsibility === 'owns'),
    tags: find(({ traits }) => traits.filterAs === 'tag'),
  }
}

export const hasBulkFields = (kind: Kind): boolean => Object.values(bulkFields(kind)).some(Boolean)
