import { type Field, fieldLabel, type Kind, labelFieldOf } from '@svc/model'
import { editableFields } from '../../form/draft.ts'

/** The fields that can be changed on many records at once: all that can be edited, but not what each is called by. */
export const bulkFieldsOf = (kind: Kind): readonly string[] =>
  editableFields(kind)
    .filter(([key, field]) => key !== labelFieldOf(kind) && !isSingle(kind, key) && isShared(field))
    .map(([key]) => key)

/** What no two records may have alike. */
const isSingle = ({ unique = [] }: Kind, key: string): boolean => unique.length === 1 && unique[0] === key

/** Whether a value means the same whatever else a record says. */
const isShared = ({ traits, target }: Field): boolean => !traits.immutable && typeof target !== 'object'

export interface BulkShortcut {
  readonly key: string
  readonly label: string
}

/** What is changed most often has a button of its own: the owner, and the tags. */
export function bulkShortcuts(kind: Kind): readonly BulkShortcut[] {
  const find = (fits: (field: Field) => boolean) =>
    bulkFieldsOf(kind).find((key) => {
      const field = kind.fields[key]
      return field !== undefined && fits(field)
    })
  const owner = find(({ type, traits }) => type === 'ref' && traits.responsibility === 'owns')
  const tags = find(({ traits }) => traits.filterAs === 'tag')
  return [
    ...(owner ? [{ key: owner, label: 'Change owner' }] : []),
    ...(tags ? [{ key: tags, label: `Change ${fieldLabel(kind, tags).toLowerCase()}` }] : []),
  ]
}
