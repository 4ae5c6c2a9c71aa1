import type { ProblemCode } from '../errors.ts'
import type { Kind, Resource, Verb } from '../kind/kind.ts'
import type { JsonSchema } from '../shape/json-schema.ts'
import { type Shape, shape, type ValueIn } from '../shape/shape.ts'
import type { Scope } from '../vocabulary.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A body that is a file: it is read as it arrives, and is never in memory as a whole. */
export interface Upload {
  /** The media types that it may be sent as. */
  readonly types: readonly string[]
  readonly maxBytes: number
  readonly about: string
  /** A small one that may be sent as any of these types, where there is one that is text. */
  readonly example?: string
}

/** One endpoint, as the router, the reference, the tests and the clients see it. */
export interface Operation<Id extends string = string> {
  readonly id: Id
  readonly method: Method
  /** Below `/v1`, parameters in braces. */
  readonly path: string
  /** Whether the path is complete, not below `/v1`. */
  readonly atRoot?: true
  readonly summary: string
  readonly about?: string
  readonly group: string
  /** The scope that the credential must have; null if none is needed. */
  readonly scope: Scope | null
  /** Who may call it without that scope, too; the service then decides what they may do. */
  readonly scopeWaivedFor?: 'anyone' | 'sessions'
  readonly query?: Readonly<Record<string, JsonSchema>>
  readonly requiredQuery?: readonly string[]
  /** Of these parameters at least one has to be given; the handler says so. */
  readonly requiredOneOf?: readonly string[]
  readonly body?: JsonSchema
  /** In place of `body`; options are in the query. */
  readonly upload?: Upload
  /** Further rules for the body, for the description only; the handler checks them with its own messages. */
  readonly bodyRule?: JsonSchema
  /** For path parameters that accept fewer values than the field they name. */
  readonly params?: Readonly<Record<string, JsonSchema>>
  readonly bodyExample?: unknown
  /** If the body is one of these or a batch of them: each is checked and answered separately. */
  readonly item?: JsonSchema
  /** If a body may be larger than usual. */
  readonly maxBodyBytes?: number
  readonly success: {
    readonly status: 200 | 201 | 204
    readonly about: string
    readonly schema?: JsonSchema
    /** Whether it is also available as server-sent events. */
    readonly streams?: true
  }
  /** The media type, if it is answered with a file, which is sent while it is made. */
  readonly file?: string
  /** Whether its answer can be large: it is built only once there is memory for it. */
  readonly large?: true
  /** Changes only data of the credential's mode, although its path names what both modes share. */
  readonly ofMode?: true
  /** About the data of both modes at once, whatever its path: in live mode only. */
  readonly ofBothModes?: true
  /** Changes what access depends on, or hands out everything: a session must have proved lately who it belongs to. */
  readonly needsRecentSignIn?: true
  /** Calls another service while the caller waits: only a few such requests run at a time. */
  readonly asksOutside?: true
  /** If it is a data source in Terraform: its name there, and fields of its answer that have another name. */
  readonly inCode?: { readonly name: string; readonly renamed?: Readonly<Record<string, string>> }
  /** In addition to those that every such endpoint can answer with. */
  readonly problems?: readonly ProblemCode[]
  /** Set if it is one of a kind's own five. */
  readonly kind?: Kind
  readonly verb?: Verb
}

interface Place {
  readonly path: string
  readonly atRoot?: true | undefined
}

/** The complete path of an endpoint. */
export const routeOf = ({ path, atRoot }: Place): string => (atRoot ? path : `/v1${path}`)

/** The names in a path's braces. */
export const pathParams = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** A record of a kind, as the kind's own endpoints show it. */
export const recordOf = <K extends Kind>({ title }: K): Shape<Resource<K>> => shape.titled({ title })

/** The answer of a list: records under a key. */
export type ListOf<Key extends string, V> = { readonly [P in Key]: readonly V[] } & {
  readonly nextCursor?: string | null
}

/** A list's envelope; a page also has the cursor of the next one. */
export const listOf = <const Key extends string, S extends JsonSchema>(
  key: Key,
  items: S,
): Shape<ListOf<Key, ValueIn<S>>> => ({
  type: 'object',
  properties: {
    [key]: shape.array(items),
    nextCursor: {
      type: ['string', 'null'],
      description: 'Only in a page: send it as `cursor` for the next one.',
    },
  },
  required: [key],
  additionalProperties: false,
})

/** The query of operations about one project. */
export const ofProject = {
  appId: shape.text({ minLength: 1, maxLength: 200, description: 'The project.' }),
}
