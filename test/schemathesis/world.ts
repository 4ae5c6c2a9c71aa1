import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Kind, kinds, type Mode } from '@svc/model'
import type { ErrorTrackerSource, OnCallSource, RunningServer } from '@svc/server'
import { startServer } from '@svc/server/serve'
import {
  type Client,
  clientOf,
  createFixtures,
  type Fields,
  kindsWith,
  newOrganisation,
  openTestStore,
  type TestApp,
  type TestStore,
} from '@svc/server/testing'

/** A real server on a new store, without access to other machines. */
export interface World {
  readonly url: string
  /** What the server logged as an error: there should be nothing. */
  readonly errors: readonly object[]
  /** A caller with an organisation of its own, full of records. */
  caller(who: Who): Promise<Caller>
  close(): Promise<void>
}

export interface Who {
  readonly name: string
  readonly mode: Mode
  readonly as: 'owner' | 'member' | 'key'
}

export interface Caller {
  readonly name: string
  readonly mode: Mode
  readonly token: string
  readonly scopes: readonly string[]
  /** What was seeded, by the name of its kind. */
  readonly records: Readonly<Record<string, readonly Fields[]>>
  /** Projects that have an error tracker, which is addressed by them. */
  readonly trackedAppIds: readonly string[]
  /** APIs whose specification can be fetched. */
  readonly specApiIds: readonly string[]
  /** The key pairs for SAML, which are no records: the one that signs, and one that waits. */
  readonly samlKeyIds: readonly string[]
  /** The events of what was deleted and can be restored. */
  readonly deletionIds: readonly string[]
}

export async function startWorld(): Promise<World> {
  const errors: object[] = []
  const [specs, opened] = [await serveSpec(), await openTestStore('sqlite')]
  const server = await startServer({
    store: opened.store,
    host: '127.0.0.1',
    port: 0,
    rateLimit: 'off',
    fetchAllow: [specs.host],
    dnsServers: ['127.0.0.1:1'],
    onCall: someoneIsOnCall,
    errorTrackers: nothingIsWrong,
    masterKey: { file: join(opened.location.dataDir, 'master.key'), mayMakeFile: true },
    log: (line) => line.level === 'error' && errors.push(line),
  })
  return {
    url: server.url,
    errors,
    caller: (who) => seed(opened, server, who, specs.host),
    close: async () => {
      await server.close()
      await opened.remove()
      await specs.close()
    },
  }
}

/** Providers that respond, so that a 502 can only be our fault. */
const someoneIsOnCall: OnCallSource = {
  whoIsOnCall: async () => ({
    name: 'Ada',
    email: 'ada@test.example',
    startsAt: '2026-11-15T06:00:00.000Z',
    endsAt: '2026-11-15T18:00:00.000Z',
  }),
}

const nothingIsWrong: ErrorTrackerSource = {
  openIssues: async () => ({ totalOpen: 0, totalEvents24h: 0, issues: [] }),
}

async function serveSpec() {
  const server = createServer((_, response) => response.end('{"openapi":"3.1.0"}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

const perKind = 3
/** Any of them can be restored once. */
const deleted = 20
/** A list that needs a project to be asked for is filled for the projects that the others have made. */
const seeded: readonly Kind[] = kindsWith('list').filter(({ requiredFilters }) => !requiredFilters)

async function seed({ store, location }: TestStore, { url }: RunningServer, who: Who, specHost: string) {
  const organisation = await newOrganisation(store, url)
  const { mode } = who
  const owner = mode === 'live' ? organisation.owner : await organisation.person('owner', { mode })
  const app: TestApp = {
    store,
    url,
    location,
    client: (token) => clientOf(url, token),
    organisation: async () => organisation,
  }
  const fixtures = createFixtures({ app, organisation, client: owner, mode })
  for (const kind of seeded) {
    // A receiver that is there: all others would be waited for.
    const over = kind.name === kinds.webhook.name ? { url: `http://${specHost}/hook` } : {}
    for (let n = 0; n < perKind; n += 1) await fixtures.make(kind, over)
  }
  const made = await listed(owner)
  const spec = { specUrl: `http://${specHost}/openapi.json` }
  const specApis = [await fixtures.make(kinds.api, spec), await fixtures.make(kinds.api, spec)]

  const scans: Fields[] = []
  for (const { id: appId } of made.project ?? []) {
    scans.push(await fixtures.make(kinds.driftSnapshot, { appId }))
    await fixtures.make(kinds.costEntry, { appId, periodStart: new Date().toISOString() })
  }
  const trackedAppIds = (made.project ?? []).map(({ id }) => String(id))
  for (const appId of trackedAppIds) await fixtures.make(kinds.errorTracker, { appId })
  for (const { id: sloId } of made.slo ?? []) {
    for (const takenAt of ['2026-11-15T06:00:00.000Z', '2026-11-15T06:15:00.000Z'])
      await fixtures.make(kinds.sloSnapshot, { sloId, takenAt })
  }

  const gone = await Promise.all(Array.from({ length: deleted }, () => fixtures.make(kinds.domain)))
  for (const { id } of gone) await owner.delete(`${kinds.domain.path}/${id}`)
  const { deleted: deletions } = (await owner.get(`/deleted?kind=${kinds.domain.name}`)).body
  const samlKeyIds = mode === 'live' ? await twoSamlKeys(owner) : []
  const client = await credential(organisation, who, owner)
  // So that no deletion takes the credential itself away.
  const tokens = who.as === 'key' ? [] : (await client.get('/tokens')).body.tokens
  return {
    ...who,
    token: client.token ?? '',
    scopes: (await client.get('/me')).body.scopes,
    records: { ...made, [kinds.driftSnapshot.name]: scans, [kinds.token.name]: tokens },
    trackedAppIds,
    specApiIds: specApis.map(({ id }) => String(id)),
    samlKeyIds,
    deletionIds: deletions.map(({ eventId }: Fields) => String(eventId)),
  }
}

async function twoSamlKeys(owner: Client): Promise<readonly string[]> {
  // Nothing waits until there is one that signs.
  for (let n = 0; n < 2; n += 1) await owner.post('/sso/saml-keys')
  const { samlKeys } = (await owner.get('/sso/saml-keys')).body
  return samlKeys.map(({ id }: Fields) => String(id))
}

function credential(
  { person, key }: Awaited<ReturnType<typeof newOrganisation>>,
  { as, mode }: Who,
  owner: Client,
): Client | Promise<Client> {
  if (as === 'owner') return owner
  return as === 'key' ? key({ mode }) : person('member', { mode, scopes: ['read', 'write'] })
}

/** Everything there is, those included that the seeding made on the way. */
async function listed(owner: Client): Promise<Record<string, readonly Fields[]>> {
  const found: Record<string, readonly Fields[]> = {}
  for (const kind of seeded) {
    const { body } = await owner.get(kind.hiddenBy ? `${kind.path}?${kind.hiddenBy}=all` : kind.path)
    const [list] = Object.values(body as object)
    found[kind.name] = list
  }
  return found
}
