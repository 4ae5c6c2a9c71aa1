import type { Api } from '../company/apis.ts'
import { type Interface, type Offer, pascal } from './interface.ts'
import { refTo, schemasOf } from './schemas.ts'

/** An interface over HTTP. */
export function toOpenApi(api: Api, { types, offers }: Interface): string {
  const paths: Record<string, Record<string, object>> = {}
  for (const offer of offers) {
    const path = paths[offer.name] ?? {}
    path[offer.verb] = operationOf(offer)
    paths[offer.name] = path
  }
  return JSON.stringify(
    {
      openapi: '3.1.0',
      info: { title: api.name, version: versionOf(api), description: api.description ?? undefined },
      servers: [{ url: `https://${api.project}.brambling.example` }],
      security: [{ token: [] }],
      paths,
      components: {
        securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
        schemas: { ...schemasOf(types), Problem: problem },
      },
    },
    null,
    2,
  )
}

export const versionOf = ({ lifecycle }: Api): string => (lifecycle === 'experimental' ? '0.3.0' : '2.1.0')

const problem = {
  type: 'object',
  properties: { code: { type: 'string' }, message: { type: 'string' } },
  required: ['code', 'message'],
}

const content = (schema: object) => ({ 'application/json': { schema } })

function operationOf({ verb, name, types: [type], about }: Offer): object {
  const ids = [...name.matchAll(/\{(\w+)\}/g)].map(([, id]) => id)
  const isList = type?.endsWith('[]') ?? false
  const one = type && refTo(type.replace('[]', ''))
  const schema = one && (isList ? { type: 'array', items: one } : one)
  const status = verb === 'post' && !ids.length ? 201 : one ? 200 : 204
  return {
    operationId: `${verb}${pascal(name)}`,
    summary: about,
    tags: [pascal(name.split('/')[1] ?? '')],
    parameters: [
      ...ids.map((id) => ({ name: id, in: 'path', required: true, schema: { type: 'string' } })),
      ...(isList
        ? [{ name: 'limit', in: 'query', schema: { type: 'integer', default: 50, maximum: 200 } }]
        : []),
    ],
    ...(one && /^(post|put|patch)$/.test(verb) && { requestBody: { required: true, content: content(one) } }),
    responses: {
      [status]: { description: 'Done.', ...(schema && { content: content(schema) }) },
      ...(ids.length > 0 && {
        404: { description: 'There is none.', content: content(refTo('Problem')) },
      }),
    },
  }
}
