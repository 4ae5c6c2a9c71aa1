import assert from 'node:assert/strict'
import {
  allKinds,
  allOperations,
  type Field,
  isSharedByModes,
  type Kind,
  kindNamed,
  kinds,
  type Mode,
  newValueSchema,
  type Operation,
  type Verb,
} from '@svc/model'
import { partitionOf, systemCaller } from '../services/context.ts'
import { draftOf } from '../services/records/draft.ts'
import { organisation as findOrganisation } from '../services/identity/operator.ts'
import { newId } from '../services/ids.ts'
import { targetOf } from '../services/records/references.ts'
import type { TestApp, TestOrganisation } from './app.ts'
import type { Client } from './client.ts'
import { sampleOf } from './values.ts'

export type Fields = Readonly<Record<string, unknown>>

export interface FixtureOptions {
  readonly app: TestApp
  readonly organisation: TestOrganisation
  /** Who creates the records; by default the owner's live token. */
  readonly client?: Client
  readonly mode?: Mode
}

/** Creates records of any kind in one partition, and first whatever they reference. */
export interface Fixtures {
  readonly client: Client
  /** A body that creates a record: the kind's example, its references filled in. */
  body(kind: Kind, over?: Fields): Promise<Fields>
  /** A body that names every field a caller may write. */
  fullBody(kind: Kind): Promise<Fields>
  /** A record: over HTTP if the kind can be created there, else written to the store. */
  make(kind: Kind, over?: Fields): Promise<Fields>
  /** A record written to the store as given, even with what only the service sets. */
  put(kind: Kind, over?: Fields): Promise<Fields>
  /** A value for a field that differs for each `n`; references point to new records. */
  value(kind: Kind, key: string, beside: Fields, n?: number): Promise<unknown>
}

/** Every kind that has all of the verbs. */
export const kindsWith = (...verbs: readonly Verb[]): readonly Kind[] =>
  allKinds.filter((kind) => verbs.every((verb) => kind.verbs.includes(verb)))

export const writableFields = (kind: Kind): readonly (readonly [string, Field])[] =>
  Object.entries(kind.fields).filter(([, { traits }]) => !traits.managed && !traits.internal)

export const mutableFields = (kind: Kind): readonly (readonly [string, Field])[] =>
  writableFields(kind).filter(([, { traits }]) => !traits.immutable)

/** What a record must have for a field to be accepted, where two fields depend on each other. */
export const companionFields = (kind: Kind, key: string): Fields => needed[kind.name]?.[key] ?? {}

const needed: Readonly<Record<string, Readonly<Record<string, Fields>>>> = {
  [kinds.identityProvider.name]: { saml: { protocol: 'saml' }, oidc: { protocol: 'oidc' } },
  [kinds.oncallBinding.name]: {
    // In a form that every provider accepts.
    provider: { scheduleId: 'platform' },
    serviceId: { provider: 'pagerduty', scheduleId: null },
    manual: { provider: 'manual', scheduleId: null, serviceId: null },
  },
  // A team is of the mode that is said.
  [kinds.groupMapping.name]: { identityProviderId: { source: 'idp' }, mode: { teamId: null } },
  [kinds.slo.name]: { objective: { type: 'custom' } },
  [kinds.oncallFeed.name]: { teamId: { of: 'team' }, userUid: { of: 'person' } },
  // They have everything a rule may require.
  [kinds.scorecard.name]: { rules: { applicableKinds: ['api', 'resource'] } },
}

/** Values for fields that take only names of something else. */
const fits: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
  [kinds.view.name]: { sort: ['name', '-createdAt'], groupBy: ['lifecycle', 'ownerTeamId'] },
}

/** Whether a field takes only names of something else, which need not be a record. */
export const isNaming = (kind: Kind, key: string): boolean => fits[kind.name]?.[key] !== undefined

/** Whether the service fills in a field that a caller leaves out. */
export const isFilledIn = (kind: Kind, key: string): boolean =>
  kind.name === kinds.slo.name && key === 'objective'

/** The kind whose record an address names: that of the segment before the parameter. */
export const kindInPath = (path: string): Kind | undefined =>
  path.includes('/{') ? allKinds.find((kind) => kind.path === path.split('/{', 1)[0]) : undefined

/** The query that an operation requires, for a project. */
export function requiredQueryOf(
  { query = {}, requiredQuery = [], requiredOneOf = [] }: Operation,
  projectId: unknown,
): string {
  const values: Readonly<Record<string, unknown>> = {
    of: `component:${projectId}`,
    q: (kinds.project.example as Fields).name,
    kind: kinds.project.name,
    from: '2026-11-16T00:00:00.000Z',
    to: '2026-11-23T00:00:00.000Z',
  }
  return [...requiredQuery, ...requiredOneOf.slice(0, 1)]
    .map((key) => `${key}=${values[key] ?? query[key]?.enum?.[0] ?? projectId}`)
    .join('&')
}

/** An operation's address with ids in place of its parameters, the last one for all that are left. */
export const addressOf = (path: string, ...ids: readonly unknown[]): string => {
  let place = 0
  return path.replace(/\{\w+\}/g, () => String(ids[Math.min(place++, ids.length - 1)]))
}

/** The ids in an operation's address about a record: its own, and that of a new part of it. The part is there then. */
export async function idsIn(client: Client, path: string, id: unknown): Promise<readonly unknown[]> {
  if (path.split('{').length < 3) {
    const only = allOperations.find((one) => one.method === 'PUT' && one.path === path)
    const isPart =
      !path.endsWith('}') && allOperations.some((one) => one.method === 'DELETE' && one.path === path)
    if (only && isPart) {
      const put = await client.send('PUT', addressOf(path, id), only.bodyExample)
      assert.equal(put.status, 200, `PUT ${path}: ${put.text}`)
    }
    return [id]
  }
  const parts = path.slice(0, path.lastIndexOf('/{'))
  const creation = allOperations.find((one) => one.method === 'POST' && one.path === parts)
  const made = await client.post(addressOf(parts, id), creation?.bodyExample)
  assert.equal(made.status, 201, `POST ${parts}: ${made.text}`)
  return [id, made.body.id]
}

/** What identifies a record in an address: its id, or the field used instead. */
export const addressedBy = (kind: Kind, record: Fields | undefined): unknown =>
  record?.[kind.fields[kind.idParam] ? kind.idParam : 'id']

const creationOf = (kind: Kind) =>
  allOperations.find(({ method, path }) => method === 'POST' && path === kind.path)

/** Whether a record of the kind can be created over HTTP. */
const isCreatable = (kind: Kind): boolean => creationOf(kind) !== undefined

/** What a create body has in addition to the record's fields: the value of a vault item. */
const besideFields = (kind: Kind): Fields =>
  Object.fromEntries(Object.entries(creationOf(kind)?.bodyExample ?? {}).filter(([key]) => !kind.fields[key]))

let count = 0

export function createFixtures(options: FixtureOptions): Fixtures {
  const { app, organisation, client = organisation.owner, mode = 'live' } = options

  const target = async (field: Field, beside: Fields): Promise<string> =>
    String((await make(kindNamed(targetOf(field, beside)))).id)

  const value: Fixtures['value'] = async (kind, key, beside, n = 1) => {
    const field = kind.fields[key] as Field
    if (field.type === 'ref') return target(field, beside)
    if (field.type === 'refs') return [await target(field, beside), await target(field, beside)]
    const fitting = fits[kind.name]?.[key]
    if (fitting) return fitting[n % fitting.length]
    // No text that is made up is a domain.
    if (kind === (kinds.ssoDomain as Kind) && key in unlike(kind)) return unlike(kind)[key]
    return sampleOf(newValueSchema(field), n, key)
  }

  const body: Fixtures['body'] = async (kind, over = {}) => {
    const made: Record<string, unknown> = {
      ...kind.example,
      ...besideFields(kind),
      ...silent(kind),
      ...unlike(kind),
      ...over,
    }
    for (const [key, field] of writableFields(kind)) {
      const isToFill = field.type === 'ref' && String(made[key]).endsWith('…')
      if (isToFill && targetOf(field, made) !== '') made[key] = await target(field, made)
    }
    return made
  }

  const fullBody: Fixtures['fullBody'] = async (kind) => {
    const made: Record<string, unknown> = { ...(await body(kind)) }
    for (const [key] of writableFields(kind)) {
      const needs = companionFields(kind, key)
      const isFree = Object.entries(needs).every(([other, expected]) => made[other] === expected)
      if (made[key] === undefined && isFree) made[key] = await value(kind, key, made)
    }
    return made
  }

  const insert = async (kind: Kind, over: Fields): Promise<Fields> => {
    const caller = systemCaller(await findOrganisation(app.store, organisation.id), mode)
    const input = { ...(await body(kind)), ...over }
    return app.store.write(
      { partitionId: partitionOf(caller, kind), actor: caller.actor, now: () => new Date() },
      async (change) => {
        const draft = draftOf(kind, input, { id: newId(kind.idPrefix), at: change.at })
        return (await change.insert(kind, { ...draft.next, ...over })).record
      },
    )
  }

  const make: Fixtures['make'] = async (kind, over = {}) => {
    if (kind.name === kinds.user.name) return organisation.user('member')
    if (!isCreatable(kind)) return insert(kind, over)
    // What both modes share is created in live mode.
    const maker = mode === 'test' && isSharedByModes(kind) ? organisation.owner : client
    const made = await maker.post(kind.path, await body(kind, over))
    assert.equal(made.status, 201, `POST ${kind.path}: ${made.text}`)
    return made.body
  }

  return { client, body, fullBody, make, put: (kind, over = {}) => insert(kind, over), value }
}

/** Nothing listens at the address in a webhook's example. */
const silent = (kind: Kind): Fields => (kind === (kinds.webhook as Kind) ? { status: 'disabled' } : {})

/** What automation reports, each with a unique name. */
const reportedKinds: readonly Kind[] = [kinds.deployment, kinds.costEntry, kinds.driftSnapshot]

/** Makes each example unique where two records of a kind must differ. */
function unlike(kind: Kind): Fields {
  if (kind === (kinds.ssoDomain as Kind)) return { normalizedDomain: `example-${++count}.com` }
  if (reportedKinds.includes(kind)) return { externalId: `report-${++count}` }
  // A query of one kind is none of another.
  if (kind === (kinds.view as Kind)) return { query: '' }
  if (kind === (kinds.secret as Kind)) return { keyword: `keyword-of-${++count}` }
  const key = uniqueText(kind)
  return key === undefined ? {} : { [key]: `Example ${++count}` }
}

/** A text of any form that no two records of a kind share, if there is one. */
export const uniqueText = ({ unique = [], fields }: Kind): string | undefined =>
  unique.find((key) => fields[key]?.type === 'text' && (fields[key].schema.pattern ?? '\\S') === '\\S')
