import assert from 'node:assert/strict'
import { allOperations, type Kind, kinds, listKeyOf, type Mode } from '@svc/model'
import type { TestApp, TestOrganisation } from './app.ts'
import type { Client } from './client.ts'
import { checkedClient } from './contract.ts'
import {
  addressedBy,
  addressOf,
  companionFields,
  createFixtures,
  type Fields,
  type Fixtures,
  idsIn,
  isNaming,
  kindInPath,
  kindsWith,
  uniqueText,
  writableFields,
  requiredQueryOf,
} from './fixtures.ts'

/** One partition with a record of every kind, each distinguishable from all others. */
export interface Side {
  readonly name: string
  readonly organisation: TestOrganisation
  readonly mode: Mode
  readonly client: Client
  readonly fixtures: Fixtures
  readonly made: ReadonlyMap<Kind, Fields>
  /** The event of a deletion. */
  readonly deletion: string
  /** The ids in the addresses of what is below a record. */
  readonly parts: ReadonlyMap<string, readonly unknown[]>
}

export const everyKind: readonly Kind[] = [
  ...kindsWith('list'),
  kinds.sloSnapshot,
  kinds.webhookDelivery,
  kinds.integration,
  kinds.errorTracker,
  kinds.token,
  kinds.apiKey,
  kinds.scimToken,
  kinds.oncallFeed,
]

export const markerOf = ({ name }: Pick<Side, 'name'>): string => `only-in-${name}`

export async function newSide(
  app: TestApp,
  name: string,
  organisation: TestOrganisation,
  mode: Mode,
): Promise<Side> {
  const client = checkedClient(await organisation.person('owner', { mode }))
  const fixtures = createFixtures({ app, organisation, client, mode })
  const made = new Map<Kind, Fields>()
  const member = await organisation.user('member')
  const project = await fixtures.make(kinds.project, { name: markerOf({ name }) })
  made.set(kinds.project, project)
  for (const kind of everyKind) {
    const over = { ...markedFields(kind, name), ...belonging(kind, made) }
    if (!made.has(kind)) made.set(kind, await fixtures.make(kind, over))
    // A second one, so that every list has two pages.
    await fixtures.make(kind, { ...over, ...another(kind, name) })
  }
  // For another project, so that the costs of projects have two pages, too.
  await fixtures.make(kinds.costEntry, { ...markedFields(kinds.costEntry, name), externalId: 'elsewhere' })
  await client.patch(`/teams/${made.get(kinds.team)?.id}`, { memberUids: [member.id], leadUid: member.id })
  await client.patch(`/issues/${made.get(kinds.issue)?.id}`, { status: 'triaged', assignedToUid: member.id })
  const gone = await fixtures.make(kinds.runbook, markedFields(kinds.runbook, name))
  await client.delete(`/runbooks/${gone.id}`)
  // And a second one, for another page.
  await client.delete(`/domains/${(await fixtures.make(kinds.domain, markedFields(kinds.domain, name))).id}`)
  const [deletion] = (await client.get('/deleted?kind=runbook')).body.deleted
  const parts = new Map<string, readonly unknown[]>()
  for (const { method, path } of allOperations) {
    const kind = kindInPath(path)
    if (method === 'GET' && kind)
      parts.set(path, await idsIn(client, path, addressedBy(kind, made.get(kind))))
  }
  return { name, organisation, mode, client, fixtures, made, parts, deletion: String(deletion.eventId) }
}

/** Every text that a caller may write says where it was written. */
function markedFields(kind: Kind, name: string): Fields {
  const texts = writableFields(kind).filter(
    ([key, { type, schema, traits }]) =>
      type === 'text' &&
      !traits.only &&
      !isNaming(kind, key) &&
      Object.keys(companionFields(kind, key)).length === 0 &&
      (schema.pattern ?? '\\S') === '\\S' &&
      (schema.maxLength ?? 0) > 60 &&
      key !== 'email',
  )
  return Object.fromEntries(texts.map(([key]) => [key, markerOf({ name })]))
}

/** Related records, so that each path of one record has something below it. */
function belonging(kind: Kind, made: ReadonlyMap<Kind, Fields>): Fields {
  const appId = made.get(kinds.project)?.id
  if (kind === (kinds.sloSnapshot as Kind)) return { sloId: made.get(kinds.slo)?.id }
  if (kind === (kinds.webhookDelivery as Kind)) return { webhookId: made.get(kinds.webhook)?.id }
  if (kind === (kinds.errorTracker as Kind)) return {}
  if (kind === (kinds.runbook as Kind)) return { linkedAppIds: [appId] }
  return kind.fields.appId ? { appId } : {}
}

function another(kind: Kind, name: string): Fields {
  if (kind === (kinds.sloSnapshot as Kind)) return { takenAt: '2026-11-01T06:15:00.000Z' }
  if (kind.fields.externalId) return { externalId: 'another' }
  const key = uniqueText(kind)
  if (key !== undefined) return { [key]: `${markerOf({ name })} again` }
  return kind === (kinds.integration as Kind) ? { type: 'jira' } : {}
}

/** An operation's address about a side's own record. */
export const ownAddress = (own: Side, path: string): string => {
  if (path.startsWith('/deleted/')) return addressOf(path, own.deletion)
  const kind = kindInPath(path)
  return addressOf(path, ...(own.parts.get(path) ?? [kind && addressedBy(kind, own.made.get(kind))]))
}

/** Everything that a side can read, without what changes on its own. */
export async function snapshotOf(side: Side): Promise<unknown> {
  const lists = kindsWith('list').filter(({ home }) => home === 'partition')
  const texts = new Map<string, unknown>()
  for (const kind of lists) {
    const query = kind.requiredFilters ? `?appId=${side.made.get(kinds.project)?.id}` : ''
    texts.set(kind.path, (await side.client.get(`${kind.path}${query}`)).body[listKeyOf(kind)])
  }
  return texts
}

/** The text of every GET endpoint that a side can reach. */
export async function everyAnswer(side: Side): Promise<readonly (readonly [string, string])[]> {
  const answers: [string, string][] = []
  for (const operation of allOperations) {
    const { method, path, scope, asksOutside } = operation
    if (method !== 'GET' || asksOutside || scope === null) continue
    const query = requiredQueryOf(operation, side.made.get(kinds.project)?.id)
    const reply = await side.client.get(`${ownAddress(side, path)}?${query}`)
    assert.equal(reply.status, 200, `${side.name}: ${path}: ${reply.text}`)
    answers.push([path, reply.text])
  }
  return answers
}
