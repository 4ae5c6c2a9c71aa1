import { join } from 'node:path'
import { after, before } from 'node:test'
import type { Mode, Role, Scope } from '@svc/model'
import { type RunningServer, type ServerOptions, startServer } from '../main.ts'
import { createOrganisation } from '../services/identity/create-organisation.ts'
import { issueKey, issueToken } from '../services/identity/issue-credentials.ts'
import { addUser } from '../services/identity/members.ts'
import type { Store } from '../store/open.ts'
import { type Client, clientOf } from './client.ts'
import { type EngineName, openTestStore, type TestStore } from './engines.ts'
import { testServerDefaults } from './server-on.ts'

export interface TestOrganisation {
  readonly id: string
  readonly ownerId: string
  readonly ownerToken: string
  /** A one-time link for the owner, to choose a password. */
  readonly setupLink?: string
  /** The owner's live token, all scopes. */
  readonly owner: Client
  user(role: Role): Promise<{ readonly id: string; readonly email: string }>
  /** A client with a new personal token of a new user, or of the owner for role owner. */
  person(role: Role, options?: { readonly mode?: Mode; readonly scopes?: readonly Scope[] }): Promise<Client>
  key(options?: { readonly mode?: Mode; readonly scopes?: readonly Scope[] }): Promise<Client>
}

export interface TestApp {
  readonly store: Store
  readonly url: string
  readonly location: TestStore['location']
  /** A client with any credential, or none. */
  client(token?: string): Client
  organisation(): Promise<TestOrganisation>
}

/** A running server for the tests of one suite; each test takes a new organisation from it. */
export function useApp(
  engine: EngineName,
  given: Partial<ServerOptions> & Pick<TestStore['location'], 'quota'> = {},
): TestApp {
  let opened: TestStore
  let server: RunningServer
  before(async () => {
    // Only now: some of the options are created by what a suite does before.
    const { quota, ...options } = given
    opened = await openTestStore(engine, { quota })
    server = await startServer({
      store: opened.store,
      ...testServerDefaults,
      masterKey: { file: join(opened.location.dataDir, 'master.key'), mayMakeFile: true },
      log: (line) => line.level === 'error' && console.error(line),
      ...options,
    })
  })
  after(async () => {
    await server?.close()
    await opened?.remove()
  })
  return {
    get store() {
      return opened.store
    },
    get url() {
      return server.url
    },
    get location() {
      return opened.location
    },
    client: (token) => clientOf(server.url, token),
    organisation: () => newOrganisation(opened.store, server.url),
  }
}

let count = 0

export async function newOrganisation(store: Store, url: string): Promise<TestOrganisation> {
  const made = await createOrganisation(store, { name: 'Test', ownerEmail: `owner${++count}@test.example` })
  if (!made) throw new Error('No organisation was created.')
  const { organisationId, userId, token, setupLink } = made
  const ownerEmail = `owner${count}@test.example`
  const user: TestOrganisation['user'] = async (role) => {
    const email = `${role}${++count}@test.example`
    const { id } = await addUser(store, organisationId, { email, role, name: role })
    return { id, email }
  }
  return {
    id: organisationId,
    ownerId: userId,
    ownerToken: token,
    setupLink,
    owner: clientOf(url, token),
    user,
    person: async (role, { mode = 'live', scopes = ['read', 'write', 'admin'] as const } = {}) => {
      const email = role === 'owner' ? ownerEmail : (await user(role)).email
      const issued = await issueToken(store, {
        organisationId,
        email,
        mode,
        scopes,
        name: 'test',
        expiresAt: null,
      })
      return clientOf(url, issued.token)
    },
    key: async ({ mode = 'live', scopes = ['read', 'write'] as const } = {}) => {
      const issued = await issueKey(store, { organisationId, mode, scopes, name: 'test', expiresAt: null })
      return clientOf(url, issued.key)
    },
  }
}
