import { type Field, inWords } from '@svc/model'

export interface Choice {
  readonly value: unknown
  readonly label: string
}

const maxNumbers = 12

/** The values of a field where they are few and known; nothing else has to be typed then. */
export function choicesFor({ type, schema, traits }: Field): readonly Choice[] | undefined {
  const none = traits.nullable ? [{ value: null, label: 'None' }] : []
  if (type === 'boolean') return [...none, { value: true, label: 'Yes' }, { value: false, label: 'No' }]
  if (type === 'enum')
    return [...none, ...(schema.enum ?? []).flatMap((one) => (one === null ? [] : [worded(one)]))]
  const { minimum = 0, maximum = 0 } = schema
  if (type !== 'integer' || schema.maximum === undefined || maximum - minimum >= maxNumbers) return undefined
  const numbers = Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index)
  return [...none, ...numbers.map((value) => ({ value, label: String(value) }))]
}

const worded = (value: unknown): Choice => ({ value, label: inWords(String(value)) })
