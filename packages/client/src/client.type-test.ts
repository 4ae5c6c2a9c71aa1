import type { Kind, Resource, Kinds } from '@svc/model'
import type { Client, Fields, NotModified, Page, Tagged } from './index.ts'

/** Nothing here runs: it says what the types must come to, and the compiler agrees or not. */

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

  // @ts-expect-error a word that a lifecycle does not have
  await client.api.page({ lifecycle: 'old' })
  // @ts-expect-error no filter is called so
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
  const { scores } = await client.call('listScores', { query: { limit: 1 } })
  check<Same<typeof scores, readonly Resource<Kinds['score']>[]>>()
  const me = await client.call('getMe')
  check<Same<typeof me, Fields>>()

  // @ts-expect-error there is no such operation
  await client.call('getNothing')
  // @ts-expect-error a token has a name
  await client.call('createToken', { body: {} })
}
