import assert from 'node:assert/strict'
import {
  allKinds,
  asQueryWord,
  configuredTypes,
  type Field,
  integrations,
  type Kind,
  kinds,
  newValueSchema,
} from '@svc/model'
import { addUser, createOrganisation } from '@svc/server'
import {
  clientOf,
  companionFields,
  createFixtures,
  type Fields,
  type Fixtures,
  type TestApp,
  type TestOrganisation,
  writableFields,
} from '@svc/server/testing'
import { canaries, elsewhere, hostileOf } from './texts.ts'

export interface HostileCatalog {
  readonly setupLink: string
  readonly organisation: TestOrganisation
  readonly fixtures: Fixtures
  /** By the name of its kind, one record for each canary. */
  readonly records: Readonly<Record<string, readonly Fields[]>>
}

export const ownerEmail = 'owner@example.com'

/** An organisation with a canary in every text that the API accepts. */
export async function hostileCatalog(app: TestApp): Promise<HostileCatalog> {
  const [name = ''] = canaries
  const made = await createOrganisation(app.store, { name, ownerEmail })
  assert.ok(made)
  const { organisationId, userId, token, setupLink } = made
  const owner = clientOf(app.url, token)
  let users = 0
  const organisation: TestOrganisation = {
    id: organisationId,
    ownerId: userId,
    ownerToken: token,
    owner,
    user: async (role) => {
      const email = `"><img/src=x/onerror=window.ran=${++users}>@${elsewhere}`
      const added = await addUser(app.store, organisationId, { email, role, name: hostileText(users) })
      return { ...added, email }
    },
    person: async () => owner,
    key: async () => owner,
  }
  const fixtures = createFixtures({ app, organisation })
  const records: Record<string, readonly Fields[]> = {}
  // First what others point at.
  for (const kind of new Set<Kind>([kinds.user, kinds.team, ...allKinds])) {
    if (!ofTheService.includes(kind)) records[kind.name] = await recordsFor(kind, fixtures, records)
  }
  await askOthers(fixtures, records)
  await connectIntegrations(fixtures)
  return { setupLink, organisation, fixtures, records }
}

const hostileText = (n: number): string => canaries[n % canaries.length] ?? ''

/** Records that svc creates itself, or of which there is only one. */
const ofTheService: readonly Kind[] = [kinds.score, kinds.sloSnapshot, kinds.ssoSettings, kinds.integration]

async function recordsFor(
  kind: Kind,
  fixtures: Fixtures,
  known: HostileCatalog['records'],
): Promise<readonly Fields[]> {
  const made: Fields[] = []
  for (const n of canaries.keys()) {
    const fields = { ...references(kind, n, known), ...hostileFields(kind, n) }
    made.push(
      await fixtures.make(kind, {
        ...fields,
        ...(kind === kinds.oncallBinding && hostileRota(n)),
        ...(kind === (kinds.view as Kind) && { query: asQueryWord(hostileText(n)) }),
      }),
    )
  }
  const [first, ...others] = made
  // One change more, so that there is a before and an after.
  return first && kind.verbs.includes('update') ? [await changed(kind, first, fixtures), ...others] : made
}

/** All point at the first of a kind, whose page then shows them all; where only one may, each at its own. */
function references(kind: Kind, n: number, known: HostileCatalog['records']): Fields {
  const found = writableFields(kind).flatMap(([key, field]) => {
    if (field.type !== 'ref' || !fitsExample(kind, key)) return []
    const target = targetOf(field, kind.example as Fields)
    const id = known[target]?.[kind.unique ? n : 0]?.id
    return id === undefined ? [] : [[key, id] as const]
  })
  return Object.fromEntries(found)
}

/** Whether a record as in the example may have the field. */
const fitsExample = (kind: Kind, key: string): boolean =>
  Object.entries(companionFields(kind, key)).every(
    ([other, value]) => (kind.example as Fields)[other] === value,
  )

const targetOf = ({ target = '' }: Field, beside: Fields): string =>
  typeof target === 'string' ? target : (target.kinds[String(beside[target.by])] ?? '')

async function changed(kind: Kind, { id }: Fields, { client }: Fixtures): Promise<Fields> {
  const kept = Object.entries(hostileFields(kind, 1)).filter(([key]) => !kind.fields[key]?.traits.immutable)
  const { status, text, body } = await client.patch(`${kind.path}/${id}`, Object.fromEntries(kept))
  assert.equal(status, 200, `PATCH ${kind.path}: ${text}`)
  return body
}

/** Adjusts fields that a rule over several fields would reject. */
const ruledOut: ReadonlySet<string> = new Set([
  'error_tracker.projectRef',
  'identity_provider.saml',
  // Every other binding has a rota instead.
  'oncall_binding.manual',
  'oncall_binding.serviceId',
  // Its example says what must be there.
  'group_mapping.source',
  'workload_trust.conditions',
  'workload_trust.audience',
  // They name fields, and its query is a word in quotes instead.
  'view.sort',
  'view.groupBy',
  'view.query',
  // With uses of their own the integrations could not be configured with the items.
  'secret.uses',
])

/** For every other binding: somebody who is not a member, with all contact details. */
function hostileRota(n: number): Fields {
  if (n % 2 === 0) return {}
  const { uid: _, ...parts } =
    kinds.oncallBinding.fields.manual.schema.properties?.people?.items?.properties ?? {}
  const person = Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, hostileOf(part, n)]))
  const times = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' }
  return {
    provider: 'manual',
    scheduleId: null,
    manual: { people: [person], overrides: [{ ...times, person }] },
  }
}

const isFree = (kind: Kind, key: string, n: number): boolean =>
  !ruledOut.has(`${kind.name}.${key}`) && (n === 0 || !kind.unique?.includes(key))

/** Every text that a body may carry. */
function hostileFields(kind: Kind, n: number): Fields {
  const values = writableFields(kind)
    .filter(([key, { type }]) => type !== 'ref' && type !== 'refs' && isFree(kind, key, n))
    .map(([key, field]) => [key, hostileOf(newValueSchema(field), n)])
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

/** What other services say about whoever is on call, and about what has failed. */
async function askOthers({ client }: Fixtures, records: HostileCatalog['records']): Promise<void> {
  const bindings = records[kinds.oncallBinding.name] ?? []
  const trackers = records[kinds.errorTracker.name] ?? []
  for (const path of [
    ...bindings.map(({ id }) => `${kinds.oncallBinding.path}/${id}/refresh`),
    ...trackers.map(({ appId }) => `${kinds.errorTracker.path}/${appId}/refresh`),
  ]) {
    const { status, text } = await client.post(path)
    assert.equal(status, 200, `${path}: ${text}`)
  }
}

async function connectIntegrations({ client }: Fixtures): Promise<void> {
  for (const [index, type] of configuredTypes.entries()) {
    const { config, example } = integrations[type]
    const body = {
      displayName: hostileText(index),
      config: { ...example, ...(hostileOf(config, index) as object) },
    }
    const made = await client.send('PUT', `/integrations/${type}`, body)
    assert.equal(made.status, 200, `${type}: ${made.text}`)
  }
}
