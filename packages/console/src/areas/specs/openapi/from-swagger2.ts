import { asList, asObject, asText, type Untyped } from '../untyped.ts'

/** Converts Swagger 2 to OpenAPI 3, as far as a reader needs it. */
export function fromSwagger2(given: Untyped): Untyped {
  const host = asText(given.host)
  const base = asText(given.basePath)
  const schemes = asList(given.schemes).map(asText)
  const servers = host
    ? (schemes.length > 0 ? schemes : ['https']).map((scheme) => ({ url: `${scheme}://${host}${base}` }))
    : base
      ? [{ url: base }]
      : []
  const shared = { consumes: asList(given.consumes), produces: asList(given.produces) }
  const paths = Object.entries(asObject(given.paths)).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(asObject(item)).map(([key, value]) => [
        key,
        key === 'parameters' || key.startsWith('x-') || key === '$ref'
          ? value
          : operationOf(asObject(value), shared, asObject(given.parameters)),
      ]),
    ),
  ])
  return {
    ...given,
    servers,
    paths: Object.fromEntries(paths),
    components: { schemas: asObject(given.definitions) },
  }
}

interface Shared {
  readonly consumes: readonly unknown[]
  readonly produces: readonly unknown[]
}

const orJson = (types: readonly unknown[]): readonly string[] =>
  types.length > 0 ? types.map(asText) : ['application/json']

function operationOf(operation: Untyped, shared: Shared, named: Untyped): Untyped {
  const consumes = orJson(operation.consumes ? asList(operation.consumes) : shared.consumes)
  const produces = orJson(operation.produces ? asList(operation.produces) : shared.produces)
  const parameters = asList(operation.parameters).map((one) => {
    const reference = asText(asObject(one).$ref)
    return reference.startsWith('#/parameters/') ? asObject(named[reference.slice(13)]) : asObject(one)
  })
  const body = parameters.find((one) => one.in === 'body')
  const form = parameters.filter((one) => one.in === 'formData')
  const formSchema = {
    type: 'object',
    properties: Object.fromEntries(form.map((one) => [asText(one.name), one])),
    required: form.filter((one) => one.required === true).map((one) => asText(one.name)),
  }
  const schema = body ? body.schema : formSchema
  return {
    ...operation,
    parameters: parameters
      .filter((one) => one.in !== 'body' && one.in !== 'formData')
      .map((one) => ({ ...one, schema: one.schema ?? one })),
    ...((body || form.length > 0) && {
      requestBody: {
        description: body?.description,
        required: body?.required,
        content: Object.fromEntries(consumes.map((type) => [type, { schema }])),
      },
    }),
    responses: Object.fromEntries(
      Object.entries(asObject(operation.responses)).map(([status, answer]) => {
        const { schema: own, ...rest } = asObject(answer)
        return [
          status,
          own
            ? { ...rest, content: Object.fromEntries(produces.map((type) => [type, { schema: own }])) }
            : rest,
        ]
      }),
    ),
  }
}
