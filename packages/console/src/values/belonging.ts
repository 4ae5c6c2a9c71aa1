import { type Field, isRequired } from '@svc/model'

/** Whether a field says what a record belongs to: the record could not be without it, or goes with it. */
export const isBelonging = (field: Field): boolean =>
  field.type === 'ref' && (field.traits.onDelete === 'remove' || isRequired(field))
