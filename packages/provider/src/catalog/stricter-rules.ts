import type { Kind, Rule } from '@svc/model'

/**
 * What the API accepts but does not store. The host would find that the result differs from its plan, so it is
 * rejected beforehand.
 */
export const stricterRules = (kind: Kind): readonly Rule[] =>
  Object.entries(kind.fields).flatMap(([field, { traits }]) =>
    Object.entries(traits.droppedWhen ?? {}).map(
      ([other, values]): Rule<Readonly<Record<string, unknown>>> => ({
        field,
        about: (record) => `must be omitted for ${other} ${record[other]}: svc stores none there`,
        holds: (record) =>
          !values.includes(String(record[other])) || record[field] === null || record[field] === '',
      }),
    ),
  )
