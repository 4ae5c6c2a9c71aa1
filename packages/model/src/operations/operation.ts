import type { ProblemCode } from '../errors.ts'
import type { Kind, Resource, Verb } from '../kind/kind.ts'
import type { JsonSchema } from '../shape/json-schema.ts'
import { type Shape, shape, type ValueIn } from '../shape/shape.ts'
import type { Scope } from '../vocabulary.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One endpoint, as the router, the reference, the tests and the clients see it. */
export interface Operation<Id extends string = string> {
  readonly id: Id
  readonly method: Method
  /** Below `/v1`, parameters in braces. */
  readonly path: string
  /** Where the path is the whole address, not below `/v1`. */
  readonly atRoot?: true
  readonly summary: string
  readonly about?: string
  readonly group: string
  /** What the credential must carry; null for what anyone may ask. */
  readonly scope: Scope | null
  /** Who gets to it without that, too; the service then decides what they may do. */
  readonly scopeWaivedFor?: 'anyone' | 'sessions'
  readonly query?: Readonly<Record<string, JsonSchema>>
  readonly requiredQuery?: readonly string[]
  readonly body?: JsonSchema
  /** What else holds of the body, for who writes one from the description; the handler says it in its own words. */
  readonly bodyRule?: JsonSchema
  /** Where a parameter of the path takes less than the field that it names. */
  readonly params?: Readonly<Record<string, JsonSchema>>
  readonly bodyExample?: unknown
  /** Where the body is one of these or a batch of them: each is checked and answered by itself. */
  readonly item?: JsonSchema
  /** Where a body may be larger than any other. */
  readonly maxBodyBytes?: number
  readonly success: {
    readonly status: 200 | 201 | 204
    readonly about: string
    readonly schema?: JsonSchema
    /** Whether it also comes as server-sent events, to who asks for them. */
    readonly streams?: true
  }
  /** Whether its answer can be large: it is made only once there is room for it. */
  readonly large?: true
  /** Changes only what is in the credential's mode, though its address names what both modes share. */
  readonly ofMode?: true
  /** Asks another service while the caller waits: only a few such requests run at a time. */
  readonly asksOutside?: true
  /** Where it is a data source of its own in code: its name there, and what of its answer is called otherwise. */
  readonly inCode?: { readonly name: string; readonly renamed?: Readonly<Record<string, string>> }
  /** Beyond those that every endpoint of its sort can answer with. */
  readonly problems?: readonly ProblemCode[]
  /** Set where it is one of a kind's own five. */
  readonly kind?: Kind
  readonly verb?: Verb
}

interface Place {
  readonly path: string
  readonly atRoot?: true | undefined
}

/** The whole address of an endpoint. */
export const routeOf = ({ path, atRoot }: Place): string => (atRoot ? path : `/v1${path}`)

/** The names in a path's braces. */
export const pathParams = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** A record of a kind, as the kind's own endpoints show it. */
export const recordOf = <K extends Kind>({ title }: K): Shape<Resource<K>> => shape.titled({ title })

/** What is answered where records are listed under a key. */
export type ListOf<Key extends string, V> = { readonly [P in Key]: readonly V[] } & {
  readonly nextCursor?: string | null
}

/** A list's envelope; a page also says where the next one begins. */
export const listOf = <const Key extends string, S extends JsonSchema>(
  key: Key,
  items: S,
): Shape<ListOf<Key, ValueIn<S>>> => ({
  type: 'object',
  properties: {
    [key]: shape.array(items),
    nextCursor: {
      type: ['string', 'null'],
      description: 'Present in a page: send it as `cursor` for the next one.',
    },
  },
  required: [key],
  additionalProperties: false,
})

/** The query of what is told of one project. */
export const ofProject = {
  appId: shape.text({ minLength: 1, maxLength: 200, description: 'The project.' }),
}
