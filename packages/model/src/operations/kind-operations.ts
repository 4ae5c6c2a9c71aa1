import type { ProblemCode } from '../errors.ts'
import { deletedParamOf, filtersOf, pageParams } from '../kind/filters.ts'
import { type Kind, listKeyOf, scopeFor, type Verb } from '../kind/kind.ts'
import { oneOfKind, severalOfKind } from '../kind/nouns.ts'
import { schemasOf } from '../kind/schemas.ts'
import { sortParamOf } from '../kind/sorts.ts'
import { queryParamOf } from '../query/query-param.ts'
import { listOf, type Operation, recordOf } from './operation.ts'

/** The endpoints that follow from a kind's verbs. */
export const operationsOf = (kind: Kind): readonly Operation[] => kind.verbs.map((verb) => byVerb[verb](kind))

const byVerb = {
  list: (kind) => ({
    ...base(kind, 'list'),
    id: `list${plural(kind)}`,
    method: 'GET',
    path: kind.path,
    summary: `List ${severalOfKind(kind)}`,
    query: {
      ...filtersOf(kind),
      ...queryParamOf(kind),
      ...deletedParamOf(kind),
      ...sortParamOf(kind),
      ...pageParams,
    },
    ...(kind.requiredFilters && { requiredQuery: kind.requiredFilters }),
    success: { status: 200, about: orderOf(kind), schema: listOf(listKeyOf(kind), recordOf(kind)) },
  }),
  create: (kind) => ({
    ...base(kind, 'create'),
    id: `create${kind.title}`,
    method: 'POST',
    path: kind.path,
    summary: `Create ${oneOfKind(kind)}`,
    ...(kind.maxRecords !== undefined && { about: `The maximum is ${kind.maxRecords}.` }),
    body: schemasOf(kind).create,
    bodyExample: kind.example,
    success: { status: 201, about: 'The new record.', schema: recordOf(kind) },
    problems: kind.unique ? ['duplicate'] : [],
  }),
  read: (kind) => ({
    ...one(kind, 'read'),
    id: `get${kind.title}`,
    method: 'GET',
    summary: `Get ${oneOfKind(kind)}`,
    ...(kind.softDelete && { query: deletedParamOf(kind) }),
    success: { status: 200, about: 'The record.', schema: recordOf(kind) },
  }),
  update: (kind) => ({
    ...one(kind, 'update'),
    id: `update${kind.title}`,
    method: 'PATCH',
    summary: `Update ${oneOfKind(kind)}`,
    about: 'Absent fields stay as they are, null clears a nullable field, an array replaces the whole array.',
    body: schemasOf(kind).update,
    bodyExample: patchExample(kind),
    success: { status: 200, about: 'The updated record.', schema: recordOf(kind) },
    problems: [
      ...(kind.fields.version ? (['version_conflict'] as const) : []),
      ...(kind.unique?.some((key) => !kind.fields[key]?.traits.immutable) ? (['duplicate'] as const) : []),
      ...stillNeeded(kind),
    ],
  }),
  delete: (kind) => ({
    ...one(kind, 'delete'),
    id: `delete${kind.title}`,
    method: 'DELETE',
    summary: `Delete ${oneOfKind(kind)}`,
    about: 'Needs the admin scope, which only personal tokens can have.',
    success: { status: 204, about: 'Deleted.' },
    problems: stillNeeded(kind),
  }),
} as const satisfies Record<Verb, (kind: Kind) => Operation>

const base = (kind: Kind, verb: Verb) => ({
  ...{ kind, verb, group: kind.group, scope: scopeFor(kind, verb) },
  ...(kind.needsRecentSignIn && verb !== 'list' && verb !== 'read' && { needsRecentSignIn: true as const }),
})
const one = (kind: Kind, verb: Verb) => ({ ...base(kind, verb), path: `${kind.path}/{${kind.idParam}}` })

const stillNeeded = ({ neededBy }: Kind): readonly ProblemCode[] => (neededBy ? ['still_needed'] : [])

const orderOf = (kind: Kind): string =>
  kind.sortBy ? `Sorted by ${kind.sortBy}, ignoring case.` : 'Newest first.'

/** `oncall_bindings` → `OncallBindings`, `api` kinds keep their own title's case. */
const plural = (kind: Kind): string =>
  kind.title.endsWith('y') ? `${kind.title.slice(0, -1)}ies` : `${kind.title}s`

/** The first field of the example that may change. */
function patchExample(kind: Kind): object {
  const [first] = Object.entries(kind.example).filter(([key]) => !kind.fields[key]?.traits.immutable)
  return first ? Object.fromEntries([first]) : {}
}
