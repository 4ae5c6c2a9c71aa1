import { type Kind, kinds, listKeyOf, type Operation } from '@svc/model'
import {
  addressOf,
  type Client,
  caughtUp,
  eventually,
  type Fields,
  kindInPath,
  sampleOf,
  writableFields,
} from '../../testing/index.ts'
import { done, readOf, type Scene } from './suite.ts'

const size = 7

export interface Filled {
  readonly client: Client
  readonly query: Readonly<Record<string, string>>
  /** In the order they were created. */
  readonly made: readonly Fields[]
  /** All that the list shows with the query, in its order. */
  readonly all: readonly Fields[]
}

/** Some records of a kind that differ from each other wherever they can. */
export async function filled(scene: Scene, kind: Kind): Promise<Filled> {
  const made: Fields[] = []
  const targets = new Map<string, readonly unknown[]>()
  for (const [key, field] of writableFields(kind)) {
    const ids = async () => [await scene.value(kind, key, {}), await scene.value(kind, key, {}), null]
    if (field.type === 'ref' && field.traits.nullable && field.traits.filter) targets.set(key, await ids())
    // Each value of an array of references is an array.
    if (field.type === 'refs' && field.traits.filterAs)
      targets.set(
        key,
        (await ids()).map((one) => one ?? []),
      )
  }
  const required = (kind.requiredFilters ?? []).map((key) => [key, kind.fields[key]] as const)
  const shared = Object.fromEntries(
    await Promise.all(required.map(async ([key]) => [key, await scene.value(kind, key, {})])),
  )
  for (let n = 0; n < size; n += 1) {
    const over: Record<string, unknown> = { ...shared }
    for (const [key, field] of writableFields(kind)) {
      if (key in shared || field.target || kind.unique?.includes(key)) continue
      if (field.type === 'enum' || field.type === 'boolean' || field.traits.filterAs || field.traits.filter)
        over[key] = sampleOf(field.schema, n % 3, key)
    }
    if (kind.newestBy) over[kind.newestBy] = sampleOf({ type: 'string', format: 'date-time' }, (n * 3) % 5)
    if (kind.sortBy) over[kind.sortBy] = ['b', 'A', 'a', 'C', 'Ä', 'c', 'B'][n] ?? `z${n}`
    else if (kind.search) over[kind.search[0] ?? ''] = `Name ${n % 2 === 0 ? 'Even' : 'odd'} ${n} 100%_\\`
    for (const [key, ids] of targets) over[key] = ids[n % 3]
    made.push(await scene.make(kind, consistent(kind, over, n)))
  }
  const query = shared as Record<string, string>
  const all = await itemsOf(scene.client, kind, { ...query, ...narrowed(kind) })
  return { client: scene.client, query, made, all }
}

/** Values that go together where fields depend on each other. */
function consistent(kind: Kind, over: Fields, n: number): Fields {
  if (kind.name === kinds.slo.name)
    return { ...over, objective: null, currentValue: [null, 99.99, 50][n % 3] }
  if (kind.name === kinds.identityProvider.name) return { ...over, protocol: 'oidc' }
  if (kind.name === kinds.groupMapping.name)
    return { ...over, source: over.identityProviderId === null ? 'scim' : 'idp', mode: 'live' }
  return over
}

/** What makes a list show everything, unless that parameter is the filter under test. */
export const narrowed = (kind: Kind, filter = ''): Readonly<Record<string, string>> =>
  kind.hiddenBy && kind.hiddenBy !== filter ? { [kind.hiddenBy]: 'all' } : {}

export async function itemsOf(client: Client, kind: Kind, query: Fields): Promise<readonly Fields[]> {
  const list = await readOf(client, `${kind.path}?${new URLSearchParams(query as never)}`)
  return list[listKeyOf(kind)] as readonly Fields[]
}

export interface Place {
  readonly client: Client
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly key: string
}

export const placeOfKind = (kind: Kind, { client, query }: Filled): Place => ({
  client,
  path: kind.path,
  query: { ...query, ...narrowed(kind) },
  key: listKeyOf(kind),
})

/** Where a list with several entries is. */
export async function place(scene: Scene, operation: Operation): Promise<Place> {
  const { client } = scene
  const [key = ''] = operation.success.schema?.required ?? []
  const owner = kindInPath(operation.path)
  const { id } = owner ? await scene.make(owner) : {}
  const path = addressOf(operation.path, id)
  await fill[operation.id]?.(scene, String(id))
  // Everything the background adds, such as scores, is there before the first page is requested.
  await caughtUp(scene.app)
  return { client, path, query: {}, key }
}

/** How the lists that do not belong to a kind get their entries. */
const fill: Readonly<Record<string, (scene: Scene, id: string) => Promise<unknown>>> = {
  listTokens: (scene) => times(3, () => scene.make(kinds.token)),
  listErrorTrackers: (scene) => times(3, () => scene.make(kinds.errorTracker)),
  listScimTokens: (scene) => times(3, () => scene.make(kinds.scimToken)),
  listOnCallFeeds: (scene) => times(3, () => scene.make(kinds.oncallFeed)),
  listApiKeys: (scene) => times(3, () => scene.make(kinds.apiKey)),
  listSloSnapshots: (scene, sloId) =>
    times(4, (n) => scene.make(kinds.sloSnapshot, { sloId, takenAt: `2026-11-01T06:${n}0:00.000Z` })),
  listWebhookDeliveries: (scene, webhookId) =>
    times(3, (n) => scene.make(kinds.webhookDelivery, { webhookId, eventSeq: n + 1 })),
  listProjectCosts: (scene) => times(3, () => scene.make(kinds.costEntry)),
  listScorecardScores: (scene) => times(3, () => scene.make(kinds.project)),
  listScores: async (scene) => {
    await times(2, () => scene.make(kinds.scorecard))
    await times(2, () => scene.make(kinds.api))
  },
  listIssueActivity: async (scene, id) => {
    await eventually(
      () => readOf(scene.client, `/issues/${id}`),
      ({ sequenceNumber }) => sequenceNumber !== null,
    )
    for (const status of ['triaged', 'fixed']) done(await scene.client.patch(`/issues/${id}`, { status }))
  },
  listIssueRunbooks: async (scene, id) => {
    const { appId, severity } = await readOf(scene.client, `/issues/${id}`)
    for (const pinned of [false, true])
      for (const linkedIncidentSeverities of [[], [severity]])
        await scene.make(kinds.runbook, { linkedAppIds: [appId], linkedIncidentSeverities, pinned })
  },
  listDeleted: (scene) =>
    times(3, async () => done(await scene.client.delete(`/teams/${(await scene.make(kinds.team)).id}`), 204)),
  listAuditLog: async (scene) => {
    await times(3, () => scene.make(kinds.team))
    await scene.make(kinds.ssoDomain)
  },
}

async function times(count: number, run: (n: number) => Promise<unknown>): Promise<void> {
  for (let n = 0; n < count; n += 1) await run(n)
}

/** Creates each thing once, however often it is requested. */
export function once<K, V>(make: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const known = new Map<K, Promise<V>>()
  return (key) => {
    const value = known.get(key) ?? make(key)
    known.set(key, value)
    return value
  }
}
