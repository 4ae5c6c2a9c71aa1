import { CatalogError, type JsonSchema, type ProblemDetail } from '@svc/model'

type Validator = (value: unknown) => readonly ProblemDetail[]

interface SchemaError {
  readonly keyword: string
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message: string
}

const loading = new WeakMap<JsonSchema, Promise<Validator>>()

/** Checks a body against a schema: strict, nothing coerced, unknown members refused. */
export async function checkBody(schema: JsonSchema, value: unknown): Promise<void> {
  let validator = loading.get(schema)
  if (!validator) {
    validator = compile(schema)
    loading.set(schema, validator)
  }
  const details = [...(await validator)(value), ...badText(value, '')]
  const [first] = details
  if (!first) return
  const where = first.path === '' ? 'The body' : first.path
  throw new CatalogError('invalid_request', `${where} ${first.message}.`, { details: details.slice(0, 50) })
}

/** The compiler is loaded with the first body: reading needs none of it, and starting must be quick. */
async function compile(schema: JsonSchema): Promise<Validator> {
  const { default: Schema } = await import('typebox/schema')
  const compiled = Schema.Compile(schema as object)
  return (value) => {
    if (compiled.Check(value)) return []
    const [, errors] = compiled.Errors(value)
    return (errors as SchemaError[]).flatMap(toDetails)
  }
}

const toPath = (pointer: string): string =>
  pointer.replace(/^\//, '').replaceAll('~1', '/').replaceAll('~0', '~')
const inside = (pointer: string, key: string): string =>
  toPath(pointer === '' ? `/${key}` : `${pointer}/${key}`)

const messages: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => string>> = {
  type: ({ type }) => `must be ${[type].flat().join(' or ')}`,
  enum: ({ allowedValues }) =>
    `must be one of ${(allowedValues as unknown[]).map((value) => value ?? 'null').join(', ')}`,
  maxLength: ({ limit }) => `must have at most ${limit} characters`,
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`),
  minimum: ({ limit }) => `must be ${limit} or more`,
  maximum: ({ limit }) => `must be ${limit} or less`,
  maxItems: ({ limit }) => `must have at most ${limit} entries`,
  minItems: ({ limit }) => `must have at least ${limit} ${limit === 1 ? 'entry' : 'entries'}`,
  pattern: ({ pattern }) => (String(pattern) === '\\S' ? 'must not be blank' : `must match ${pattern}`),
  format: ({ format }) => `must be a ${format} such as 2026-11-15T12:00:00Z`,
}

function toDetails({ keyword, instancePath, params, message }: SchemaError): readonly ProblemDetail[] {
  if (keyword === 'required') {
    const missing = (params.requiredProperties ?? []) as readonly string[]
    return missing.map((key) => ({ path: inside(instancePath, key), message: 'is required' }))
  }
  if (keyword === 'additionalProperties') {
    const unknown = (params.additionalProperties ?? []) as readonly string[]
    return unknown.map((key) => ({
      path: inside(instancePath, key),
      message: 'is not a field of this record',
    }))
  }
  // Reported once more by the keyword that holds the false schema.
  if (keyword === 'boolean') return []
  return [{ path: toPath(instancePath), message: messages[keyword]?.(params) ?? message }]
}

/** PostgreSQL cannot store NUL, and half a surrogate pair is no character: refused on both engines alike. */
function badText(value: unknown, path: string): readonly ProblemDetail[] {
  if (typeof value === 'string') {
    const isSound = !value.includes('\0') && value.isWellFormed()
    return isSound ? [] : [{ path, message: 'must be Unicode text without NUL or lone surrogates' }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    ...badText(key, path === '' ? key : `${path}/${key}`),
    ...badText(inner, path === '' ? key : `${path}/${key}`),
  ])
}
