import {
  type CallAnswer,
  type Client,
  type ClientOptions,
  createClient,
  UnexpectedAnswerError,
  UnreachableError,
} from '@svc/client'
import { type Env, LoginEnded, savedToken, TokenRefused } from '@svc/client/logins'
import { IdTokenError, idTokenVariables, pipelineToken } from '@svc/client/pipeline'
import { CatalogError, localUrl } from '@svc/model'
import { type Diagnostic, error } from '../protocol/diagnostic.ts'
import type { Schema } from '../protocol/schema.ts'
import { type ObjectValue, Unknown } from '../protocol/value.ts'
import { createRecords } from './records.ts'
import { type Session, StoppedError } from './session.ts'

export const defaultEndpoint = localUrl

export const providerSchema: Schema = {
  version: 0,
  description: 'Manages a service catalog as code.',
  attributes: {
    endpoint: {
      type: 'string',
      presence: 'optional',
      description: `The URL of svc, without \`/v1\`. Can also be set with the environment variable \`SVC_ENDPOINT\`. Defaults to \`${defaultEndpoint}\`.`,
    },
    token: {
      type: 'string',
      presence: 'optional',
      sensitive: true,
      description:
        'A personal access token or an organisation key. Preferably set with the environment variable `SVC_API_TOKEN`. A test token works on test data only. A pipeline needs none: with `SVC_ID_TOKEN`, `SVC_ID_TOKEN_FILE` or `SVC_ID_TOKEN_AUDIENCE`, the token of its own platform is exchanged for one of an hour at most. On a machine where somebody has signed in with `svc login`, theirs is used.',
    },
  },
}

export interface Settings {
  readonly endpoint: string
  /** Undefined for a pipeline that has a token of its own platform, and for somebody who has signed in. */
  readonly token: string | undefined
  /** Where that one is. */
  readonly pipeline: Readonly<Record<string, string | undefined>> | undefined
}

/** The settings from the configuration and the environment; undefined while parts are unknown. */
export function settingsOf(
  config: ObjectValue,
  env: NodeJS.ProcessEnv,
): Settings | readonly Diagnostic[] | undefined {
  if (config.endpoint instanceof Unknown || config.token instanceof Unknown) return undefined
  const endpoint = given('endpoint', config.endpoint) ??
    given('SVC_ENDPOINT', env.SVC_ENDPOINT) ?? { name: 'endpoint', value: defaultEndpoint }
  const token = given('token', config.token) ?? given('SVC_API_TOKEN', env.SVC_API_TOKEN)
  const pipeline = token === undefined ? pipelineIn(env) : undefined
  const faults = [...endpointFaults(endpoint), ...(token ? tokenFaults(token) : [])]
  return faults.length > 0 ? faults : { endpoint: endpoint.value, token: token?.value, pipeline }
}

const pipelineVariables = [
  ...idTokenVariables,
  ...['ACTIONS_ID_TOKEN_REQUEST_URL', 'ACTIONS_ID_TOKEN_REQUEST_TOKEN', 'XDG_STATE_HOME', 'HOME'],
]

const pipelineIn = (env: NodeJS.ProcessEnv): Settings['pipeline'] =>
  idTokenVariables.some((name) => given(name, env[name]))
    ? Object.fromEntries(pipelineVariables.map((name) => [name, env[name]]))
    : undefined

/** A setting, and the name of the place where it was set. */
interface Given {
  readonly name: string
  readonly value: string
}

const given = (name: string, value: unknown): Given | undefined =>
  typeof value === 'string' && value.trim() !== '' ? { name, value: value.trim() } : undefined

function endpointFaults({ name, value }: Given): readonly Diagnostic[] {
  const wrong = wrongWithAddress(URL.parse(value))
  // The value is not repeated: it may contain a password, or be the token by mistake.
  return wrong === undefined ? [] : [error('Invalid endpoint', `${name} ${wrong}.`, ['endpoint'])]
}

function wrongWithAddress(url: URL | null): string | undefined {
  if (!url || !/^https?:$/.test(url.protocol)) return 'must be a URL such as https://svc.example.com'
  if (url.username !== '' || url.password !== '') {
    return 'must not contain a user name or a password: use the token instead'
  }
  if (url.search === '' && url.hash === '') return undefined
  return 'must be a URL such as https://svc.example.com, without ? and #'
}

function tokenFaults({ name, value }: Given): readonly Diagnostic[] {
  if (/^svc_(pat|key|oat|wit)_(live|test)_[!-~]+$/.test(value)) return []
  return [
    error(
      'Invalid token',
      `${name} is not an svc token: these begin with svc_pat_live_, svc_pat_test_, svc_key_live_ or svc_key_test_.`,
      ['token'],
    ),
  ]
}

const noToken = error(
  'No token',
  'Sign in with "svc login", or set the environment variable SVC_API_TOKEN, or token in the provider block, to a personal access token. "svc token create" creates one. In a pipeline, set SVC_ID_TOKEN instead.',
  ['token'],
)

type Options = Pick<ClientOptions, 'userAgent' | 'signal' | 'retry' | 'fetch'>

type Me = CallAnswer<'getMe'>

/** A large catalog runs into the rate limit and must still succeed. */
export const patience = { attempts: 30, totalMs: 15 * 60_000 }

/** Checks the token: the request whose failure says most about a wrong setup. */
export async function openSession(
  { endpoint, token: fixed, pipeline }: Settings,
  { env, ...options }: Options & { readonly env: Env },
  before?: Session,
): Promise<Session | readonly Diagnostic[]> {
  const own = pipeline && pipelineToken({ ...options, endpoint, env: pipeline })
  const token = fixed ?? own ?? (await savedToken(endpoint, env))
  if (token === undefined) return [noToken]
  const access = { ...options, endpoint, token }
  const client = before?.client ?? createClient(access)
  const records = before?.records ?? createRecords(client)
  records.renew()
  try {
    const { organisation, partition, user } = await whoAmI(
      createClient({ ...access, retry: { ...options.retry, attempts: 2 } }),
    )
    return {
      client,
      records,
      place: {
        endpoint,
        organisationId: organisation.id,
        organisation: organisation.name,
        partition,
        // A key can see what members see.
        role: user?.role ?? 'member',
      },
    }
  } catch (failure) {
    return [explain(failure, endpoint)]
  }
}

async function whoAmI(client: Client): Promise<Me> {
  const me = await client.call('getMe')
  // Other servers may also answer with JSON.
  const { organisation }: Partial<Me> = me
  if (typeof organisation?.id !== 'string') throw new StrangerError()
  return me
}

class StrangerError extends Error {}

const elsewhere = 'Check endpoint (or SVC_ENDPOINT), and that svc is running there.'

function explain(failure: unknown, endpoint: string): Diagnostic {
  if (failure instanceof UnreachableError) {
    return error('svc cannot be reached', `${failure.message} ${elsewhere}`, ['endpoint'])
  }
  if (failure instanceof UnexpectedAnswerError) {
    return error(summaryOf(failure), failure.message, ['endpoint'])
  }
  if (failure instanceof StrangerError) {
    return error('This is not svc', `${endpoint} responds, but not like svc. ${elsewhere}`, ['endpoint'])
  }
  if (failure instanceof IdTokenError) return error('No token for the ID token', failure.message, ['token'])
  if (failure instanceof LoginEnded || failure instanceof TokenRefused)
    return error('Your sign-in has ended', failure.message, ['token'])
  if (failure instanceof StoppedError) return error('Stopped', failure.message)
  if (!(failure instanceof CatalogError)) throw failure
  if (failure.code === 'unauthenticated') {
    return error(
      'The token was rejected',
      `${endpoint} does not accept this token: it is unknown, expired or revoked. Create a new one and set it as SVC_API_TOKEN, or as token in the provider block.`,
      ['token'],
    )
  }
  if (failure.code === 'forbidden') {
    const advice = 'Use a token with at least the scope read.'
    return error('The token has no read access', `${failure.message} ${advice}`, ['token'])
  }
  if (failure.code === 'not_found' || failure.code === 'method_not_allowed') {
    return error(
      'No svc API version 1 found',
      `${endpoint} responds, but has no /v1/me: it is not svc, or a version that this provider does not support. Check endpoint, or use a provider for that version.`,
      ['endpoint'],
    )
  }
  return error('svc is unavailable', failure.message, ['endpoint'])
}

function summaryOf({ status }: UnexpectedAnswerError): string {
  if (status >= 300 && status < 400) return 'svc is not at this endpoint'
  return status >= 500 ? 'svc cannot be reached' : 'This is not svc'
}
