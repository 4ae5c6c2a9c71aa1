import type { Field } from './field.ts'

/** Whether a field is taken but not kept, beside what else a record says. */
export const isDropped = ({ traits }: Field, record: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(traits.droppedWhen ?? {}).some(([key, values]) => values.includes(String(record[key])))
