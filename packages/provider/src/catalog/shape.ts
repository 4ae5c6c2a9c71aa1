import { attributeNameOf, isOpenObject, type JsonSchema } from '@svc/model'
import type { Attribute, Attributes } from '../protocol/schema.ts'
import type { Type } from '../protocol/type.ts'
import { Decimal, isObject, type ObjectValue, type Value } from '../protocol/value.ts'

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
function membersOf({ properties = {} }: JsonSchema, options: ShapeOptions): ReadonlyMap<string, Member> {
  const keys = Object.keys(properties).filter((key) => !options.isWritten || key !== 'id')
  return new Map(
    keys.map((key) => {
      const schema = properties[key] ?? {}
      return [key, { name: attributeNameOf(key, schema), shape: shapeOf(schema, options) }]
    }),
  )
}

function nestedAttributes(
  schema: JsonSchema,
  members: ReadonlyMap<string, Member>,
  { isWritten }: ShapeOptions,
): Attributes {
  return Object.fromEntries(
    [...members].map(([key, { name, shape }]) => {
      const presence = !isWritten ? 'computed' : schema.required?.includes(key) ? 'required' : 'optional'
      const member = schema.properties?.[key] ?? {}
      return [name, { ...shape.attribute, presence, description: aboutMember(member) }]
    }),
  )
}

const aboutMember = ({ description = '', enum: values }: JsonSchema): string =>
  [description, values ? oneOf(values) : ''].filter((part) => part !== '').join(' ')

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
    Array.from(members, ([key, { name, shape }]) => [key, shape.toJson(value[name] ?? null)] as const).filter(
      ([, json]) => json !== null,
    ),
  )

const isRecord = (json: unknown): json is Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null && !Array.isArray(json)
