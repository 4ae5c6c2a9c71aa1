import { type Field, type Kind, labelFieldOf } from '@svc/model'
import { isBelonging } from '../../values/belonging.ts'

/** Short values, which can be changed in a row without seeing the rest of the record. */
const shortTypes: ReadonlySet<Field['type']> = new Set(['enum', 'ref', 'texts', 'boolean', 'integer'])

/** Whether a value can be changed where it stands in a list. */
export function isEditableInRow(kind: Kind, key: string): boolean {
  const field = kind.fields[key]
  if (!field || key === labelFieldOf(kind)) return false
  const { type, traits, target } = field
  if (traits.managed || traits.immutable || traits.internal || traits.measured) return false
  // To move a record elsewhere is no small change.
  if (isBelonging(field)) return false
  return (shortTypes.has(type) || traits.reads === 'word') && typeof target !== 'object'
}
