import { CatalogError } from '@svc/model'
import { groupType, type ResourceType, userType } from '../../services/scim/attributes.ts'
import { type Directory, maxResults, type Paging } from '../../services/scim/directory.ts'
import {
  allResourceTypes,
  allSchemas,
  resourceTypeNamed,
  schemaNamed,
  serviceProviderConfig,
} from '../../services/scim/discovery.ts'
import { entriesOf } from '../../services/scim/documents.ts'
import {
  createGroup,
  deleteGroup,
  listGroups,
  patchGroup,
  readGroup,
  replaceGroup,
} from '../../services/scim/groups.ts'
import {
  createPerson,
  deletePerson,
  type Expected,
  listPeople,
  patchPerson,
  readPerson,
  replacePerson,
} from '../../services/scim/people.ts'
import { badRequest, missing, ScimRefusal } from '../../services/scim/refusal.ts'
import {
  names,
  readSelection,
  type Resource,
  selected,
  type Selection,
  wants,
} from '../../services/scim/resources.ts'
import type { Answer } from '../answer.ts'
import { listResponse, resourceAnswer, scimJson, scimNothing } from './answers.ts'

/** A request below `/scim/v2`, by somebody with a SCIM token. */
export interface ScimRequest {
  readonly directory: Directory
  readonly method: string
  /** The parts of the path. */
  readonly segments: readonly string[]
  readonly query: URLSearchParams
  readonly body: unknown
  readonly ifMatch: string | undefined
  readonly ifNoneMatch: string | undefined
}

interface Collection {
  readonly type: ResourceType
  list(
    directory: Directory,
    paging: Paging,
    selection: Selection,
  ): Promise<{ readonly total: number; readonly resources: readonly Resource[] }>
  read(directory: Directory, id: string, selection: Selection): Promise<Resource>
  create(directory: Directory, body: unknown): Promise<Resource>
  replace(directory: Directory, expected: Expected, body: unknown): Promise<Resource>
  patch(directory: Directory, expected: Expected, body: unknown): Promise<Resource>
  remove(directory: Directory, expected: Expected): Promise<void>
  /** Whether a PATCH is answered with the resource: Entra wants none of a group. */
  readonly showsPatched: boolean
}

const collections: readonly Collection[] = [
  {
    type: userType,
    list: listPeople,
    read: readPerson,
    create: createPerson,
    replace: replacePerson,
    patch: patchPerson,
    remove: deletePerson,
    showsPatched: true,
  },
  {
    type: groupType,
    list: (directory, paging, selection) => listGroups(directory, paging, wants(selection, 'members')),
    read: (directory, id, selection) => readGroup(directory, id, wants(selection, 'members')),
    create: createGroup,
    replace: replaceGroup,
    patch: patchGroup,
    remove: deleteGroup,
    showsPatched: false,
  },
]

type Handler = (request: ScimRequest) => Answer | Promise<Answer>
type Handlers = Readonly<Record<string, Handler>>

/** Answers a request, or refuses it in words that a directory shows its admins. */
export async function answerScim(request: ScimRequest): Promise<Answer> {
  const handlers = handlersAt(request.segments)
  if (!handlers)
    throw new ScimRefusal(
      'not_found',
      `There is nothing at /scim/v2/${request.segments.join('/').slice(0, 200)}.`,
    )
  const handle = handlers[request.method === 'HEAD' ? 'GET' : request.method]
  if (handle) return handle(request)
  const allow = Object.keys(handlers).join(', ')
  throw new CatalogError('method_not_allowed', `${request.method} is not allowed here. Allowed: ${allow}.`, {
    headers: { allow },
  })
}

function handlersAt([first = '', second, ...more]: readonly string[]): Handlers | undefined {
  const collection = collections.find(({ type }) => type.endpoint === `/${first}`)
  if (first === 'Bulk' || first === 'Me') return unsupported
  if (more.length > 0) return undefined
  if (collection && second === undefined) return ofAll(collection)
  if (collection && second === '.search') return { POST: (request) => searched(collection, request) }
  if (collection && second !== undefined) return ofOne(collection, second)
  if (first === '.search' && second === undefined) return { POST: searchedEverywhere }
  return discovery(first, second)
}

const notThere: Handler = () => {
  throw new ScimRefusal('not_found', 'This server does not support it.', undefined, 501)
}
const unsupported: Handlers = {
  GET: notThere,
  POST: notThere,
  PUT: notThere,
  PATCH: notThere,
  DELETE: notThere,
}

function discovery(name: string, id: string | undefined): Handlers | undefined {
  const show = (what: (url: string) => object | undefined): Handlers => ({
    GET: ({ directory, query }) => {
      if (query.has('filter'))
        throw new ScimRefusal('forbidden', 'What the server says about itself cannot be filtered.')
      const found = what(directory.url)
      if (!found) throw missing('such description', id ?? name)
      return Array.isArray(found) ? listResponse(found.length, 1, found) : scimJson(200, found)
    },
  })
  if (name === 'ServiceProviderConfig' && id === undefined) return show(serviceProviderConfig)
  if (name === 'Schemas') return show((url) => (id === undefined ? allSchemas(url) : schemaNamed(url, id)))
  if (name === 'ResourceTypes')
    return show((url) => (id === undefined ? allResourceTypes(url) : resourceTypeNamed(url, id)))
  return undefined
}

const ofAll = (collection: Collection): Handlers => ({
  GET: (request) => listed(collection, request, queryOf(request.query)),
  POST: async ({ directory, query, body }) => {
    const selection = selectionIn(collection, query)
    const made = await collection.create(directory, body)
    return resourceAnswer(201, made, selected(made, selection))
  },
})

function ofOne(collection: Collection, id: string): Handlers {
  const changed =
    (change: 'replace' | 'patch', isShown: boolean): Handler =>
    async ({ directory, query, body, ifMatch }) => {
      const selection = selectionIn(collection, query)
      const made = await collection[change](directory, { id, ifMatch }, body)
      if (!isShown) return { ...scimNothing, etag: made.meta.version }
      return resourceAnswer(200, made, selected(made, selection))
    }
  return {
    GET: async ({ directory, query, ifNoneMatch }) => {
      const selection = selectionIn(collection, query)
      const found = await collection.read(directory, id, selection)
      if (ifNoneMatch !== undefined && names(ifNoneMatch, found.meta.version))
        return { status: 304, etag: found.meta.version }
      return resourceAnswer(200, found, selected(found, selection))
    },
    PUT: changed('replace', true),
    PATCH: changed('patch', collection.showsPatched),
    DELETE: async ({ directory, ifMatch }) => {
      await collection.remove(directory, { id, ifMatch })
      return scimNothing
    },
  }
}

interface Query {
  readonly filter: string | undefined
  readonly startIndex: number
  readonly count: number
  readonly attributes: readonly string[]
  readonly excluded: readonly string[]
}

const textsIn = (value: string | null): readonly string[] => (value ? value.split(',') : [])

const selectionIn = ({ type }: Collection, query: URLSearchParams): Selection =>
  readSelection(type, textsIn(query.get('attributes')), textsIn(query.get('excludedAttributes')))

const queryOf = (query: URLSearchParams): Query => ({
  filter: query.get('filter') ?? undefined,
  startIndex: startFrom(query.get('startIndex')),
  count: countFrom(query.get('count')),
  attributes: textsIn(query.get('attributes')),
  excluded: textsIn(query.get('excludedAttributes')),
})

/** From 1; anything before that is the beginning. */
const startFrom = (given: unknown): number => Math.min(Math.max(integer('startIndex', given) ?? 1, 1), 1e9)

/** None is only the number of hits, and no more than announced. */
const countFrom = (given: unknown): number =>
  Math.min(Math.max(integer('count', given) ?? maxResults, 0), maxResults)

function integer(name: string, given: unknown): number | undefined {
  if (given === null || given === undefined || given === '') return undefined
  if (!/^-?\d{1,300}$/.test(String(given)))
    throw badRequest('invalidValue', `${name} must be a whole number.`)
  return Number(given)
}

async function listed(
  collection: Collection,
  { directory }: ScimRequest,
  { attributes, excluded, ...paging }: Query,
): Promise<Answer> {
  const selection = readSelection(collection.type, attributes, excluded)
  const { total, resources } = await collection.list(directory, paging, selection)
  const shown = resources.map((one) => selected(one, selection))
  return listResponse(total, paging.startIndex, shown)
}

/** The same query in a body, which no log keeps (RFC 7644, 3.4.3). */
function searchIn(body: unknown): Query {
  const given = new Map(entriesOf(body, 'The body').map(([name, value]) => [name.toLowerCase(), value]))
  const namesIn = (name: string): readonly string[] => {
    const value = given.get(name) ?? []
    if (!Array.isArray(value) || !value.every((one) => typeof one === 'string'))
      throw badRequest('invalidValue', `${name} must be a list of texts.`)
    return value
  }
  const filter = given.get('filter') ?? undefined
  if (filter !== undefined && typeof filter !== 'string')
    throw badRequest('invalidFilter', 'filter must be a text.')
  return {
    filter,
    startIndex: startFrom(given.get('startindex')),
    count: countFrom(given.get('count')),
    attributes: namesIn('attributes'),
    excluded: namesIn('excludedattributes'),
  }
}

const searched = (collection: Collection, request: ScimRequest): Promise<Answer> =>
  listed(collection, request, searchIn(request.body))

/** People first, then groups; only without a filter, since they have different attributes. */
const searchedEverywhere: Handler = async ({ directory, body }) => {
  const { filter, attributes, excluded, startIndex, count } = searchIn(body)
  if (filter !== undefined)
    throw new ScimRefusal(
      'not_found',
      'A filter works only at /Users/.search and /Groups/.search.',
      undefined,
      501,
    )
  const shown: object[] = []
  let total = 0
  for (const { type, list } of collections) {
    const selection = readSelection(type, attributes, excluded)
    const first = Math.max(startIndex - total, 1)
    const paging = { filter, startIndex: first, count: count - shown.length }
    const found = await list(directory, paging, selection)
    total += found.total
    shown.push(...found.resources.map((one) => selected(one, selection)))
  }
  return listResponse(total, startIndex, shown)
}
