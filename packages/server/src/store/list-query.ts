import type { Kind } from '@svc/model'
import type { Value } from './sql.ts'

/** What a list can be filtered by. */
export type Condition =
  | { readonly field: string; readonly is: Value | boolean }
  /** Has no value; `is` null finds nothing, since two records without a value are not equal in it. */
  | { readonly field: string; readonly isMissing: true }
  | { readonly field: string; readonly in: readonly Value[] }
  /** Has another value, or none. */
  | { readonly field: string; readonly isNot: readonly Value[] }
  /** Any number of texts, looked up through an index in one statement. */
  | { readonly field: string; readonly oneOf: readonly string[] }
  | { readonly array: string; readonly has: string }
  | { readonly array: string; readonly hasOneOf: readonly string[] }
  | { readonly array: string; readonly lacks: string }
  | { readonly array: string; readonly isEmpty: true }
  /** A reference to a record of that kind whose own field has this value. */
  | { readonly field: string; readonly through: Kind; readonly by: string; readonly is: string }
  | { readonly search: string }
  /** The name, by which the list has to be sorted, begins with this. */
  | { readonly begins: string }
  | { readonly idBegins: string }

/** An order other than the kind's own. */
export interface Sort {
  readonly field: string
  readonly isDescending: boolean
}

/** Where a page ended: the id, preceded by the sort value if the list is sorted by another field. */
export type Position = readonly string[]

export interface ListQuery {
  readonly where: readonly Condition[]
  readonly sort?: Sort | undefined
  readonly after?: Position | undefined
  readonly limit?: number | undefined
  /** Only these fields, plus the id and the sort field; all if absent. */
  readonly fields?: readonly string[] | undefined
}
