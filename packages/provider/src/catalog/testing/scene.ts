import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { RetryOptions } from '@svc/client'
import type { Kind, Mode } from '@svc/model'
import {
  createFixtures,
  type Fields,
  type Fixtures,
  type TestApp,
  type TestOrganisation,
} from '@svc/server/testing'
import type { Diagnostic } from '../../protocol/diagnostic.ts'
import type { ObjectValue } from '../../protocol/value.ts'
import { providerMethods } from '../../rpc/methods.ts'
import type { Provider } from '../../rpc/provider.ts'
import { CommandError, createDriver, type Driver } from '../../testing/driver.ts'
import { catalogProvider } from '../provider.ts'

export interface HostOptions {
  readonly env?: NodeJS.ProcessEnv
  /** Where commands are run; a new folder unless said. */
  readonly cwd?: string
  readonly retry?: RetryOptions
}

/** A host with one provider, in one process: what is configured stays configured until it is again. */
export interface Host {
  readonly driver: Driver
  readonly provider: Provider
  readonly cwd: string
  /** What the provider has told its log. */
  readonly logged: readonly string[]
  /** Ends the provider in good order. */
  close(): Promise<void>
}

/** Nobody waits minutes for a test to fail. */
const impatient: RetryOptions = { attempts: 2, firstWaitMs: 1 }

export function createHost({
  env = {},
  cwd,
  retry = impatient,
}: HostOptions & { readonly cwd: string }): Host {
  const logged: string[] = []
  const provider = catalogProvider({
    env,
    cwd,
    version: '0.0.0',
    retry,
    log: (message, fields) => logged.push(`${message} ${JSON.stringify(fields)}`),
  })
  // What is thrown becomes a diagnostic, and a test that does not expect one fails with it.
  const methods = providerMethods(provider, { log: { error: (message) => logged.push(message) } })
  const call = (path: string, request: Uint8Array): Promise<Uint8Array> => {
    const method = methods[path]
    if (!method) throw new Error(`The provider has no ${path}.`)
    return method(request)
  }
  const close = async (): Promise<void> => provider.close?.()
  return { driver: createDriver(call, provider), provider, cwd, logged, close }
}

export async function newHost(t: TestContext, options: HostOptions = {}): Promise<Host> {
  const host = createHost({ ...options, cwd: options.cwd ?? (await workingFolder(t)) })
  t.after(host.close)
  return host
}

/** A folder as the host leaves it after `init`. */
export async function workingFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-provider-test-'))
  await mkdir(join(folder, '.terraform'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export interface Scene extends Fixtures {
  readonly organisation: TestOrganisation
  readonly host: Host
  readonly driver: Driver
  readonly settings: Settings
  /** Begins another command: nothing that was read before is taken for granted. */
  begin(): Promise<void>
}

interface Settings extends ObjectValue {
  readonly endpoint: string
  readonly token: string
}

export interface SceneOptions extends HostOptions {
  readonly organisation?: TestOrganisation
  readonly mode?: Mode
  /** Where the provider looks for the server, if not straight at it. */
  readonly endpoint?: string
  readonly token?: string
}

/** An organisation of its own, and a provider that is configured for it with the owner's token. */
export async function newScene(t: TestContext, app: TestApp, options: SceneOptions = {}): Promise<Scene> {
  const organisation = options.organisation ?? (await app.organisation())
  const mode = options.mode ?? 'live'
  const client = mode === 'live' ? organisation.owner : await organisation.person('owner', { mode })
  const host = await newHost(t, options)
  const settings = {
    endpoint: options.endpoint ?? app.url,
    token: options.token ?? client.token ?? '',
  }
  const begin = async (): Promise<void> => assert.deepEqual(await host.driver.configure(settings), [])
  await begin()
  const fixtures = createFixtures({ app, organisation, client, mode })
  return { ...fixtures, organisation, host, driver: host.driver, settings, begin }
}

export const typeOfKind = ({ resourceType }: Kind): string => `svc_${resourceType}`

/** What a command that must fail says. */
export async function complaintsOf(command: Promise<unknown>): Promise<readonly Diagnostic[]> {
  const failure = await command.then(
    () => assert.fail('The command succeeded.'),
    (thrown: unknown) => thrown,
  )
  if (failure instanceof CommandError) return failure.diagnostics
  throw failure
}

/** The record as the API shows it, or undefined where there is none. */
export async function recordIn({ client }: Fixtures, kind: Kind, id: unknown): Promise<Fields | undefined> {
  if (!kind.verbs.includes('read')) {
    const { body } = await client.get(kind.path)
    const [list = []] = Object.values(body as Readonly<Record<string, readonly Fields[]>>)
    return list.find((one) => one.id === id)
  }
  const { status, body, text } = await client.get(`${kind.path}/${id}`)
  assert.ok(status === 200 || status === 404, text)
  return status === 200 ? body : undefined
}
