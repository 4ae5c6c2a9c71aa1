import { limits } from '../kind/field.ts'
import { notBlank, worded } from '../kind/patterns.ts'
import { arrayOf, closedObject, type JsonSchema } from '../kind/schema.ts'
import { keywordPattern } from '../vocabulary.ts'

declare const of: unique symbol

/** A schema that the compiler knows the type of: the type is stated by the schema and nowhere else. */
export type Setting<V> = JsonSchema & { readonly [of]?: V }

/** One that may be left out. */
export interface Optional<V> {
  readonly optional: Setting<V>
}

export type ValueOf<S> = S extends { readonly [of]?: infer V } ? V : never

type Parts = Readonly<Record<string, Setting<unknown> | Optional<unknown>>>

type Whole<P extends Parts> = {
  readonly [K in keyof P as P[K] extends Optional<unknown> ? never : K]: ValueOf<P[K]>
} & {
  readonly [K in keyof P as P[K] extends Optional<unknown> ? K : never]?: P[K] extends Optional<infer V>
    ? V
    : never
}

export const optional = <V>(setting: Setting<V>): Optional<V> => ({ optional: setting })

export const settings = <P extends Parts>(parts: P): Setting<Whole<P>> =>
  closedObject(
    Object.fromEntries(
      Object.entries(parts).map(([key, part]) => [key, isOptional(part) ? part.optional : part]),
    ),
    Object.keys(parts).filter((key) => !isOptional(parts[key])),
  )

const isOptional = (part: Parts[string] | undefined): part is Optional<unknown> =>
  part !== undefined && 'optional' in part

export const text = (description: string): Setting<string> => ({
  type: 'string',
  minLength: 1,
  maxLength: limits.name,
  pattern: notBlank,
  description,
})

export const oneOf = <const W extends string>(words: readonly W[], description?: string): Setting<W> => ({
  type: 'string',
  enum: words,
  ...(description !== undefined && { description }),
})

/** Shown to every reader, so it has no place for a credential: no user name, no query. */
export const address = (description: string): Setting<string> => ({
  type: 'string',
  maxLength: limits.url,
  pattern: worded('^https?://[^\\s@?#]+$', 'must be an http or https address without a user name, ? or #'),
  description,
})

export const vaultKeywordFormat = 'vault-keyword'

export const keyword = (description: string): Setting<string> => ({
  type: 'string',
  maxLength: 64,
  pattern: keywordPattern,
  format: vaultKeywordFormat,
  description: `The keyword of the vault item with ${description}.`,
})

export const several = <V>(
  items: Setting<V>,
  description: string,
  more: Pick<JsonSchema, 'minItems'> = {},
): Setting<readonly V[]> => ({ ...arrayOf(items, limits.items), description, ...more })
