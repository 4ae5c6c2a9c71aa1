import { type JsonSchema, type Meaning, means as meaning } from '../shape/json-schema.ts'
import { type Shape, shape } from '../shape/shape.ts'
import { notBlank } from './patterns.ts'

/** The closed set that every layer must handle; adding one makes each layer fail to compile until it does. */
export type FieldType =
  | 'id'
  | 'text'
  | 'enum'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'timestamp'
  | 'ref'
  | 'texts'
  | 'refs'
  | 'json'

/** How a reference makes a person responsible: whoever leads a team is responsible for what it owns. */
export const responsibilities = ['leads', 'owns', 'memberOf', 'onCallFor', 'assigned'] as const
export type Responsibility = (typeof responsibilities)[number]

/** The unit of a number that is not shown as it is. */
export const units = ['bytes', 'cents', 'percent', 'objective', 'nearObjective', 'errorBudget'] as const
export type Unit = (typeof units)[number]

export interface Traits {
  readonly about: string
  /** What people call it, if that does not follow from its name. */
  readonly label?: string
  readonly unit?: Unit
  /** Short and meaningful enough to be shown below a record's name on a phone. */
  readonly brief?: true
  /** If space for columns is limited: whether it is among the last to be dropped, or the first. */
  readonly weight?: 'first' | 'last'
  /**
   * The format of a text, a time or a number: a word of an open vocabulary, an e-mail address, a document, a colour; a
   * whole UTC day; a tier.
   */
  readonly reads?: 'word' | 'address' | 'markdown' | 'colour' | 'day' | 'tier'
  /** Changes with everything else, and means nothing on its own. */
  readonly silent?: true
  /** Kept for every record, such as when it was created: looked up now and then, and never what a list is about. */
  readonly bookkeeping?: true
  /** Repeats another field, for those who cannot look that one up. */
  readonly echoes?: string
  /** May be null: null when absent on create, cleared by null on update. */
  readonly nullable?: true
  /** Used if absent on create. */
  readonly default?: unknown
  /** Set only by the service: ignored in a body, so that a client can send back what it read. */
  readonly managed?: true
  /** For what svc sets: only a change of one of these fields may change it. Anything else may change with any change. */
  readonly filledFrom?: readonly string[]
  /** The pattern of what is stored, of all that is accepted: a text may be sent in several spellings. */
  readonly storedAs?: string
  /** Accepted on create; a different value on update is rejected. */
  readonly immutable?: true
  /** A query parameter of the list, and an index. */
  readonly filter?: true
  /** For an array: a query parameter of the list for records that contain a value, and an index. */
  readonly filterAs?: string
  /** Accepted but not stored if another field has one of these values. */
  readonly droppedWhen?: Readonly<Record<string, readonly string[]>>
  /** Stored, never shown. */
  readonly internal?: true
  /** A secret, sealed, or a digest of one: never shown, and only in the archives of whoever runs the server. */
  readonly secret?: true
  /** Not stored: derived from records of this kind when read. */
  readonly derivedFrom?: string
  /** Managed, but if a body contains it, it must be the current value. */
  readonly guards?: true
  /** Writable, but the service sets it too. */
  readonly measured?: true
  /** An array whose order matters; other arrays are sets in Terraform. */
  readonly listed?: true
  /** The maximum number of entries of an array; one that had more before the limit existed may only shrink. */
  readonly maxEntries?: number
  /** The only accepted texts; another value from before the restriction may stay. */
  readonly only?: readonly string[]
  /** What happens to this record when its target is deleted; by default the reference is cleared. */
  readonly onDelete?: 'remove'
  /** A reference between entities that is also an edge of the graph, whose type says how failure travels. */
  readonly inGraph?: InGraph
  /** Whoever it names is responsible for the record, or for a part of it. */
  readonly responsibility?: Responsibility
  /** The field that says in which mode its target is, if that need not be the caller's. */
  readonly modeBy?: string
  /** May also name inactive records, of a kind that has them. */
  readonly evenInactive?: true
}

export interface InGraph {
  readonly type: string
  /** Where the edge starts: at the record that has the field, or at the one the field names. */
  readonly from: 'record' | 'target'
}

/** What a reference may point at: one kind, or one that depends on another field. */
export type Target = string | { readonly by: string; readonly kinds: Readonly<Record<string, string>> }

/** The records that a structured value refers to. */
export interface Mentions<V = never, Swapped = unknown> {
  readonly target: string
  /** Each with the path of its id inside the value. */
  idsIn(this: void, value: V): readonly { readonly path: string; readonly id: string }[]
  /** The same value, with one record replaced by another. */
  swap(this: void, value: V, from: string, to: string): Swapped
}

export interface Field<V = unknown, T extends Traits = Traits> {
  readonly type: FieldType
  /** The JSON Schema of a value that is not null. */
  readonly schema: JsonSchema
  readonly traits: T
  readonly target?: Target
  readonly mentions?: Mentions
  /** Carries the value's type for the compiler; never present at run time. */
  readonly value?: V
}

export const limits = {
  name: 200,
  description: 10_000,
  url: 2_048,
  tag: 64,
  tags: 50,
  items: 1_000,
  query: 500,
  columns: 50,
} as const

const make =
  <V>(type: FieldType, schema: JsonSchema) =>
  <const T extends Traits>(traits: T): Field<V, T> => ({ type, schema, traits })

type TextTraits = Traits & { max?: number; pattern?: string; means?: Meaning; default?: string }
type TextsTraits = Traits & { default?: readonly string[] }

export const field = {
  /** The name or title that every record of a kind must have. */
  name: <const T extends Traits>(traits: T): Field<string, T> =>
    make<string>('text', { type: 'string', minLength: 1, maxLength: limits.name, pattern: notBlank })(traits),

  text: <const T extends TextTraits>({ max = limits.name, pattern, means, ...traits }: T): Field<string, T> =>
    make<string>('text', {
      type: 'string',
      maxLength: max,
      ...(pattern && { pattern }),
      ...(means && { [meaning]: means }),
    })(traits as unknown as T),

  url: <const T extends Traits>(traits: T): Field<string, T> =>
    make<string>('text', { type: 'string', maxLength: limits.url })(traits),

  oneOf: <const V extends string, const T extends Traits & { default?: V }>(
    values: readonly V[],
    traits: T,
  ): Field<V, T> => make<V>('enum', { type: 'string', enum: values })(traits),

  integer: <const T extends Traits & { min?: number; max?: number; default?: number }>({
    min = 0,
    max = 2_147_483_647,
    ...traits
  }: T): Field<number, T> =>
    make<number>('integer', { type: 'integer', minimum: min, maximum: max })(traits as unknown as T),

  number: <const T extends Traits & { min?: number }>({ min, ...traits }: T): Field<number, T> =>
    make<number>('number', { type: 'number', ...(min !== undefined && { minimum: min }) })(
      traits as unknown as T,
    ),

  boolean: <const T extends Traits & { default?: boolean }>(traits: T): Field<boolean, T> =>
    make<boolean>('boolean', { type: 'boolean' })(traits),

  timestamp: <const T extends Traits>(traits: T): Field<string, T> =>
    make<string>('timestamp', shape.dateTime())(traits),

  ref: <const T extends Traits>(target: Target, traits: T): Field<string, T> => ({
    ...make<string>('ref', { type: 'string', maxLength: limits.name })(traits),
    target,
  }),

  refs: <const T extends TextsTraits>(target: string, traits: T): Field<readonly string[], T> => ({
    ...make<readonly string[]>(
      'refs',
      shape.array(shape.text({ maxLength: limits.name }), { maxItems: limits.items }),
    )(traits),
    target,
  }),

  texts: <const T extends TextsTraits>(traits: T): Field<readonly string[], T> =>
    make<readonly string[]>(
      'texts',
      shape.array(shape.text({ maxLength: limits.name }), { maxItems: limits.items }),
    )(traits),

  severalOf: <const V extends string, const T extends Traits & { default?: readonly V[] }>(
    values: readonly V[],
    traits: T,
  ): Field<readonly V[], T> =>
    make<readonly V[]>(
      'texts',
      shape.array(shape.enum(values), { maxItems: limits.items, minItems: 1 }),
    )(traits),

  /** A structured value, stored as JSON. */
  shaped: <V, const T extends Traits>(
    schema: Shape<V>,
    traits: T,
    mentions?: Mentions<V, V>,
  ): Field<V, T> => ({ ...make<V>('json', schema)(traits), ...(mentions && { mentions }) }),

  /** The same, with a type given separately from its schema. */
  json:
    <V>() =>
    <const T extends Traits>(schema: JsonSchema, traits: T, mentions?: Mentions<V, V>): Field<V, T> => ({
      ...make<V>('json', schema)(traits),
      ...(mentions && { mentions }),
    }),
}

export const description = field.text({ about: 'What it is for.', max: limits.description, nullable: true })

/** Short labels to group and filter by; a list can be filtered with `?tag=`. */
export const tags: Field<readonly string[], { about: string; default: readonly string[]; filterAs: 'tag' }> =
  {
    type: 'texts',
    schema: shape.array(shape.text({ minLength: 1, maxLength: limits.tag }), { maxItems: limits.tags }),
    traits: { about: 'Short labels to group and filter by.', default: [], filterAs: 'tag' },
  }

export const bookkeeping = { silent: true, bookkeeping: true } as const

export const identity = () => ({
  id: make<string>('id', { type: 'string' })({
    about: 'Assigned by svc on creation. Ids sort by age.',
    managed: true,
    ...bookkeeping,
  }),
})

/** For the field `changesAt`: a background job handles every record whose time has come. */
export const byTheClock = { internal: true, managed: true, nullable: true } as const

export const timestamps = () => ({
  createdAt: field.timestamp({
    about: 'When it was created.',
    managed: true,
    nullable: true,
    ...bookkeeping,
  }),
  updatedAt: field.timestamp({
    about: 'When it last changed.',
    managed: true,
    nullable: true,
    ...bookkeeping,
  }),
})

export type ValueOf<F extends Field> =
  | NonNullable<F['value']>
  | (F['traits'] extends { nullable: true } ? null : never)
