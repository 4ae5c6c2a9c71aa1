import assert from 'node:assert/strict'
import { type Kind, kinds, type Mode } from '@svc/model'
import { newId } from '../../services/ids.ts'
import { type PartitionId, partitionsOf } from '../../store/partition-id.ts'
import type { Client, Reply, TestApp, TestOrganisation } from '../../testing/index.ts'
import { rowsIn } from '../../testing/tables.ts'

/** What the acceptance tests require of every answer, and how they insert what no endpoint creates. */

export type Body = Reply['body']

/** The body of an answer that must have this status. */
export function bodyOf(reply: Reply, status = 200): Body {
  assert.equal(reply.status, status, `${status} expected, not ${reply.status}: ${reply.text}`)
  return reply.body
}

export const read = async (client: Client, path: string): Promise<Body> => bodyOf(await client.get(path))

export const make = async (client: Client, path: string, input: object): Promise<Body> =>
  bodyOf(await client.post(path, input), 201)

export const change = async (client: Client, path: string, input: object): Promise<Body> =>
  bodyOf(await client.patch(path, input))

export const remove = async (client: Client, path: string): Promise<void> => {
  bodyOf(await client.delete(path), 204)
}

export const idsOf = (records: readonly Body[]): readonly string[] => records.map(({ id }) => id)

/** An error in the shape that every error must have. */
export function refused(reply: Reply, status: number, code: string): Body {
  const { details, ...error } = bodyOf(reply, status)
  assert.deepEqual(Object.keys(error).sort(), ['code', 'message', 'requestId'], reply.text)
  assert.equal(error.code, code, reply.text)
  assert.match(error.message, /\S/)
  assert.equal(error.requestId, reply.headers.get('x-request-id'))
  if (details !== undefined) {
    for (const detail of details) assert.deepEqual(Object.keys(detail).sort(), ['message', 'path'])
  }
  return reply.body
}

/** A 400 that says which field is wrong, and repeats the value where there is one to repeat. */
export function refusedField(reply: Reply, field: string, value?: string): void {
  const { details = [] } = refused(reply, 400, 'invalid_request')
  const paths = details.map(({ path }: Body) => path)
  assert.ok(
    paths.some((path: string) => new RegExp(`(^|[/.])${field}($|[/.[])`).test(path)),
    `${field} should be named: ${reply.text}`,
  )
  if (value !== undefined) assert.ok(reply.text.includes(value), `${value} should be named: ${reply.text}`)
}

export const notFound = (reply: Reply): Body => refused(reply, 404, 'not_found')

export function unauthenticated(reply: Reply): void {
  refused(reply, 401, 'unauthenticated')
  assert.equal(reply.headers.get('www-authenticate'), 'Bearer')
}

export const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** An availability SLO in a new project, unless the fields say otherwise. */
export async function newSlo(
  owner: Client,
  fields: { readonly appId?: string; readonly [key: string]: unknown },
): Promise<Body> {
  const { appId = (await make(owner, '/projects', { name: 'Shop' })).id } = fields
  const slo = { name: 'x', appId, type: 'availability', target: 99, window: 'rolling30d' }
  return make(owner, '/slos', { ...slo, ...fields })
}

const system = { type: 'system', id: null, name: 'svc' } as const

export const partitionOf = (organisation: TestOrganisation, mode: Mode = 'live'): PartitionId =>
  partitionsOf(organisation.id).partitions[mode]

type Fields = Readonly<Record<string, unknown>>

/**
 * Inserts records as automation would, without an endpoint; fields that are not given get their default, or
 * null.
 */
export async function insertAll(
  { store }: TestApp,
  partitionId: PartitionId,
  kind: Kind,
  several: readonly Fields[],
): Promise<readonly string[]> {
  const none = Object.fromEntries(
    Object.entries(kind.fields).map(([key, { traits }]) => [
      key,
      traits.nullable ? null : (traits.default ?? null),
    ]),
  )
  return store.write({ partitionId, actor: system, now: () => new Date() }, async (transaction) => {
    const ids: string[] = []
    for (const fields of several) {
      const record = { ...none, createdAt: transaction.at, id: newId(kind.idPrefix), ...fields }
      await transaction.insert(kind, record)
      ids.push(String(record.id))
    }
    return ids
  })
}

export async function insert(
  app: TestApp,
  organisation: TestOrganisation,
  kind: Kind,
  fields: Fields,
): Promise<string> {
  const [id = ''] = await insertAll(app, partitionOf(organisation), kind, [fields])
  return id
}

/** Everything stored except the history, as text: nothing that was deleted may appear in it. */
export async function storedText({ store }: TestApp): Promise<string> {
  const tables = [
    ...Object.values(kinds).map(({ table }) => table),
    'elements',
    'facet_counts',
    'sweeps',
    'counters',
  ]
  const rows = []
  for (const table of tables) rows.push(await rowsIn(store, `select * from ${table}`))
  return JSON.stringify(rows)
}

export interface Clock {
  now(): Date
  set(time: string): void
  forward(ms: number): void
}

/** A clock that keeps ticking from where a test sets it. */
export function movableClock(start: string): Clock {
  let ahead = Date.parse(start) - Date.now()
  return {
    now: () => new Date(Date.now() + ahead),
    set: (time) => {
      ahead = Date.parse(time) - Date.now()
    },
    forward: (ms) => {
      ahead += ms
    },
  }
}
