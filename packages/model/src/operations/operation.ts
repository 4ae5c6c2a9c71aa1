import type { ProblemCode } from '../errors.ts'
import type { Kind, Verb } from '../kind/kind.ts'
import type { JsonSchema } from '../kind/schema.ts'
import type { Scope } from '../vocabulary.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** One endpoint, as the router, the reference, the tests and the clients see it. */
export interface Operation<Id extends string = string> {
  readonly id: Id
  readonly method: Method
  /** Below `/v1`, parameters in braces. */
  readonly path: string
  readonly summary: string
  readonly about?: string
  readonly group: string
  /** What the credential must carry; null for what anyone may ask. */
  readonly scope: Scope | null
  readonly query?: Readonly<Record<string, JsonSchema>>
  readonly requiredQuery?: readonly string[]
  readonly body?: JsonSchema
  readonly bodyExample?: unknown
  readonly success: { readonly status: 200 | 201 | 204; readonly about: string; readonly schema?: JsonSchema }
  /** Beyond those that every endpoint of its sort can answer with. */
  readonly problems?: readonly ProblemCode[]
  /** Set where it is one of a kind's own five. */
  readonly kind?: Kind
  readonly verb?: Verb
}

/** The names in a path's braces. */
export const pathParams = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

export const schemaRef = (title: string): JsonSchema => ({ $ref: `#/components/schemas/${title}` })

/** A list's envelope; a page also says where the next one begins. */
export const listOf = (key: string, items: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: {
    [key]: { type: 'array', items },
    nextCursor: {
      type: ['string', 'null'],
      description: 'Present in a page: send it as `cursor` for the next one.',
    },
  },
  required: [key],
  additionalProperties: false,
})
