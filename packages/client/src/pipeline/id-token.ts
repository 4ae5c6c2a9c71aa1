import { readFile } from 'node:fs/promises'
import { IdTokenError } from './errors.ts'

/** Where a pipeline's own platform puts the token that says who it is. */
export interface IdTokenSource {
  /** What people set, for messages. */
  readonly name: string
  read(): Promise<string>
}

type Environment = Readonly<Record<string, string | undefined>>
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** The settings that are looked for, in this order. */
export const idTokenVariables = ['SVC_ID_TOKEN', 'SVC_ID_TOKEN_FILE', 'SVC_ID_TOKEN_AUDIENCE'] as const

const maxLength = 64 * 1024
const timeoutMs = 20_000

/** Undefined if the environment names none. */
export function idTokenSource(env: Environment, fetch: Fetch): IdTokenSource | undefined {
  const [token, file, audience] = idTokenVariables.map((name) => env[name]?.trim() || undefined)
  if (token !== undefined) return { name: 'SVC_ID_TOKEN', read: async () => checked('SVC_ID_TOKEN', token) }
  if (file !== undefined) return { name: 'SVC_ID_TOKEN_FILE', read: () => readAnew(file) }
  if (audience !== undefined)
    return { name: 'SVC_ID_TOKEN_AUDIENCE', read: () => askGithub(env, audience, fetch) }
  return undefined
}

/** Each time, because platforms replace the file while a job runs. */
async function readAnew(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new IdTokenError(`The file that SVC_ID_TOKEN_FILE names cannot be read: ${cause.code}.`, { cause })
  })
  return checked('SVC_ID_TOKEN_FILE', text.trim())
}

/** GitHub Actions gives a job a new token for an audience as often as it asks. */
async function askGithub(env: Environment, audience: string, fetch: Fetch): Promise<string> {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: address, ACTIONS_ID_TOKEN_REQUEST_TOKEN: secret } = env
  const url = URL.parse(address ?? '')
  if (!url || !secret)
    throw new IdTokenError(
      'SVC_ID_TOKEN_AUDIENCE is for jobs of GitHub Actions that have "permissions: id-token: write"; elsewhere set SVC_ID_TOKEN or SVC_ID_TOKEN_FILE.',
    )
  url.searchParams.set('audience', audience)
  const failed = (why: string, cause?: unknown) =>
    new IdTokenError(`GitHub Actions did not give the job an ID token: ${why}.`, { cause })
  const answer = await fetch(url.href, {
    headers: { authorization: `Bearer ${secret}`, accept: 'application/json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw failed('it cannot be reached', cause)
  })
  if (answer.status !== 200) throw failed(`it answered with status ${answer.status}`)
  const { value } = (await answer.json().catch(() => ({}))) as { readonly value?: unknown }
  if (typeof value !== 'string') throw failed('there is none in its answer')
  return checked('What GitHub Actions answered', value)
}

/** The value is never repeated. */
function checked(name: string, token: string): string {
  if (token.length <= maxLength && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return token
  throw new IdTokenError(
    `${name} is not an ID token: three parts of letters, digits, - and _, separated by dots.`,
  )
}
