import { limits } from '../kind/field.ts'
import { notBlank, worded } from '../kind/patterns.ts'
import { type JsonSchema, means } from '../shape/json-schema.ts'
import { type Shape, shape, type ValueIn } from '../shape/shape.ts'
import { keywordPattern } from '../vocabulary.ts'

/** An optional one. */
export interface Optional<V> {
  readonly optional: Shape<V>
}

type Parts = Readonly<Record<string, Shape<unknown> | Optional<unknown>>>

type Whole<P extends Parts> = {
  readonly [K in keyof P as P[K] extends Optional<unknown> ? never : K]: ValueIn<P[K]>
} & {
  readonly [K in keyof P as P[K] extends Optional<unknown> ? K : never]?: P[K] extends Optional<infer V>
    ? V
    : never
}

export const optional = <V>(setting: Shape<V>): Optional<V> => ({ optional: setting })

export const settings = <P extends Parts>(parts: P): Shape<Whole<P>> =>
  shape.object(
    Object.fromEntries(
      Object.entries(parts).map(([key, part]) => [key, isOptional(part) ? part.optional : part]),
    ),
    { required: Object.keys(parts).filter((key) => !isOptional(parts[key])) },
  ) as Shape<Whole<P>>

const isOptional = (part: Parts[string] | undefined): part is Optional<unknown> =>
  part !== undefined && 'optional' in part

export const text = (description: string): Shape<string> => ({
  type: 'string',
  minLength: 1,
  maxLength: limits.name,
  pattern: notBlank,
  description,
})

export const oneOf = <const W extends string>(words: readonly W[], description?: string): Shape<W> => ({
  type: 'string',
  enum: words,
  ...(description !== undefined && { description }),
})

/** Shown to every reader, so it must not contain a credential: no user name, no query. */
export const address = (description: string): Shape<string> => ({
  type: 'string',
  maxLength: limits.url,
  pattern: worded('^https?://[^\\s@?#]+$', 'must be an http or https URL without a user name, ? or #'),
  description,
})

export const keyword = (description: string): Shape<string> => ({
  type: 'string',
  maxLength: 64,
  pattern: keywordPattern,
  description: `The keyword of the vault item with ${description}.`,
  [means]: 'vaultItem',
})

export const several = <V>(
  items: Shape<V>,
  description: string,
  more: Pick<JsonSchema, 'minItems'> = {},
): Shape<readonly V[]> => shape.array(items, { maxItems: limits.items, description, ...more })
