import assert from 'node:assert/strict'
import {
  allKinds,
  allOperations,
  asQueryValue,
  asQueryWord,
  attributeNameOf,
  codeNameOf,
  type Kind,
  kinds,
  listKeyOf,
  type Operation,
  pathParams,
  pluralCodeNameOf,
  queryKeysOf,
  snakeCase,
} from '@svc/model'
import {
  type Client,
  caughtUp,
  createFixtures,
  type Fields,
  type TestApp,
  type TestOrganisation,
} from '@svc/server/testing'
import { recordInCode } from './in-code.ts'

/** The arguments of a data source, and its expected result. */
export interface Question {
  readonly type: string
  readonly name: string
  readonly config: Fields
  /** What the API returns for the same, with the names in code. */
  answer(): Promise<Fields>
}

/** The attributes of each data source that a configuration may give. */
type Askable = Readonly<Record<string, readonly string[]>>

/** Fills a catalog with every kind of record, and reads every data source with all combinations of arguments. */
export async function everyQuestion(
  app: TestApp,
  organisation: TestOrganisation,
  askable: Askable,
): Promise<readonly Question[]> {
  const { owner } = organisation
  const made = new Map<Kind, Fields>()
  for (const kind of allKinds.filter(({ name }) => name !== kinds.ssoSettings.name)) {
    if (oneOf(kind) in askable || severalOf(kind) in askable)
      made.set(kind, await makeOne(app, organisation, kind))
  }
  await caughtUp(app)
  const questions = [aboutSettings(owner)]
  for (const [kind, named] of made) {
    const source: Source = { client: owner, kind, needed: neededOf(kind, named) }
    const record = await read(source, await keyOf(source, named))
    questions.push(...(askable[oneOf(kind)] ?? []).map((name) => aboutOne(source, record, name)))
    const filters = askable[severalOf(kind)]
    if (filters) questions.push(...aboutSeveral(source, record, filters))
  }
  questions.push(...aboutReports(owner, made.get(kinds.dependency)))
  return questions
}

const oneOf = (kind: Kind): string => `svc_${codeNameOf(kind)}`
const severalOf = (kind: Kind): string => `svc_${pluralCodeNameOf(kind)}`

/** A record that says all it can, and that no other is called like. */
async function makeOne(app: TestApp, organisation: TestOrganisation, kind: Kind): Promise<Fields> {
  if (kind.name === kinds.user.name) return organisation.user('admin')
  const fixtures = createFixtures({ app, organisation })
  // Scores are given by the service: to everything there is, by a scorecard that asks after all of it.
  if (kind.name === kinds.score.name) return { scorecardId: (await fixtures.make(kinds.scorecard)).id }
  const handles = { name: `The ${kind.noun}`, title: `The ${kind.noun}`, keyword: 'the-only-one' }
  const own = Object.entries(handles).filter(([key]) => key in kind.fields)
  return fixtures.make(kind, { ...(await fixtures.fullBody(kind)), ...Object.fromEntries(own) })
}

type Texts = Readonly<Record<string, string>>

/** Where records of a kind are read. */
interface Source {
  readonly client: Client
  readonly kind: Kind
  /** What the list cannot do without, by its names in the API. */
  readonly needed: Texts
}

function neededOf(kind: Kind, record: Fields): Texts {
  const keys = [...pathParams(kind.path), ...(operationAt(kind.path)?.requiredQuery ?? [])]
  return Object.fromEntries(keys.map((key) => [key, String(record[key])]))
}

const operationAt = (path: string): Operation | undefined =>
  allOperations.find((operation) => operation.method === 'GET' && operation.path === path)

async function list({ client, kind, needed }: Source, filters: Texts = {}): Promise<readonly Fields[]> {
  const query = new URLSearchParams({ ...needed, ...filters })
  const path = kind.path.replace(/\{(\w+)\}/g, (_, key) => {
    query.delete(key)
    return needed[key] ?? ''
  })
  const { status, body, text } = await client.get(`${path}?${query}`)
  assert.equal(status, 200, text)
  return body[listKeyOf(kind)]
}

async function read(source: Source, key: unknown): Promise<Fields> {
  const { client, kind } = source
  if (operationAt(`${kind.path}/{${kind.idParam}}`)) return (await client.get(`${kind.path}/${key}`)).body
  const record = (await list(source)).find((one) => one[keyName(kind)] === key)
  assert.ok(record, `${kind.path} has ${key}`)
  return record
}

/** Of what the service makes by itself, the first there is. */
async function keyOf(source: Source, named: Fields): Promise<unknown> {
  const name = keyName(source.kind)
  return named[name] ?? (await list(source))[0]?.[name]
}

/** What tells a record from all others of its kind. */
const keyName = ({ fields, idParam }: Kind): string => (idParam in fields ? idParam : 'id')

function aboutOne(source: Source, record: Fields, name: string): Question {
  const { kind } = source
  return {
    type: oneOf(kind),
    name: `by_${name}`,
    config: { [name]: inCode(kind, record)[name] },
    answer: async () => inCode(kind, await read(source, record[keyName(kind)])),
  }
}

function aboutSettings(client: Client): Question {
  const kind: Kind = kinds.ssoSettings
  return {
    type: oneOf(kind),
    name: 'only',
    config: {},
    answer: async () => inCode(kind, (await client.get(kind.path)).body),
  }
}

/** What svc works out about the ends of an edge. */
function aboutReports(client: Client, edge: Fields | undefined): readonly Question[] {
  const { fromKind, fromId, toKind, toId, type } = edge ?? {}
  const root = `${fromKind}:${fromId}`
  const asked = (path: string, query: Fields) =>
    client.get(`${path}?${new URLSearchParams(query as Record<string, string>)}`)
  const graph = (name: string, config: Fields): Question => ({
    type: 'svc_graph',
    name,
    config,
    answer: async () => {
      const { body } = await asked('/graph', config)
      const unsaid = { root: null, direction: null, depth: null, limit: null, types: null }
      return { ...unsaid, ...config, ...(plainInCode(body) as Fields) }
    },
  })
  const of = `${toKind}:${toId}`
  return [
    graph('all', {}),
    graph('from', { root, direction: 'dependsOn', depth: 2, limit: 50, types: type }),
    {
      type: 'svc_impact',
      name: 'of',
      config: { of },
      answer: async () => {
        const { of: entity, ...rest } = (await asked('/impact', { of })).body
        return { of, depth: null, limit: null, ...(plainInCode({ entity, ...rest }) as Fields) }
      },
    },
  ]
}

/** What is no record of a kind: only its names are others. */
function plainInCode(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(plainInCode)
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [attributeNameOf(key, {}), plainInCode(value)]),
  )
}

/** All of them, and those that each filter leaves. */
function aboutSeveral(source: Source, record: Fields, names: readonly string[]): readonly Question[] {
  const { kind, needed } = source
  const keys = new Map(
    Object.entries(operationAt(kind.path)?.query ?? {}).map(([key, schema]) => [
      attributeNameOf(key, schema),
      key,
    ]),
  )
  const place = Object.fromEntries(Object.entries(needed).map(([key, value]) => [snakeCase(key), value]))
  const ask = (name: string, filter: Fields, query: Texts): Question => ({
    type: severalOf(kind),
    name,
    config: { ...place, ...filter },
    answer: async () => ({
      ...Object.fromEntries(names.map((one) => [one, null])),
      ...place,
      ...filter,
      [snakeCase(listKeyOf(kind))]: (await list(source, query)).map((one) => inCode(kind, one)),
    }),
  })
  const filters = names.filter((name) => !(name in place))
  return [
    ask('all', {}, {}),
    ...filters.map((name) => {
      const key = keys.get(name) ?? name
      const value = filterValue(kind, record, key)
      assert.ok(value !== undefined && value !== null, `the ${kind.noun} has something to filter by ${name}`)
      return ask(`by_${name}`, { [name]: value }, { [key]: String(value) })
    }),
  ]
}

function filterValue(kind: Kind, record: Fields, key: string): unknown {
  const { fields } = kind
  const array = Object.keys(fields).find((one) => fields[one]?.traits.filterAs === key)
  if (array) return (record[array] as readonly string[])[0]
  const others: Fields = {
    query: termFor(kind, record),
    q: record.name ?? record.title,
    archived: 'all',
    limit: 1,
  }
  return key in others ? others[key] : record[key]
}

/** A term for the first value that a record has, or else its name as a word. */
function termFor(kind: Kind, record: Fields): string {
  const has = queryKeysOf(kind).find(
    ({ filter, field }) => filter !== undefined && ['string', 'number'].includes(typeof record[field]),
  )
  if (!has) return asQueryWord(String(record.name ?? record.title))
  return `${has.key}:${asQueryValue(String(record[has.field]))}`
}

const inCode = (kind: Kind, record: Fields): Fields => recordInCode(kind, record, { isRead: true })
