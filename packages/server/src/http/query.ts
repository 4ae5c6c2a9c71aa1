import { complain, invalid, type JsonSchema, type Operation } from '@svc/model'

type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>
export type QueryValues = Readonly<Record<string, string | number>>

/** The query parameters of an operation, checked: unknown ones, repeated ones and wrong values are refused. */
export function readQuery({ query = {}, requiredQuery = [] }: Operation, raw: RawQuery): QueryValues {
  const values: Record<string, string | number> = {}
  for (const [key, text] of Object.entries(raw)) {
    const schema = Object.hasOwn(query, key) ? query[key] : undefined
    if (!schema)
      throw invalid(key, `is not a query parameter here; allowed: ${Object.keys(query).join(', ') || 'none'}`)
    if (typeof text !== 'string') throw invalid(key, 'must be given only once')
    values[key] = readValue(key, schema, text)
  }
  for (const key of requiredQuery) {
    if (values[key] === undefined || values[key] === '') throw invalid(key, 'is required in the query')
  }
  return values
}

function readValue(key: string, schema: JsonSchema, text: string): string | number {
  if (schema.type === 'integer') return readInteger(key, schema, text)
  if (schema.enum && !schema.enum.includes(text))
    throw invalid(key, `must be one of ${schema.enum.join(', ')}`)
  if (text.includes('\0') || !text.isWellFormed()) throw invalid(key, 'must be Unicode text without NUL')
  if (schema.maxLength !== undefined && isLonger(text, schema.maxLength)) {
    throw invalid(key, `must have at most ${schema.maxLength} characters`)
  }
  if (schema.pattern !== undefined && !patternOf(schema.pattern).test(text)) {
    throw invalid(key, complain('pattern', { pattern: schema.pattern }))
  }
  if (schema.format === 'date-time') return readTime(key, text)
  return text
}

/** In characters, not in UTF-16 code units. */
const isLonger = (text: string, max: number): boolean => text.length > max && [...text].length > max

const patterns = new Map<string, RegExp>()

function patternOf(source: string): RegExp {
  let pattern = patterns.get(source)
  if (!pattern) {
    pattern = new RegExp(source, 'u')
    patterns.set(source, pattern)
  }
  return pattern
}

function readInteger(
  key: string,
  { minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: JsonSchema,
  text: string,
): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (value >= minimum && value <= maximum) return value
  throw invalid(key, `must be a whole number from ${minimum} to ${maximum}`)
}

const rfc3339 = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/

function readTime(key: string, text: string): string {
  const time = rfc3339.test(text) ? new Date(text) : new Date(Number.NaN)
  const year = time.getUTCFullYear()
  if (!(year >= 0 && year <= 9999)) throw invalid(key, 'must be a date and time such as 2026-11-15T12:00:00Z')
  return time.toISOString()
}
