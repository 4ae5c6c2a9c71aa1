import { isDeepStrictEqual } from 'node:util'
import type { Schema, Versions, Way } from './schema-breaks.ts'

export type Breaks = readonly string[]
export type Rule = (
  schemas: Versions<Schema>,
  at: string,
  compare: (schemas: Versions<Schema>, at: string) => Breaks,
) => Breaks

const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']

/** Keywords that do not affect which values are valid. */
const annotations = ['title', 'description', 'examples', 'example', 'deprecated', 'writeOnly', '$comment']

/** Keywords that a rule below understands, besides the limits. */
const understood = [
  ...['$ref', 'type', 'enum', 'format', 'pattern', 'default', 'readOnly', 'properties', 'required'],
  ...['additionalProperties', 'items', 'allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'],
]

const anyType = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object']
const typesOf = ({ type }: Schema): readonly string[] => (type === undefined ? anyType : [type].flat())
const takes = (types: readonly string[], type: string): boolean =>
  types.includes(type) || (type === 'integer' && types.includes('number'))

const typeTaken: Rule = ({ before, after }, at) =>
  typesOf(before)
    .filter((type) => !takes(typesOf(after), type))
    .map((type) => `${at} may no longer be of type ${type}`)

const typeRead: Rule = ({ before, after }, at) =>
  typesOf(after)
    .filter((type) => !takes(typesOf(before), type))
    .map((type) => `${at} may be of type ${type} now`)

const valuesTaken: Rule = ({ before, after }, at) => {
  if (!after.enum) return []
  if (!before.enum) return [`${at} takes only some values now`]
  return before.enum
    .filter((value) => !after.enum?.some((other) => isDeepStrictEqual(value, other)))
    .map((value) => `${at} no longer takes ${JSON.stringify(value)}`)
}

const limits: Rule = ({ before, after }, at) => {
  const isTighter = (keyword: string, sign: 1 | -1) => {
    const [was, is] = [before[keyword], after[keyword]]
    return typeof is === 'number' && (typeof was !== 'number' || sign * is > sign * was)
  }
  return [
    ...lower.filter((keyword) => isTighter(keyword, 1)),
    ...upper.filter((keyword) => isTighter(keyword, -1)),
  ].map((keyword) => `${at} has a tighter ${keyword}`)
}

const shapeTaken: Rule = ({ before, after }, at) =>
  ['pattern', 'format']
    .filter((keyword) => after[keyword] !== undefined && after[keyword] !== before[keyword])
    .map((keyword) => `${at} has another ${keyword}`)

const shapeRead: Rule = ({ before, after }, at) =>
  before.format !== undefined && after.format !== before.format ? [`${at} has another format`] : []

const defaults: Rule = ({ before, after }, at) =>
  before.default !== undefined && !isDeepStrictEqual(before.default, after.default)
    ? [`${at} has another default`]
    : []

const ignored: Rule = ({ before, after }, at) =>
  after.readOnly === true && before.readOnly !== true ? [`${at} is read-only now`] : []

const fieldsTaken: Rule = ({ before, after }, at, compare) => [
  ...Object.entries(before.properties ?? {}).flatMap(([name, field]) => {
    const now = after.properties?.[name]
    if (now) return compare({ before: field, after: now }, `${at}.${name}`)
    return after.additionalProperties === false ? [`${at}.${name} is no longer taken`] : []
  }),
  ...(after.required ?? [])
    .filter((name) => !before.required?.includes(name))
    .map((name) => `${at}.${name} is required now`),
]

const fieldsRead: Rule = ({ before, after }, at, compare) => [
  ...Object.entries(before.properties ?? {}).flatMap(([name, field]) => {
    const now = after.properties?.[name]
    if (!now) return [`${at}.${name} is gone`]
    return compare({ before: field, after: now }, `${at}.${name}`)
  }),
  ...(before.required ?? [])
    .filter((name) => after.properties?.[name] && !after.required?.includes(name))
    .map((name) => `${at}.${name} may be missing now`),
]

/** Fields of any name. In an answer, new ones are what readers have to expect anyway. */
const otherFields =
  (way: Way): Rule =>
  ({ before, after }, at, compare) => {
    const [was, is] = [before.additionalProperties ?? true, after.additionalProperties ?? true]
    if (typeof was === 'object' && typeof is === 'object')
      return compare({ before: was, after: is }, `${at}.*`)
    if (is === false && was !== false) return [`${at} has no fields of other names any more`]
    if (way === 'sent' && typeof is === 'object' && was === true)
      return compare({ before: {}, after: is }, `${at}.*`)
    return way === 'read' && typeof was === 'object' ? compare({ before: was, after: {} }, `${at}.*`) : []
  }

const items: Rule = ({ before, after }, at, compare) =>
  before.items || after.items
    ? compare({ before: before.items ?? {}, after: after.items ?? {} }, `${at}[]`)
    : []

/** Each variant of the side that may be met has to fit one of the other side. */
const variants =
  (way: Way): Rule =>
  ({ before, after }, at, compare) =>
    ['anyOf', 'oneOf'].flatMap((keyword) => {
      if (!before[keyword] && !after[keyword]) return []
      const [was, is] = [variantsOf(before, keyword), variantsOf(after, keyword)]
      const fits = (one: Schema, other: Schema) => compare({ before: one, after: other }, at).length === 0
      const isMissing =
        way === 'sent'
          ? was.some((one) => !is.some((other) => fits(one, other)))
          : is.some((other) => !was.some((one) => fits(one, other)))
      return isMissing ? [`${at} has other variants (${keyword})`] : []
    })

function variantsOf(schema: Schema, keyword: string): readonly Schema[] {
  const { [keyword]: variants, ...rest } = schema
  return Array.isArray(variants) ? variants : [rest]
}

/** A rule as it applies to senders of previously known values; nothing if it applies only to new values. */
function asAsked({ properties: known = {} }: Schema, rule: Schema): Schema | undefined {
  const conditions = Object.entries(rule.if?.properties ?? {}).map(([key, condition]) => {
    const values = known[key]?.enum
    if (!values || !condition.enum) return [key, condition] as const
    return [key, { ...condition, enum: condition.enum.filter((value) => values.includes(value)) }] as const
  })
  if (conditions.some(([, { enum: values }]) => values?.length === 0)) return undefined
  return rule.if?.properties
    ? { ...rule, if: { ...rule.if, properties: Object.fromEntries(conditions) } }
    : rule
}

/** A rule for requests must have existed before, or one that is at least as strict. */
const rulesTaken: Rule = ({ before, after }, at, compare) =>
  (after.allOf ?? [])
    .map((rule) => asAsked(before, rule))
    .filter((rule) => rule !== undefined)
    .filter(
      (rule: Schema) => !before.allOf?.some((was) => compare({ before: was, after: rule }, at).length === 0),
    )
    .map((rule) => `${at} has a new or tighter rule: ${JSON.stringify(rule).slice(0, 160)}`)

const partsRead: Rule = ({ before, after }, at) =>
  isDeepStrictEqual(before.allOf, after.allOf) ? [] : [`${at} is composed otherwise (allOf)`]

const conditions: Rule = ({ before, after }, at, compare) => {
  if (!after.if) return []
  if (!isDeepStrictEqual(before.if, after.if)) return [`${at} has another condition`]
  return ['then', 'else'].flatMap((branch) =>
    compare({ before: before[branch] ?? {}, after: after[branch] ?? {} } as Versions<Schema>, at),
  )
}

/** Unknown keywords are not interpreted: any change is reported. */
const otherKeywords: Rule = ({ before, after }, at) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((keyword) => ![...annotations, ...understood, ...lower, ...upper].includes(keyword))
    .filter((keyword) => !keyword.startsWith('x-') && !isDeepStrictEqual(before[keyword], after[keyword]))
    .map((keyword) => `${at} has another ${keyword}`)

/** Those of the first list keep what was taken, those of the second what can be relied on when read. */
export const rules: Readonly<Record<Way, readonly Rule[]>> = {
  sent: [
    ...[typeTaken, valuesTaken, limits, shapeTaken, defaults, ignored, fieldsTaken, otherFields('sent')],
    ...[items, variants('sent'), rulesTaken, conditions, otherKeywords],
  ],
  read: [
    ...[typeRead, shapeRead, fieldsRead, otherFields('read'), items, variants('read'), partsRead],
    otherKeywords,
  ],
}
