import {
  allKinds,
  allOperations,
  configuredTypes,
  facetKinds,
  facetParam,
  filtersOf,
  integrations,
  type JsonSchema,
  type Kind,
  kinds,
  type Operation,
  queryKeysOf,
  schemasOf,
  takesQuery,
  type Target,
} from '@svc/model'
import { kindInPath, writableFields } from '@svc/server/testing'
import type { Caller } from './world.ts'

/** What the hooks need from the model and the seed to send ids of existing records. */
export interface Facts extends Omit<Caller, 'name' | 'token'> {
  readonly operations: Readonly<Record<string, OperationFacts>>
  readonly kinds: Readonly<Record<string, KindFacts>>
  /** A configuration for each type, its secrets by a keyword that is there. */
  readonly integrationConfigs: Readonly<Record<string, object>>
  /** One that names an item of the vault. */
  readonly keyword: string
  /** Whether the caller is an API key, and so nobody. */
  readonly isKey: boolean
}

interface OperationFacts {
  /** The kind whose record the path names, and the parameter with its id. */
  readonly kind: string | null
  readonly idParam: string | null
  /** A file that it takes, in place of a JSON body. */
  readonly file: string | null
  /** The kind that the body creates or changes. */
  readonly bodyOf: string | null
  /** Query parameters that must name an existing record, and those that may, each with its kind. */
  readonly queryRefs: Readonly<Record<string, string>>
  readonly filterRefs: Readonly<Record<string, string>>
  readonly entityParams: readonly string[]
  /** The kind that the list is of. */
  readonly listOf: string | null
  /** Parameters of which one must be there. */
  readonly oneOfParams: readonly string[]
  /** Whether it asks about a stretch of time, and in days or moments. */
  readonly span: 'days' | 'moments' | null
  readonly kindFilters: Readonly<Record<string, Readonly<Record<string, readonly string[] | null>>>>
}

interface KindFacts {
  /** What its lists can be asked for in the words of `query`; none where they take no query. */
  readonly queries: readonly string[]
  readonly refs: Readonly<Record<string, Target>>
  readonly immutable: Readonly<Record<string, JsonSchema>>
  /** Arrays that a change may not make longer than this, which only those of the record itself may be. */
  readonly maxEntries: Readonly<Record<string, number>>
  /** Fields that take only these texts now. */
  readonly only: Readonly<Record<string, readonly string[]>>
  /** Fields that a change may only name as they are. */
  readonly readOnly: readonly string[]
  /** Values with a shape of their own that name other records. */
  readonly mentioning: Readonly<Record<string, JsonSchema>>
}

export const factsFor = ({ name, token: _token, records, ...known }: Caller): Facts => ({
  ...known,
  isKey: name.endsWith('key'),
  records,
  operations: Object.fromEntries(allOperations.map((operation) => [operation.id, operationFacts(operation)])),
  kinds: Object.fromEntries(allKinds.map((kind) => [kind.name, kindFacts(kind)])),
  integrationConfigs: configsWith(keywordIn(records)),
  keyword: keywordIn(records),
})

const keywordIn = (records: Caller['records']): string => String(records[kinds.secret.name]?.[0]?.keyword)

const configsWith = (keyword: string): Facts['integrationConfigs'] =>
  Object.fromEntries(configuredTypes.map((type) => [type, withKeyword(integrations[type].example, keyword)]))

/** Wherever a keyword is named, at any depth, it is this one. */
const withKeyword = (config: object, keyword: string): object =>
  JSON.parse(JSON.stringify(config), (key, value: unknown) => {
    if (/Keyword$/.test(key)) return keyword
    return /Keywords$/.test(key) ? [keyword] : value
  })

/** Query parameters that name an entity as `<kind>:<id>`. */
const entityParams: readonly string[] = ['root', 'of']

/** Query parameters that say from when to when. */
const spanParams: readonly string[] = ['from', 'to']

/** By kind, the parameters that filter its list, with the values they take if those are few. */
const kindFilters: OperationFacts['kindFilters'] = Object.fromEntries(
  facetKinds.map((kind) => [
    kind.name,
    Object.fromEntries(
      Object.entries(filtersOf(kind)).map(([name, schema]) => [
        facetParam(name),
        (schema.enum as readonly string[] | undefined) ?? null,
      ]),
    ),
  ]),
)

function operationFacts({
  id,
  method,
  path,
  kind,
  verb,
  body,
  upload,
  item,
  query = {},
  requiredQuery = [],
  requiredOneOf = [],
}: Operation): OperationFacts {
  const isMeant = (kind: Kind): boolean =>
    isBodyOf(kind, body ?? {}) ||
    isCreation(kind, method, path) ||
    isReportOf(kind, item) ||
    // As of a new one, which may take the place of another.
    (id === 'previewGroupMapping' && kind.name === kinds.groupMapping.name)
  const bodyOf = body && allKinds.find(isMeant)
  return {
    kind: kindInPath(path)?.name ?? null,
    idParam: /\{(\w+)\}/.exec(path)?.[1] ?? null,
    file: upload?.example ?? null,
    bodyOf: bodyOf?.name ?? null,
    queryRefs: Object.fromEntries(
      requiredQuery
        .filter((name) => !entityParams.includes(name) && query[name]?.enum === undefined)
        .filter((name) => !spanParams.includes(name))
        .map((name) => [name, 'project']),
    ),
    listOf: (verb === 'list' && kind?.name) || null,
    oneOfParams: requiredOneOf,
    span: spanParams.some((name) => !(name in query))
      ? null
      : query.from?.format === 'date-time'
        ? 'moments'
        : 'days',
    kindFilters: id === 'getFacets' ? kindFilters : {},
    entityParams: entityParams.filter((name) => name in query),
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
  schemasOf(kind).create === body || schemasOf(kind).update.title === body.title

/** Some take more than the record's own fields. */
const isCreation = (kind: Kind, method: string, path: string): boolean =>
  method === 'POST' && kind.path === path

/** A report has the fields of the record that it makes. */
const isReportOf = (kind: Kind, item: JsonSchema | undefined): boolean =>
  item !== undefined && namesIn(item) === namesIn(schemasOf(kind).create)

const namesIn = ({ properties = {} }: JsonSchema): string => Object.keys(properties).join()

function kindFacts(kind: Kind): KindFacts {
  const { properties = {} } = schemasOf(kind).update
  const writable = writableFields(kind)
  return {
    queries: queriesOf(kind),
    maxEntries: Object.fromEntries(
      writable.flatMap(([key, { traits }]) =>
        traits.maxEntries === undefined ? [] : [[key, traits.maxEntries]],
      ),
    ),
    only: Object.fromEntries(
      writable.flatMap(([key, { traits }]) => (traits.only === undefined ? [] : [[key, traits.only]])),
    ),
    refs: Object.fromEntries(writable.flatMap(([key, { target }]) => (target ? [[key, target]] : []))),
    readOnly: Object.keys(kind.fields).filter((key) => kind.strict && kind.fields[key]?.traits.managed),
    mentioning: Object.fromEntries(
      writable.flatMap(([key, { mentions, schema }]) => (mentions ? [[key, schema]] : [])),
    ),
    immutable: Object.fromEntries(
      writable.flatMap(([key, { traits }]) => (traits.immutable ? [[key, properties[key] ?? {}]] : [])),
    ),
  }
}

/** Terms about words that the model knows, and a word where records have any. */
function queriesOf(kind: Kind): readonly string[] {
  if (!takesQuery(kind)) return []
  const terms = queryKeysOf(kind).flatMap(({ key, schema, canLack, canExclude }) => [
    ...(schema.enum ?? []).flatMap((value) => [
      `${key}:${value}`,
      ...(canExclude ? [`-${key}:${value}`] : []),
    ]),
    ...(canLack ? [`no:${key}`] : []),
  ])
  return [...terms, ...(kind.search ? ['checkout "credit card"'] : [])]
}
