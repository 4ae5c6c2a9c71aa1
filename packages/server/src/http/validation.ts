import { CatalogError, complain, complaints, type JsonSchema, type ProblemDetail } from '@svc/model'

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
  const problem = await bodyProblem(schema, value)
  if (problem) throw problem
}

/** What is wrong with a body, if anything is. */
export async function bodyProblem(schema: JsonSchema, value: unknown): Promise<CatalogError | undefined> {
  let validator = loading.get(schema)
  if (!validator) {
    validator = compile(schema)
    loading.set(schema, validator)
  }
  const details = [...(await validator)(value), ...badText(value, '')]
  const [first] = details
  if (!first) return undefined
  const where = first.path === '' ? 'The body' : first.path
  return new CatalogError('invalid_request', `${where} ${first.message}.`, { details: details.slice(0, 50) })
}

/** The compiler is loaded with the first body: reads do not need it, and startup must be quick. */
async function compile(schema: JsonSchema): Promise<Validator> {
  const { default: Schema } = await import('typebox/schema')
  const compiled = Schema.Compile(schema as object)
  return (value) => {
    if (compiled.Check(value)) return []
    const [, errors] = compiled.Errors(value)
    return withoutEcho(errors as SchemaError[]).flatMap(toDetails)
  }
}

/** An empty text matches hardly any pattern; that it is empty says enough. */
function withoutEcho(errors: readonly SchemaError[]): readonly SchemaError[] {
  const short = new Set(
    errors.filter(({ keyword }) => keyword === 'minLength').map((one) => one.instancePath),
  )
  return errors.filter(({ keyword, instancePath }) => keyword !== 'pattern' || !short.has(instancePath))
}

const toPath = (pointer: string): string =>
  pointer.replace(/^\//, '').replaceAll('~1', '/').replaceAll('~0', '~')
const inside = (pointer: string, key: string): string =>
  toPath(pointer === '' ? `/${key}` : `${pointer}/${key}`)

function toDetails({ keyword, instancePath, params, message }: SchemaError): readonly ProblemDetail[] {
  if (keyword === 'required') {
    const missing = (params.requiredProperties ?? []) as readonly string[]
    return missing.map((key) => ({ path: inside(instancePath, key), message: complain('required') }))
  }
  if (keyword === 'additionalProperties') {
    const unknown = (params.additionalProperties ?? []) as readonly string[]
    return unknown.map((key) => ({
      path: inside(instancePath, key),
      message: complain('additionalProperties'),
    }))
  }
  // Reported again by the keyword that contains the false schema.
  if (keyword === 'boolean') return []
  return [{ path: toPath(instancePath), message: complaints[keyword]?.(params) ?? message }]
}

/** Deeper than any record; without a limit, a body of brackets would overflow the stack. */
const deepest = 100

/**
 * PostgreSQL cannot store NUL, and half a surrogate pair is not a character: refused on both engines alike.
 */
function badText(value: unknown, path: string, depth = 0): readonly ProblemDetail[] {
  if (typeof value === 'string') {
    const isSound = !value.includes('\0') && value.isWellFormed()
    return isSound ? [] : [{ path, message: complain('text') }]
  }
  if (typeof value !== 'object' || value === null) return []
  if (depth === deepest)
    return [{ path: path.split('/', 1).join(), message: `is nested more than ${deepest} levels deep` }]
  return Object.entries(value).flatMap(([key, inner]) => [
    ...badText(key, path === '' ? key : `${path}/${key}`),
    ...badText(inner, path === '' ? key : `${path}/${key}`, depth + 1),
  ])
}
