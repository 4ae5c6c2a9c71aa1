import {
  allKinds,
  allOperations,
  type JsonSchema,
  type Kind,
  type Operation,
  schemasOf,
  type Target,
} from '@svc/model'
import { type Fields, kindInPath, writableFields } from '@svc/server/testing'
import type { Caller } from './world.ts'

/** What the hooks must know of the model and the seed to send ids of records that are there. */
export interface Facts {
  readonly mode: string
  readonly scopes: readonly string[]
  readonly records: Readonly<Record<string, readonly Fields[]>>
  readonly specApiIds: readonly string[]
  readonly operations: Readonly<Record<string, OperationFacts>>
  readonly kinds: Readonly<Record<string, KindFacts>>
}

interface OperationFacts {
  /** The kind whose record the path names, and the parameter with its id. */
  readonly kind: string | null
  readonly idParam: string | null
  /** The kind that the body creates or changes. */
  readonly bodyOf: string | null
  /** Query parameters that must name a record that is there, and those that may, each with its kind. */
  readonly queryRefs: Readonly<Record<string, string>>
  readonly filterRefs: Readonly<Record<string, string>>
}

interface KindFacts {
  readonly refs: Readonly<Record<string, Target>>
  readonly immutable: Readonly<Record<string, JsonSchema>>
}

export const factsFor = ({ mode, scopes, records, specApiIds }: Caller): Facts => ({
  mode,
  scopes,
  records,
  specApiIds,
  operations: Object.fromEntries(allOperations.map((operation) => [operation.id, operationFacts(operation)])),
  kinds: Object.fromEntries(allKinds.map((kind) => [kind.name, kindFacts(kind)])),
})

function operationFacts({ path, kind, verb, body, requiredQuery = [] }: Operation): OperationFacts {
  const bodyOf = body && allKinds.find((kind) => isBodyOf(kind, body))
  return {
    kind: kindInPath(path)?.name ?? null,
    idParam: /\{(\w+)\}/.exec(path)?.[1] ?? null,
    bodyOf: bodyOf?.name ?? null,
    queryRefs: Object.fromEntries(requiredQuery.map((name) => [name, 'project'])),
    filterRefs: kind && verb === 'list' ? filterRefs(kind, requiredQuery) : {},
  }
}

const filterRefs = (kind: Kind, required: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(kind.fields).flatMap(([key, { target, traits }]) =>
      traits.filter && typeof target === 'string' && !required.includes(key) ? [[key, target]] : [],
    ),
  )

const isBodyOf = (kind: Kind, body: JsonSchema): boolean =>
  schemasOf(kind).create === body || schemasOf(kind).update === body

function kindFacts(kind: Kind): KindFacts {
  const { properties = {} } = schemasOf(kind).update
  const writable = writableFields(kind)
  return {
    refs: Object.fromEntries(writable.flatMap(([key, { target }]) => (target ? [[key, target]] : []))),
    immutable: Object.fromEntries(
      writable.flatMap(([key, { traits }]) => (traits.immutable ? [[key, properties[key] ?? {}]] : [])),
    ),
  }
}
