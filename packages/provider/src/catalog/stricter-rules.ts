import { type Field, type Kind, type Rule, wordsOf } from '@svc/model'

/**
 * What the API accepts but does not store. The host would find that the result differs from its plan, so it is
 * rejected beforehand.
 */
export const stricterRules = (kind: Kind): readonly Rule[] =>
  Object.entries(kind.fields).flatMap(([key, field]) => [
    ...whatIsDropped(key, field),
    ...spelling(key, field),
  ])

type AnyRule = Rule<Readonly<Record<string, unknown>>>

const whatIsDropped = (field: string, { traits }: Field): readonly AnyRule[] =>
  Object.entries(traits.droppedWhen ?? {}).map(([other, values]) => ({
    field,
    about: (record) => `must be omitted for ${other} ${record[other]}: svc stores none there`,
    holds: (record) =>
      !values.includes(String(record[other])) || record[field] === null || record[field] === '',
  }))

function spelling(field: string, { traits: { storedAs } }: Field): readonly AnyRule[] {
  if (storedAs === undefined) return []
  const pattern = new RegExp(storedAs, 'u')
  return [
    {
      field,
      about: () => wordsOf(storedAs),
      holds: (record) => typeof record[field] !== 'string' || pattern.test(record[field]),
    },
  ]
}
