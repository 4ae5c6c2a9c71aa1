import type { Kind, Rule } from '@svc/model'

/**
 * What the API takes and does not keep. The host would find that what it planned did not come true, so it is
 * refused before.
 */
export const stricterRules = (kind: Kind): readonly Rule[] =>
  Object.entries(kind.fields).flatMap(([field, { traits }]) =>
    Object.entries(traits.droppedWhen ?? {}).map(
      ([other, values]): Rule<Readonly<Record<string, unknown>>> => ({
        field,
        about: (record) => `must be left out for ${other} ${record[other]}: svc keeps none there`,
        holds: (record) =>
          !values.includes(String(record[other])) || record[field] === null || record[field] === '',
      }),
    ),
  )
