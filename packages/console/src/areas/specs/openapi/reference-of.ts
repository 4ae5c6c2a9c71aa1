import { asList, asObject, asText, type Untyped, resolvePointer } from '../untyped.ts'
import { fromSwagger2 } from './from-swagger2.ts'

export interface Parameter {
  readonly name: string
  readonly place: string
  readonly isRequired: boolean
  readonly about: string
  readonly schema: unknown
}

export interface Body {
  readonly mediaType: string
  readonly schema: unknown
  readonly example: unknown
}

export interface Answer {
  readonly status: string
  readonly about: string
  readonly bodies: readonly Body[]
}

/** A message sent over a channel. */
export interface Message {
  readonly name: string
  readonly title: string
  readonly about: string
  readonly mediaType: string
  readonly headers: unknown
  readonly payload: unknown
  /** The schema language of the payload, where it is not JSON Schema. */
  readonly language: string
  readonly example: unknown
}

export interface ApiOperation {
  /** Identifies it in the page: `get /orders`. */
  readonly key: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly about: string
  readonly isDeprecated: boolean
  readonly tags: readonly string[]
  readonly parameters: readonly Parameter[]
  readonly body: {
    readonly about: string
    readonly isRequired: boolean
    readonly bodies: readonly Body[]
  } | null
  readonly answers: readonly Answer[]
  readonly security: readonly string[]
  /** Its own servers, if they differ from those of the spec. */
  readonly servers: readonly string[]
  readonly messages: readonly Message[]
  readonly replies: readonly Message[]
}

export interface Reference {
  readonly document: Untyped
  readonly title: string
  readonly version: string
  readonly about: string
  readonly servers: readonly string[]
  readonly groups: readonly {
    readonly tag: string
    readonly about: string
    readonly operations: readonly ApiOperation[]
  }[]
  readonly schemas: readonly { readonly name: string; readonly schema: unknown }[]
  readonly messages: readonly Message[]
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

/** OpenAPI 3 and Swagger 2 in one shape, without what is missing. */
export function referenceOf(given: Untyped): Reference {
  const document = asText(given.swagger).startsWith('2') ? fromSwagger2(given) : given
  const operations = Object.entries(asObject(document.paths)).flatMap(([path, item]) =>
    operationsOf(document, path, resolved(document, item)),
  )
  const info = asObject(document.info)
  return {
    document,
    title: asText(info.title),
    version: asText(info.version),
    about: asText(info.description),
    servers: serversOf(document),
    groups: groupsOf(document, operations),
    schemas: schemasOf(document),
    messages: [],
  }
}

const serversOf = ({ servers }: Untyped): readonly string[] =>
  asList(servers)
    .map((server) => asText(asObject(server).url))
    .filter(Boolean)

export const schemasOf = ({ components }: Untyped): Reference['schemas'] =>
  Object.entries(asObject(asObject(components).schemas)).map(([name, schema]) => ({ name, schema }))

/** The target of a reference; the value itself where it is not a reference or is broken. */
export function resolved(document: Untyped, value: unknown): Untyped {
  let found = asObject(value)
  for (let steps = 0; typeof found.$ref === 'string' && steps < 10; steps += 1) {
    const next = found.$ref.startsWith('#/') ? resolvePointer(document, found.$ref) : undefined
    if (next === undefined) return found
    found = asObject(next)
  }
  return found
}

function operationsOf(document: Untyped, path: string, item: Untyped): readonly ApiOperation[] {
  return methods
    .filter((method) => Object.hasOwn(item, method))
    .map((method) => {
      const operation = asObject(item[method])
      const own = asList(operation.parameters).map((one) => parameterOf(document, one))
      const shared = asList(item.parameters)
        .map((one) => parameterOf(document, one))
        .filter(({ name, place }) => !own.some((one) => one.name === name && one.place === place))
      const body = operation.requestBody === undefined ? null : resolved(document, operation.requestBody)
      return {
        key: `${method} ${path}`,
        method: method.toUpperCase(),
        path,
        summary: asText(operation.summary),
        about: asText(operation.description),
        isDeprecated: operation.deprecated === true,
        tags: asList(operation.tags).map(asText).filter(Boolean),
        parameters: [...shared, ...own],
        body: body && {
          about: asText(body.description),
          isRequired: body.required === true,
          bodies: bodiesOf(body.content),
        },
        answers: Object.entries(asObject(operation.responses)).map(([status, answer]) => {
          const found = resolved(document, answer)
          return { status, about: asText(found.description), bodies: bodiesOf(found.content) }
        }),
        security: asList(operation.security ?? document.security).flatMap((one) =>
          Object.keys(asObject(one)),
        ),
        servers: serversOf(operation),
        messages: [],
        replies: [],
      }
    })
}

function parameterOf(document: Untyped, given: unknown): Parameter {
  const found = resolved(document, given)
  const [content] = Object.values(asObject(found.content))
  return {
    name: asText(found.name) || asText(found.$ref),
    place: asText(found.in) || 'somewhere',
    isRequired: found.required === true,
    about: asText(found.description),
    schema: found.schema ?? asObject(content).schema,
  }
}

const bodiesOf = (content: unknown): readonly Body[] =>
  Object.entries(asObject(content)).map(([mediaType, media]) => {
    const { schema, example, examples } = asObject(media)
    const [first] = Object.values(asObject(examples))
    return { mediaType, schema, example: example ?? asObject(first).value }
  })

/** Groups operations by their first tag, in the order of the document's tags. */
export function groupsOf(document: Untyped, operations: readonly ApiOperation[]): Reference['groups'] {
  const about = new Map(
    asList(document.tags).map((tag) => [asText(asObject(tag).name), asText(asObject(tag).description)]),
  )
  const named = Map.groupBy(operations, ({ tags }) => tags[0] ?? '')
  const order = [...new Set([...about.keys(), ...named.keys()])].filter((tag) => named.has(tag))
  return order.map((tag) => ({
    tag: tag || 'Operations',
    about: about.get(tag) ?? '',
    operations: named.get(tag) ?? [],
  }))
}
