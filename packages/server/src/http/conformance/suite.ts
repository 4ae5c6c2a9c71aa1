import assert from 'node:assert/strict'
import { isRequired, type Kind, kinds } from '@svc/model'
import {
  checkedClient,
  type Client,
  companionFields,
  createFixtures,
  type Fields,
  type Fixtures,
  kindsWith,
  mutableFields,
  type Reply,
  type TestApp,
  type TestOrganisation,
  writableFields,
} from '../../testing/index.ts'

/** One organisation, with an owner whose every answer is checked against the description. */
export interface Scene extends Fixtures {
  readonly app: TestApp
  readonly organisation: TestOrganisation
}

export async function newScene(app: TestApp): Promise<Scene> {
  const organisation = await app.organisation()
  const client = checkedClient(organisation.owner)
  return { app, organisation, ...createFixtures({ app, organisation, client }) }
}

const settings: Kind = kinds.ssoSettings

/** Everything that can be changed, including the one record that always exists. */
export const changeableKinds: readonly Kind[] = [...kindsWith('update'), settings]

export const requiredFields = (kind: Kind): readonly string[] =>
  writableFields(kind).flatMap(([key, field]) => (isRequired(field) ? [key] : []))

/** A record to change, and where it is. */
export async function changeable(
  scene: Scene,
  kind: Kind,
  over: Fields = {},
): Promise<{ readonly path: string; readonly record: Fields }> {
  if (kind === settings) await allowEnforcement(scene)
  const path = kind === settings ? kind.path : `${kind.path}/${(await scene.make(kind, over)).id}`
  return { path, record: await readOf(scene.client, path) }
}

/** What must be set up before members can be required to sign in through a provider. */
async function allowEnforcement({ client, organisation, put }: Scene): Promise<void> {
  await put(kinds.identityProvider, { lastSignInAt: new Date().toISOString() })
  await put(kinds.ssoDomain, { verificationStatus: 'verified' })
  const breakGlassUids = [organisation.ownerId, (await organisation.user('admin')).id]
  done(await client.patch(settings.path, { breakGlassUids }))
}

/** One record for all fields of a kind that can be tested on it, as it currently is. */
export function changeableFor(scene: Scene, kind: Kind) {
  const paths = new Map<string, string>()
  return async (key: string): Promise<{ readonly path: string; readonly record: Fields }> => {
    const needs = companionFields(kind, key)
    const known = paths.get(JSON.stringify(needs))
    const path = known ?? (await changeable(scene, kind, needs)).path
    paths.set(JSON.stringify(needs), path)
    return { path, record: await readOf(scene.client, path) }
  }
}

/** A body that changes a record in one field. */
export async function aChange(scene: Scene, kind: Kind, record: Fields): Promise<Fields> {
  const [key = ''] = mutableFields(kind)[0] ?? []
  for (let n = 1; ; n += 1) {
    const value = await scene.value(kind, key, record, n)
    if (value !== record[key]) return { [key]: value }
  }
}

export async function readOf(client: Client, path: string): Promise<Fields> {
  const reply = await client.get(path)
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

/** The body of an answer that must be a success. */
export function done(reply: Reply, status = 200): Reply['body'] {
  assert.equal(reply.status, status, `${status} expected: ${reply.status} ${reply.text}`)
  return reply.body
}

/** An answer that must be a 400 with a detail that points at the path. */
export function refusedAt(reply: Reply, path: string, about: string): void {
  assert.equal(reply.status, 400, `${about}: 400 expected: ${reply.status} ${reply.text.slice(0, 300)}`)
  assert.equal(reply.body.code, 'invalid_request')
  const paths = (reply.body.details ?? []).map((detail: { path: string }) => detail.path)
  assert.ok(paths.includes(path), `${about}: ${path} expected among ${paths.join(', ')}`)
}

export const pick = (record: Fields, keys: Iterable<string>): Fields =>
  Object.fromEntries(Array.from(keys, (key) => [key, record[key]]))

export const without = (record: Fields, ...keys: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)))

/** A record without what the service fills in shortly afterwards: an issue's number. */
export const settled = (record: Fields): Fields => without(record, 'sequenceNumber')
