import { attributeNameOf, filledFrom, isOpenObject, isSetInCode, type JsonSchema, repeats } from '@svc/model'
import type { Attribute, Attributes } from '../protocol/schema.ts'
import type { Type } from '../protocol/type.ts'
import { Decimal, isObject, type ObjectValue, Unknown, type Value } from '../protocol/value.ts'
import { either } from './enumerations.ts'

/** The type of a value in code, and the conversion from and to the API. */
export interface Shape {
  readonly kind: 'plain' | 'set' | 'list' | 'json' | 'objects' | 'object'
  readonly attribute: Pick<Attribute, 'isSame'> &
    ({ readonly type: Type } | { readonly nesting: 'list' | 'single'; readonly attributes: Attributes })
  /** The API's value, in the spelling of `like` if that means the same. */
  toValue(json: unknown, like?: Value): Value
  /** For the API; unknown values stay unknown. */
  toJson(value: Value): unknown
  /** The shape of a member, for nested values. */
  readonly members?: ReadonlyMap<string, Member>
}

export interface Member {
  /** Its name in code. */
  readonly name: string
  readonly shape: Shape
  /** Whether a configuration can set it. */
  readonly isWritten: boolean
}

/** In a resource, nested objects are written by people; elsewhere everything is read. */
export interface ShapeOptions {
  readonly isListed?: boolean
  readonly isWritten: boolean
}

export function shapeOf(schema: JsonSchema, options: ShapeOptions): Shape {
  const type = [schema.type ?? 'string'].flat().find((one) => one !== 'null')
  if (type === 'array') {
    const { items = {} } = schema
    return [items.type].flat().includes('object')
      ? objects(items, options)
      : strings(options.isListed === true)
  }
  if (schema.format === 'date-time') return moment
  if (type !== 'object') return plain(type ?? 'string')
  return isOpenObject(schema) ? jsonText(options) : object(schema, options)
}

const plainTypes: Readonly<Record<string, Type>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'bool',
}

const plain = (type: string): Shape => ({
  kind: 'plain',
  attribute: { type: plainTypes[type] ?? 'string' },
  toValue: (json) => (json ?? null) as Value,
  toJson: (value) => (value instanceof Decimal ? value : typeof value === 'bigint' ? exact(value) : value),
})

/** A time: the service writes it in UTC, but another offset means the same. */
const moment: Shape = {
  kind: 'plain',
  attribute: { type: 'string', isSame: (a, b) => isSameMoment(a, b) },
  toValue: (json, like) =>
    isSameMoment(json as Value, like ?? null) ? (like ?? null) : ((json ?? null) as Value),
  toJson: (value) => value,
}

const isSameMoment = (a: Value, b: Value): boolean => {
  if (typeof a !== 'string' || typeof b !== 'string') return false
  return a === b || Date.parse(a) === Date.parse(b)
}

/** A number that JSON cannot represent stays as it is, for the validation to reject. */
const exact = (value: bigint): number | bigint =>
  BigInt(Number(value)) === value && Number.isSafeInteger(Number(value)) ? Number(value) : value

const strings = (isListed: boolean): Shape => ({
  kind: isListed ? 'list' : 'set',
  attribute: { type: [isListed ? 'list' : 'set', 'string'] },
  toValue: (json) => (json ?? null) as Value,
  toJson: (value) => value,
})

/** A free-form object is JSON text in code; an empty one is omitted. */
const jsonText = ({ isWritten }: ShapeOptions): Shape => ({
  kind: 'json',
  attribute: { type: 'string', isSame: (a, b) => isSameJson(a, b) },
  toValue(json, like) {
    if (json === null || json === undefined) return null
    const text = JSON.stringify(json)
    if (typeof like === 'string' && isSameJson(like, text)) return like
    return isWritten && text === '{}' ? null : text
  },
  toJson(value) {
    if (typeof value !== 'string') return value
    const json = parsed(value)
    return isRecord(json) ? json : noObject
  },
})

/** Marks text that should be a JSON object and is not. */
export const noObject = Symbol('no object')

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isSameJson = (a: Value, b: Value): boolean => {
  if (typeof a !== 'string' || typeof b !== 'string') return false
  if (a === b) return true
  const [one, other] = [parsed(a), parsed(b)]
  return one !== undefined && other !== undefined && canonical(one) === canonical(other)
}

const canonical = (json: unknown): string =>
  JSON.stringify(json, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

function object(schema: JsonSchema, options: ShapeOptions): Shape {
  const members = membersOf(schema, options)
  return {
    kind: 'object',
    attribute: { nesting: 'single', attributes: nestedAttributes(schema, members, options) },
    members,
    toValue: (json, like) => (isRecord(json) ? objectValue(members, json, like) : null),
    toJson: (value) => (isObject(value) ? objectJson(members, value) : value),
  }
}

function objects(schema: JsonSchema, options: ShapeOptions): Shape {
  const members = membersOf(schema, options)
  return {
    kind: 'objects',
    attribute: { nesting: 'list', attributes: nestedAttributes(schema, members, options) },
    members,
    toValue: (json, like) =>
      Array.isArray(json)
        ? json.map((one, index) => objectValue(members, one, Array.isArray(like) ? like[index] : null))
        : null,
    toJson: (value) =>
      Array.isArray(value)
        ? value.map((one: Value) => (isObject(one) ? objectJson(members, one) : one))
        : value,
  }
}

/** The service assigns ids to the parts of a record; they are not part of the configuration. */
function membersOf(
  { properties = {}, required = [] }: JsonSchema,
  { isWritten: isResource }: ShapeOptions,
): ReadonlyMap<string, Member> {
  const keys = Object.keys(properties).filter((key) => !isResource || key !== 'id')
  return new Map(
    keys.map((key) => {
      const schema = properties[key] ?? {}
      const isWritten = isResource && isSetInCode(schema)
      const shape = shapeOf(schema, { isWritten })
      const mayBeOmitted = isWritten && schema.default === undefined && !required.includes(key)
      return [
        key,
        { name: attributeNameOf(key, schema), shape: mayBeOmitted ? omittable(shape) : shape, isWritten },
      ]
    }),
  )
}

/** The service fills in nothing for what is omitted, which is the same. */
const omittable = (shape: Shape): Shape => ({
  ...shape,
  toValue(json, like) {
    const value = shape.toValue(json, like)
    return (like instanceof Unknown || (like ?? null) === null) && isNothing(value) ? null : value
  },
})

const isNothing = (value: Value): boolean =>
  isObject(value)
    ? Object.values(value).every(isNothing)
    : value === null || (Array.isArray(value) && value.length === 0)

function nestedAttributes(
  schema: JsonSchema,
  members: ReadonlyMap<string, Member>,
  { isWritten }: ShapeOptions,
): Attributes {
  return Object.fromEntries(
    [...members].map(([key, { name, shape }]) => {
      const member = schema.properties?.[key] ?? {}
      const isRequired = schema.required?.includes(key) === true
      const presence = isWritten ? presenceOf(member, isRequired, shape) : ({ presence: 'computed' } as const)
      const description = inCodeNames(aboutMember(member, isWritten), schema)
      return [name, { ...shape.attribute, ...presence, description }]
    }),
  )
}

/** Who sets a member of what people write. */
function presenceOf(
  member: JsonSchema,
  isRequired: boolean,
  shape: Shape,
): Pick<Attribute, 'presence' | 'default' | 'follows' | 'volatile'> {
  const { default: value, [filledFrom]: sources, [repeats]: repeated } = member
  const follows = (repeated === undefined ? sources : [repeated])?.map((key) => attributeNameOf(key, {}))
  if (!isSetInCode(member)) return { presence: 'computed', ...(follows ? { follows } : { volatile: true }) }
  if (isRequired) return { presence: 'required' }
  if (follows) return { presence: 'optional-computed', follows }
  if (value === undefined) return { presence: 'optional' }
  return { presence: 'optional-computed', default: shape.toValue(value) }
}

function aboutMember(member: JsonSchema, isWritten: boolean): string {
  const { description = '', enum: values } = member
  const sentences = [
    description,
    values ? oneOf(values) : '',
    isWritten && isSetInCode(member) && member[filledFrom] ? filledIn(member[filledFrom]) : '',
  ]
  return sentences.filter((part) => part !== '').join(' ')
}

const filledIn = (sources: readonly string[]): string =>
  `If omitted, svc finds it through ${either(sources.map((key) => `\`${attributeNameOf(key, {})}\``))}, or keeps what it has.`

/** A sentence about a member that names others beside it. */
const inCodeNames = (sentence: string, { properties = {} }: JsonSchema): string =>
  sentence.replace(/\b[a-z]+[A-Z]\w*\b/g, (word) =>
    properties[word] ? `\`${attributeNameOf(word, properties[word])}\`` : word,
  )

export const oneOf = (values: readonly unknown[]): string =>
  `One of ${values
    .filter((value) => value !== null)
    .map((value) => `\`${value}\``)
    .join(', ')}.`

const objectValue = (members: ReadonlyMap<string, Member>, json: unknown, like: Value | undefined): Value => {
  const record = isRecord(json) ? json : {}
  const before: ObjectValue = isObject(like) ? like : {}
  return Object.fromEntries(
    Array.from(members, ([key, { name, shape }]) => [name, shape.toValue(record[key], before[name])]),
  )
}

/** Values that are not set are omitted: the service fills them in. */
const objectJson = (members: ReadonlyMap<string, Member>, value: ObjectValue): unknown =>
  Object.fromEntries(
    Array.from(members)
      .filter(([, { isWritten }]) => isWritten)
      .map(([key, { name, shape }]) => [key, shape.toJson(value[name] ?? null)] as const)
      .filter(([, json]) => json !== null),
  )

const isRecord = (json: unknown): json is Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null && !Array.isArray(json)
