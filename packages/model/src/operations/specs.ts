import { shape } from '../shape/shape.ts'
import type { Operation } from './operation.ts'

export const specFormats = [
  'openapi-json',
  'openapi-yaml',
  'asyncapi-json',
  'asyncapi-yaml',
  'graphql',
  'proto',
  'text',
] as const

/** The maximum size of a specification, uncompressed. */
export const maxSpecBytes = 16 * 1024 * 1024

export const getApiSpec = {
  id: 'getApiSpec',
  large: true,
  asksOutside: true,
  method: 'GET',
  path: '/apis/{apiId}/spec',
  summary: "Fetch an API's specification",
  about:
    'Fetched from its specUrl: a file in the organisation’s version control with the token of that integration, everything else anonymously. Addresses in private networks are refused unless the operator allows them. At most 16 MiB; gzip is unpacked.',
  group: 'APIs',
  scope: 'read',
  success: {
    status: 200,
    about: 'The specification as published at its source.',
    schema: shape.object(
      {
        spec: shape.text(),
        format: shape.enum(specFormats),
        size: shape.integer({ minimum: 0, description: 'In bytes.' }),
        sourceUrl: shape.text(),
      },
      {
        title: 'ApiSpec',
        examples: [
          {
            spec: '{"openapi":"3.1.0"}',
            format: 'openapi-json',
            size: 19,
            sourceUrl: 'https://example.com/openapi.json',
          },
        ],
      },
    ),
  },
  problems: ['invalid_request', 'upstream_unavailable'],
} as const satisfies Operation
