import { complain } from './complaints.ts'
import type { JsonSchema } from '../shape/json-schema.ts'

export interface Fault {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/**
 * Validates a value against a schema with the server's own messages, before it is sent: in a form, in a plan.
 * `isOpen` marks parts that are not known yet; these are skipped.
 */
export function* faultsOf(
  schema: JsonSchema,
  value: unknown,
  isOpen: (value: unknown) => boolean = () => false,
): Generator<Fault> {
  if (isOpen(value)) return
  const types = schema.type === undefined ? undefined : [schema.type].flat()
  if (types && !types.some((type) => isOfType(type, value))) {
    yield fault('type', { type: schema.type })
    return
  }
  if (schema.enum && !schema.enum.includes(value)) yield fault('enum', { allowedValues: schema.enum })
  if (typeof value === 'string') yield* textFaults(schema, value)
  else if (typeof value === 'number') yield* numberFaults(schema, value)
  else if (Array.isArray(value)) yield* arrayFaults(schema, value, isOpen)
  else if (isRecord(value)) yield* objectFaults(schema, value, isOpen)
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const typeTests: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: Number.isInteger,
  array: Array.isArray,
  object: isRecord,
}

const isOfType = (type: string, value: unknown): boolean => typeTests[type]?.(value) ?? false

const fault = (keyword: string, params = {}): Fault => ({ path: [], message: complain(keyword, params) })

const within = ({ path, message }: Fault, key: string | number): Fault => ({ path: [key, ...path], message })

function* textFaults({ minLength, maxLength, pattern, format }: JsonSchema, text: string): Generator<Fault> {
  const length = [...text].length
  if (minLength !== undefined && length < minLength) yield fault('minLength', { limit: minLength })
  else if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) yield fault('pattern', { pattern })
  if (maxLength !== undefined && length > maxLength) yield fault('maxLength', { limit: maxLength })
  if (format === 'date-time' && !isDateTime(text)) yield fault('format', { format })
  if (text.includes('\0') || !text.isWellFormed()) yield fault('text')
}

const dateTimePattern = /^(\d{4}-\d\d-(\d\d))T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i

/** Rejects the 29th of February in other years: parsing alone would turn it into the 1st of March. */
function isDateTime(text: string): boolean {
  const [, date = '', day] = dateTimePattern.exec(text) ?? []
  return !Number.isNaN(Date.parse(text)) && new Date(`${date}T00:00:00Z`).getUTCDate() === Number(day)
}

function* numberFaults({ minimum, maximum }: JsonSchema, value: number): Generator<Fault> {
  if (minimum !== undefined && value < minimum) yield fault('minimum', { limit: minimum })
  if (maximum !== undefined && value > maximum) yield fault('maximum', { limit: maximum })
}

function* arrayFaults(
  { minItems, maxItems, items }: JsonSchema,
  value: readonly unknown[],
  isOpen: (value: unknown) => boolean,
): Generator<Fault> {
  if (minItems !== undefined && value.length < minItems) yield fault('minItems', { limit: minItems })
  if (maxItems !== undefined && value.length > maxItems) yield fault('maxItems', { limit: maxItems })
  if (!items) return
  for (const [index, one] of value.entries()) {
    for (const found of faultsOf(items, one, isOpen)) yield within(found, index)
  }
}

function* objectFaults(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  value: Readonly<Record<string, unknown>>,
  isOpen: (value: unknown) => boolean,
): Generator<Fault> {
  for (const key of required) {
    if (value[key] === undefined) yield within(fault('required'), key)
  }
  for (const [key, one] of Object.entries(value)) {
    const schema = properties[key]
    if (schema) for (const found of faultsOf(schema, one, isOpen)) yield within(found, key)
    else if (additionalProperties === false) yield within(fault('additionalProperties'), key)
  }
}
