import { type FindBreaks, type Schema, schemaBreaks, type Versions, type Way } from './schema-breaks.ts'

/** The part of an OpenAPI description that is compared. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: unknown
}

interface Operation {
  readonly operationId: string
  readonly security?: readonly object[]
  readonly 'x-scope'?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Response>>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
}

interface Response {
  readonly $ref?: string
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>
  readonly content?: Content
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>
type Compare = (operations: Versions<Operation>, at: string) => readonly string[]

/** Sentences about what worked with the previous description, and no longer does. */
export function apiBreaks({ before, after }: Versions<Description>): readonly string[] {
  const find = schemaBreaks({ before: resolving(before), after: resolving(after) })
  const now = operationsOf(after)
  const compared: readonly Compare[] = [
    access,
    (operations, at) => parameters(operations, at, find),
    (operations, at) => body(operations, at, find),
    ({ before: was, after: is }, at) =>
      responses({ before: resolved(was.responses, before), after: resolved(is.responses, after) }, at, find),
  ]
  const breaks = [...operationsOf(before)].flatMap(([key, { at, operation }]) => {
    const same = now.get(key)?.operation
    if (!same) return [`${at} is gone`]
    return compared.flatMap((compare) => compare({ before: operation, after: same }, at))
  })
  // A schema shared by many operations is reported once.
  return [...new Set(breaks)]
}

/** Names of path parameters are not visible to clients. */
function operationsOf({ paths }: Description) {
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const at = `${method.toUpperCase()} ${path}`
        return [at.replaceAll(/\{[^}]*\}/g, '{}'), { at, operation }] as const
      }),
    ),
  )
}

const access: Compare = ({ before, after }, at) => [
  ...(before.operationId === after.operationId ? [] : [`${at} has another operationId`]),
  ...(before['x-scope'] === after['x-scope'] ? [] : [`${at} needs another scope`]),
  ...(before.security?.length === 0 && after.security?.length !== 0 ? [`${at} needs a credential now`] : []),
]

function parameters({ before, after }: Versions<Operation>, at: string, find: FindBreaks) {
  const [was, is] = [parametersOf(before), parametersOf(after)]
  const same = (a: Parameter) => (b: Parameter) => a.in === b.in && a.name === b.name
  const place = (parameter: Parameter) => `${at}: the ${parameter.in} parameter ${parameter.name}`
  return [
    ...was.flatMap((parameter) => {
      const now = is.find(same(parameter))
      if (!now) return [`${place(parameter)} is gone`]
      return find({ before: parameter.schema, after: now.schema }, 'sent', place(parameter))
    }),
    ...is
      .filter((parameter) => parameter.required && !was.find(same(parameter))?.required)
      .map((parameter) => `${place(parameter)} is required now`),
  ]
}

/** Those of the path are part of the path. */
const parametersOf = ({ parameters = [] }: Operation): readonly Parameter[] =>
  parameters.filter((parameter) => parameter.in !== 'path')

function body({ before, after }: Versions<Operation>, at: string, find: FindBreaks): readonly string[] {
  const [was, is] = [before.requestBody, after.requestBody]
  const place = `${at}: the body`
  if (was && !is) return [`${place} is no longer taken`]
  return [
    ...(is?.required && !was?.required ? [`${place} is required now`] : []),
    ...(was && is ? content({ before: was.content, after: is.content }, { way: 'sent', place }, find) : []),
  ]
}

function responses(
  { before, after }: Versions<Readonly<Record<string, Response>>>,
  at: string,
  find: FindBreaks,
): readonly string[] {
  return Object.entries(before).flatMap(([status, was]) => {
    const is = after[status]
    const place = `${at}: the answer ${status}`
    if (!is) return [`${place} is gone`]
    return [
      ...Object.entries(was.headers ?? {})
        .filter(([name, { required }]) => required && !is.headers?.[name]?.required)
        .map(([name]) => `${place} may lack the header ${name} now`),
      ...content({ before: was.content ?? {}, after: is.content ?? {} }, { way: 'read', place }, find),
    ]
  })
}

function content(
  { before, after }: Versions<Content>,
  { way, place }: { readonly way: Way; readonly place: string },
  find: FindBreaks,
): readonly string[] {
  return Object.entries(before).flatMap(([type, was]) => {
    const is = after[type]
    return is ? find({ before: was.schema, after: is.schema }, way, place) : [`${place} is no longer ${type}`]
  })
}

function resolved(responses: Readonly<Record<string, Response>>, description: Description) {
  const resolve = resolving<Response>(description)
  return Object.fromEntries(
    Object.entries(responses).map(([status, one]) => [status, one.$ref ? resolve(one.$ref) : one]),
  )
}

function resolving<T = Schema>(description: Description): (ref: string) => T {
  return (ref) => {
    const keys = ref.replace(/^#\//, '').split('/')
    const found = keys.reduce<unknown>(
      (value, key) => (value as Record<string, unknown> | undefined)?.[key],
      description,
    )
    if (!found) throw new Error(`The description has no ${ref}.`)
    return found as T
  }
}
