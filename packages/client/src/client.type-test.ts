import {
  type Drift,
  type GraphNode,
  type IngestResult,
  type Kind,
  type Kinds,
  kinds,
  type Operation,
  type Resource,
  type Role,
} from '@svc/model'
import type { Client, Fields, NotModified, Page, Tagged } from './index.ts'

/** Nothing here runs: it states what the types must be, and the compiler checks it. */

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const check = <_ extends true>(): void => {}

type Api = Resource<Kinds['api']>

export async function reads(client: Client, kind: Kind, ifNoneMatch: string | null) {
  const one = await client.api.read('api_x')
  check<Same<typeof one, Tagged<Api>>>()
  const perhaps = await client.api.read('api_x', { ifNoneMatch })
  check<Same<typeof perhaps, Tagged<Api> | NotModified>>()
  const page = await client.api.page({ limit: 10, cursor: 'x', lifecycle: 'production', tag: 'a', q: 'b' })
  check<Same<typeof page, Page<Api>>>()
  const newer = await client.api.page({}, { ifNoneMatch })
  check<Same<typeof newer, Page<Api> | NotModified>>()
  for await (const each of client.api.all({ ownerTeamId: 'team_x' })) check<Same<typeof each, Api>>()
  const untyped = await client.records(kind).read('x')
  check<Same<typeof untyped, Tagged<Fields>>>()

  // @ts-expect-error not a lifecycle
  await client.api.page({ lifecycle: 'old' })
  // @ts-expect-error there is no such filter
  await client.api.page({ nope: 'x' })
  // @ts-expect-error only projects are archived
  await client.api.page({ archived: 'all' })
  // @ts-expect-error all pages are read, so none can be chosen
  for await (const _ of client.user.all({ limit: 10 })) break
}

export async function writes(client: Client) {
  const { record, etag } = await client.api.create({ name: 'x' }, { idempotencyKey: 'k' })
  check<Same<typeof record, Api>>()
  check<Same<typeof etag, string | null>>()
  await client.api.update(record.id, { description: null }, { ifMatch: etag })
  await client.api.delete(record.id, { ifMatch: etag })

  // @ts-expect-error a name is required
  await client.api.create({})
  // @ts-expect-error a name cannot be cleared
  await client.api.update(record.id, { name: null })
  // @ts-expect-error an SLO stays with its project
  await client.slo.update('slo_x', { appId: 'prj_y' })
}

export async function verbs(client: Client) {
  check<Same<keyof Client['dependency'], 'page' | 'all' | 'create' | 'delete'>>()
  check<Same<keyof Client['score'], never>>()
  // @ts-expect-error an edge never changes
  await client.dependency.update('edge_x', {})
  // @ts-expect-error users are only read here
  await client.user.create({ email: 'ada@example.com' })
}

export async function calls(client: Client) {
  const { token, scopes } = await client.call('createToken', { body: { name: 'x' } })
  check<Same<typeof token, string | null>>()
  check<Same<typeof scopes, Resource<Kinds['token']>['scopes']>>()
  const { scores } = await client.call('listScores', { query: { limit: 1, entityKind: 'api' } })
  check<Same<typeof scores, readonly Resource<Kinds['score']>[]>>()
  const { user, partition } = await client.call('getMe')
  check<Same<typeof partition, 'live' | 'test'>>()
  check<Same<NonNullable<typeof user>['role'], Role>>()
  const { nodes, edges } = await client.call('getGraph', { query: { direction: 'both', depth: 2 } })
  check<Same<(typeof nodes)[number], GraphNode>>()
  check<Same<(typeof edges)[number]['hitEnd'], 'from' | 'to'>>()
  const { drift } = await client.call('getDrift', { query: { appId: 'prj_x' } })
  check<Same<typeof drift, Drift | null>>()
  const { snapshots, nextCursor } = await client.call('listSloSnapshots', { params: { sloId: 'slo_x' } })
  check<Same<typeof snapshots, readonly Resource<Kinds['sloSnapshot']>[]>>()
  check<Same<typeof nextCursor, string | null | undefined>>()
  const { results } = await client.call('ingestSlis', { body: { items: [{ sloId: 'slo_x', value: 1 }] } })
  check<Same<typeof results, readonly IngestResult[]>>()
  await client.call('ingestSlis', { body: { sloId: 'slo_x', value: 1 } })
  await client.call('listErrorTrackers', { query: { appId: 'prj_x', limit: 5 } })
  await client.call('deleteToken', { params: { tokenId: 'tok_x' } })
  await client.call('handOver', { params: { uid: 'usr_x' }, body: { toUid: 'usr_y' } })
}

/** Unknown and missing input of an operation does not compile. */
export async function refusedCalls(client: Client) {
  // @ts-expect-error there is no such operation
  await client.call('getNothing')
  // @ts-expect-error a token has a name
  await client.call('createToken', { body: {} })
  // @ts-expect-error a token cannot be created without a body
  await client.call('createToken')
  const graph = await client.call('getGraph')
  // @ts-expect-error a graph has nodes
  void graph.vertices
  // @ts-expect-error a node is active or not
  void graph.nodes[0]?.isActive
  // @ts-expect-error there is no such direction
  await client.call('getGraph', { query: { direction: 'up' } })
  // @ts-expect-error there is no such parameter
  await client.call('getGraph', { query: { deep: 2 } })
  // @ts-expect-error a project must be named
  await client.call('getCosts')
  // @ts-expect-error an SLO must be named
  await client.call('explainSlo', {})
  // @ts-expect-error the path has no such parameter
  await client.call('explainSlo', { params: { id: 'slo_x' } })
  // @ts-expect-error it takes no query
  await client.call('getMe', { query: { limit: 1 } })
  // @ts-expect-error they cannot be filtered by this
  await client.call('listErrorTrackers', { query: { provider: 'sentry' } })
  // @ts-expect-error a report is of an SLO
  await client.call('ingestSlis', { body: { items: [{ value: 1 }] } })
}

export async function known(client: Client, operation: Operation, kind: Kind) {
  const answer = await client.ask(operation, { params: { id: 'x' }, query: { limit: 1 } })
  check<Same<typeof answer, Fields>>()
  const typed = await client.records(kinds.api).read('api_x')
  check<Same<typeof typed, Tagged<Api>>>()
  const untyped = await client.records(kind).page()
  check<Same<typeof untyped, Page<Fields>>>()
}
