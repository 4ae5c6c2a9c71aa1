import { shape, type ValueIn } from '../shape/shape.ts'
import { specFormats } from '../specs/format.ts'
import type { Operation } from './operation.ts'

/** The maximum size of a specification at its source, uncompressed. */
export const maxSpecBytes = 16 * 1024 * 1024

/** The maximum size of one that is kept: about as much as the console shows as a reference. */
export const maxKeptSpecBytes = 4 * 1024 * 1024

/** In JSON, quotation marks and line breaks take two bytes each. */
const maxBodyBytes = 2 * maxKeptSpecBytes

const inMib = (bytes: number): string => `${bytes / 1024 ** 2} MiB`

const format = shape.enum(specFormats, { description: 'As found in the text.' })
const size = shape.integer({ minimum: 0, description: 'In bytes.' })

const writing = {
  updatedAt: shape.dateTime({ description: 'When it was put here.' }),
  updatedBy: shape.nullable(shape.text({ description: 'The member who put it here.' })),
}

const keptSpec = shape.object(
  {
    format,
    size,
    sha256: shape.text({ description: 'Of its bytes in UTF-8, in hexadecimal.' }),
    ...writing,
  },
  { title: 'KeptApiSpec' },
)
export type KeptSpec = ValueIn<typeof keptSpec>

const apiSpec = shape.object(
  {
    spec: shape.text(),
    format,
    size,
    sourceUrl: shape.text({ description: 'Where it comes from; of one that is kept, its own address.' }),
    kept: shape.object(writing, { description: 'Only if it is kept here, and was not fetched.' }),
  },
  {
    required: ['spec', 'format', 'size', 'sourceUrl'],
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
)
export type ApiSpec = ValueIn<typeof apiSpec>

const path = '/apis/{apiId}/spec'

const getApiSpec = {
  id: 'getApiSpec',
  large: true,
  asksOutside: true,
  method: 'GET',
  path,
  summary: "Get an API's specification",
  about: `The text that is kept for it, if there is one; otherwise it is fetched from its specUrl: a file in the organisation’s version control with the token of that integration, everything else anonymously. Addresses in private networks are refused unless the operator allows them. At most ${inMib(maxSpecBytes)}; gzip is unpacked.`,
  group: 'APIs',
  scope: 'read',
  success: {
    status: 200,
    about: 'The specification as it is kept, or published at its source.',
    schema: apiSpec,
  },
  problems: ['invalid_request', 'upstream_unavailable'],
} as const satisfies Operation

const putApiSpec = {
  id: 'putApiSpec',
  method: 'PUT',
  path,
  summary: "Keep an API's specification",
  about: `Keeps a text of up to ${inMib(maxKeptSpecBytes)} with the API, in place of the one that was kept before. As long as there is one, specUrl is not asked. If-Match takes the ETag of the text that is kept.`,
  group: 'APIs',
  scope: 'write',
  body: shape.object(
    { spec: shape.text({ description: `The text itself: at most ${inMib(maxKeptSpecBytes)} in UTF-8.` }) },
    { required: [], title: 'NewApiSpec' },
  ),
  bodyRule: { required: ['spec'], properties: { spec: { pattern: '\\S', maxLength: maxKeptSpecBytes } } },
  bodyExample: { spec: 'openapi: 3.1.0\ninfo:\n  title: Orders\n  version: 1.4.0\npaths: {}\n' },
  maxBodyBytes,
  success: { status: 200, about: 'What is kept now, without its text.', schema: keptSpec },
} as const satisfies Operation

const deleteApiSpec = {
  id: 'deleteApiSpec',
  method: 'DELETE',
  path,
  summary: "Remove an API's kept specification",
  about:
    'It is fetched from specUrl again, if that is set. Needs no more than the scope write, as replacing it does.',
  group: 'APIs',
  scope: 'write',
  success: { status: 204, about: 'It is removed.' },
} as const satisfies Operation

export const specOperations = { getApiSpec, putApiSpec, deleteApiSpec }
