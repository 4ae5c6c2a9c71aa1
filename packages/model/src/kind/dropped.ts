import type { Field } from './field.ts'

/** Whether a field is accepted but not stored, given the other fields of a record. */
export const isDropped = ({ traits }: Field, record: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(traits.droppedWhen ?? {}).some(([key, values]) => values.includes(String(record[key])))
