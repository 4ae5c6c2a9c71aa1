import type { Type } from './type.ts'
import type { Value } from './value.ts'

/**
 * Who sets an attribute's value: the configuration (`required`, `optional`), the provider (`computed`),
 * or the provider if the configuration does not (`optional-computed`).
 */
export type Presence = 'required' | 'optional' | 'computed' | 'optional-computed'

interface Common {
  readonly description: string
  readonly presence: Presence
  /** Used if the configuration sets nothing; needs `optional-computed`. */
  readonly default?: Value
  /** Hidden when the host prints it. */
  readonly sensitive?: true
  /** Given to the provider and never kept: null in every plan and state. Older hosts do not have this. */
  readonly writeOnly?: true
  /** Changing it replaces the object. */
  readonly replaces?: true
  /** Computed, and may change with any change of the object. Others keep their value. */
  readonly volatile?: true
  /** Computed from these attributes beside it, so that it is unknown when one of them changes. */
  readonly follows?: readonly string[]
  /** Whether two spellings mean the same: the existing one is then kept. Only called with known values, not null. */
  readonly isSame?: (a: Value, b: Value) => boolean
  /** Set if it is deprecated: says what to use instead. */
  readonly deprecated?: string
}

export interface PlainAttribute extends Common {
  readonly type: Type
}

/** An attribute that is an object, or a collection of objects, with nested attributes. */
export interface NestedAttribute extends Common {
  readonly nesting: 'single' | 'list' | 'set' | 'map'
  readonly attributes: Attributes
}

export type Attribute = PlainAttribute | NestedAttribute
export type Attributes = Readonly<Record<string, Attribute>>

export interface Schema {
  /** Of the stored state: raised when its shape changes, with an upgrade. */
  readonly version: number
  readonly description: string
  readonly attributes: Attributes
}

export const isNested = (attribute: Attribute): attribute is NestedAttribute => 'nesting' in attribute

export const isComputed = ({ presence }: Attribute): boolean =>
  presence === 'computed' || presence === 'optional-computed'

/** The type of a value that follows from its attributes. */
export function objectTypeOf(attributes: Attributes): Type {
  const known = objectTypes.get(attributes)
  if (known) return known
  const members = Object.entries(attributes).map(([name, attribute]) => [name, typeOf(attribute)] as const)
  const type: Type = ['object', Object.fromEntries(members)]
  objectTypes.set(attributes, type)
  return type
}

/** Cached: every call needs one, and schemas never change. */
const objectTypes = new WeakMap<Attributes, Type>()

export function typeOf(attribute: Attribute): Type {
  if (!isNested(attribute)) return attribute.type
  const object = objectTypeOf(attribute.attributes)
  return attribute.nesting === 'single' ? object : [attribute.nesting, object]
}
