import type { Properties, ValueIn } from '../shape/shape.ts'
import type { Operation } from './operation.ts'

// Undefined where an operation takes nothing.

/** What an operation answers with; an empty object if it has no content. */
export type AnswerOf<O extends Operation> = O['success'] extends { readonly schema: infer S }
  ? ValueIn<S>
  : Nothing

/** What it takes as a body. */
export type BodyOf<O extends Operation> = O extends { readonly body: infer S } ? ValueIn<S> : undefined

/** The media types of the file that it takes. */
export type FileTypeOf<O extends Operation> = O extends {
  readonly upload: { readonly types: readonly (infer T)[] }
}
  ? T
  : undefined

/** What its query may have, and what it must have. */
export type QueryOf<O extends Operation> = O extends { readonly query: infer Q extends Properties }
  ? { readonly [K in keyof Q as K extends NeededIn<O> ? K : never]: ValueIn<Q[K]> } & {
      readonly [K in keyof Q as K extends NeededIn<O> ? never : K]?: ValueIn<Q[K]>
    }
  : undefined

/** The parameters in the braces of its path. */
export type ParamsOf<O extends Operation> = [NamesIn<O['path']>] extends [never]
  ? undefined
  : { readonly [K in NamesIn<O['path']>]: string }

export type Nothing = Readonly<Record<string, never>>

type NeededIn<O extends Operation> = O extends { readonly requiredQuery: readonly (infer K)[] } ? K : never

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never
