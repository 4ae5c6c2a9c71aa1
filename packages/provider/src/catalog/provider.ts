import type { ClientOptions, RetryOptions } from '@svc/client'
import { allKinds, codeNameOf, kinds, settingsOperations } from '@svc/model'
import type { Provider, Resource } from '../rpc/provider.ts'
import { openSession, patience, providerSchema, settingsOf } from './configuration.ts'
import { dataSources } from './data-sources/index.ts'
import { createJournal, type Journal, journalFolder } from './journal.ts'
import { catalogResource, type Workplace } from './resource.ts'
import { NotConfiguredError, type Session, StoppedError } from './session.ts'
import { scimTokenResource } from './scim-token-resource.ts'
import { settingsResource } from './settings-resource.ts'

export interface Surroundings {
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  readonly version: string
  log(message: string, fields: object): void
  /** How long to retry a server that is unavailable. */
  readonly retry?: RetryOptions
  readonly fetch?: ClientOptions['fetch']
}

/** The catalog as code: every kind that is a resource, and everything that can be read. */
export function catalogProvider({ env, cwd, version, log, retry = patience, fetch }: Surroundings): Provider {
  let stopping = new AbortController()
  let opened: Session | undefined
  let used: ReturnType<typeof settingsOf>
  let journal: Journal | undefined

  const session = (): Session => {
    if (opened) return opened
    throw new NotConfiguredError()
  }
  const workplace = {
    session,
    place: () => opened?.place,
    journal: () => {
      journal ??= createJournal({
        folder: journalFolder(env, cwd),
        onFailure: (failure) => log('the journal of creates cannot be written', { failure: String(failure) }),
      })
      return journal
    },
  }

  return {
    schema: providerSchema,
    validate(config) {
      const settings = settingsOf(config, env)
      // If only the environment is wrong, planning will say so: validating must work without it.
      return Array.isArray(settings) ? settings.filter(({ path: [name] = [] }) => isGiven(config, name)) : []
    },
    async configure(config, host) {
      const settings = settingsOf(config, env)
      const before = isSame(used, settings) && !stopping.signal.aborted ? opened : undefined
      used = settings
      opened = undefined
      if (settings === undefined) return []
      if (!('token' in settings)) return settings
      if (!before) stopping = new AbortController()
      const options = {
        env,
        userAgent: `terraform-provider-svc/${version} (host ${host.version})`,
        signal: stopping.signal,
        fetch,
        retry: { ...retry, onRetry: (about: object) => log('trying again', about) },
      }
      const result = await openSession(settings, options, before)
      if (!('client' in result)) return result
      opened = result
      return []
    },
    resources: resources(workplace),
    dataSources: dataSources(session),
    stop: () => stopping.abort(new StoppedError()),
    async close() {
      journal?.close()
    },
  }
}

/** A process that serves several commands caches what it has read, and only checks whether it has changed. */
const isSame = (a: ReturnType<typeof settingsOf>, b: ReturnType<typeof settingsOf>): boolean =>
  a !== undefined && JSON.stringify(a) === JSON.stringify(b)

const isGiven = (config: object, name: unknown): boolean =>
  typeof name === 'string' && Reflect.get(config, name) !== null

function resources(workplace: Workplace): Readonly<Record<string, Resource>> {
  const found: Record<string, Resource> = {}
  for (const kind of allKinds) {
    const type = `svc_${codeNameOf(kind)}`
    const settings = settingsOperations(kind)
    if (kind.resourceType !== undefined) found[type] = catalogResource(kind, workplace)
    else if (settings) found[type] = settingsResource(kind, settings, workplace)
  }
  found[`svc_${codeNameOf(kinds.scimToken)}`] = scimTokenResource(workplace)
  return found
}
