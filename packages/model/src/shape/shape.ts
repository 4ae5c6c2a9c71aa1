import type { JsonSchema } from './json-schema.ts'

declare const described: unique symbol

/** A plain JSON Schema that carries, for the compiler only, the type of what it describes. */
export interface Shape<V = unknown> extends JsonSchema {
  readonly [described]?: V
}

/** The type of what a shape describes; a schema that is not a shape may describe anything. */
export type ValueIn<S> = S extends { readonly [described]?: infer V } ? V : unknown

type Simplify<T> = { [P in keyof T]: T[P] } & {}

export type Properties = Readonly<Record<string, JsonSchema>>

/** An object with these properties, of which those in `R` are always present. */
export type ObjectOf<P extends Properties, R extends PropertyKey = keyof P> = Simplify<
  { readonly [K in keyof P as K extends R ? K : never]: ValueIn<P[K]> } & {
    readonly [K in keyof P as K extends R ? never : K]?: ValueIn<P[K]>
  }
>

/** The properties of `A`, overridden by those of `B`. */
type Extended<A, B> = Simplify<Omit<A, keyof B> & B>

type Requiring<V, R extends PropertyKey> = Simplify<
  { readonly [K in keyof V as K extends R ? K : never]-?: V[K] } & {
    readonly [K in keyof V as K extends R ? never : K]?: V[K]
  }
>

/** Further keywords of a schema. */
interface More<V> extends Omit<JsonSchema, 'examples' | 'default' | 'required'> {
  readonly examples?: readonly V[]
  readonly default?: V
}

interface MoreOfObject<V, R> extends More<V> {
  /** Which properties are always present; by default all of them. */
  readonly required?: readonly R[]
}

/** Further keywords come after those of the shape itself, in the order given. */
export const shape = {
  text: (more: More<string> = {}): Shape<string> => ({ type: 'string', ...more }),

  dateTime: (more: More<string> = {}): Shape<string> => ({ type: 'string', format: 'date-time', ...more }),

  integer: (more: More<number> = {}): Shape<number> => ({ type: 'integer', ...more }),

  number: (more: More<number> = {}): Shape<number> => ({ type: 'number', ...more }),

  boolean: (more: More<boolean> = {}): Shape<boolean> => ({ type: 'boolean', ...more }),

  enum: <const V extends string>(values: readonly V[], more: More<NoInfer<V>> = {}): Shape<V> => ({
    type: 'string',
    enum: values,
    ...more,
  }),

  array: <V>(items: Shape<V>, more: More<readonly NoInfer<V>[]> = {}): Shape<readonly V[]> => ({
    type: 'array',
    items,
    ...more,
  }),

  /** An object with these properties and no others. */
  object: <P extends Properties, const R extends keyof P & string = keyof P & string>(
    properties: P,
    { required, ...more }: MoreOfObject<ObjectOf<P, R>, R> = {},
  ): Shape<ObjectOf<P, R>> => ({
    type: 'object',
    properties,
    required: required ?? Object.keys(properties),
    additionalProperties: false,
    ...more,
  }),

  /** An object with any of these properties and no others. */
  partial: <P extends Properties>(
    properties: P,
    more: More<ObjectOf<P, never>> = {},
  ): Shape<ObjectOf<P, never>> => ({ type: 'object', properties, additionalProperties: false, ...more }),

  /** The same object, with these properties in addition to or instead of its own. */
  extended: <V, P extends Properties, const R extends keyof P & string = keyof P & string>(
    base: Shape<V>,
    properties: P,
    { required, ...more }: MoreOfObject<Extended<V, ObjectOf<P, R>>, R> = {},
  ): Shape<Extended<V, ObjectOf<P, R>>> => ({
    ...plain(base),
    properties: { ...base.properties, ...properties },
    required: [...new Set([...(base.required ?? []), ...(required ?? Object.keys(properties))])],
    ...more,
  }),

  /** The same object, of which only these properties are always present. */
  requiring: <V, const R extends keyof V & string>(
    base: Shape<V>,
    required: readonly R[],
  ): Shape<Requiring<V, R>> => ({ ...plain(base), required }),

  /** An object with arbitrary keys and values of this shape. */
  map: <V>(
    values: Shape<V>,
    more: More<Readonly<Record<string, NoInfer<V>>>> = {},
  ): Shape<Readonly<Record<string, V>>> => ({ type: 'object', additionalProperties: values, ...more }),

  /** An object of which nothing is known. */
  anyObject: (more: More<object> = {}): Shape<Readonly<Record<string, unknown>>> => ({
    type: 'object',
    ...more,
  }),

  /** A value that matches exactly one of these. */
  either: <const S extends readonly JsonSchema[]>(...shapes: S): Shape<ValueIn<S[number]>> => ({
    oneOf: shapes,
  }),

  null: { type: 'null' } as Shape<null>,

  nullable: <V>(schema: Shape<V>): Shape<V | null> => {
    if (schema.enum) return { ...schema, type: ['string', 'null'], enum: [...schema.enum, null] }
    return typeof schema.type === 'string' ? { ...schema, type: [schema.type, 'null'] } : schema
  },

  /** A reference by title to the schemas of the description. */
  titled: <V>({ title }: Shape<V>): Shape<V> => ({ $ref: `#/components/schemas/${title}` }),
}

/** Without its type, because another replaces it. */
const plain = (schema: JsonSchema): JsonSchema => schema
