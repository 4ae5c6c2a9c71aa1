import { localUrl } from '@svc/model'
import { loginEndpoints, type Env } from '@svc/client/logins'
import { UsageError } from '../failure.ts'
import { readEndpoint } from '../values.ts'

export const endpointOption = {
  endpoint: {
    type: 'string',
    value: 'URL',
    about: `The server; by default the only one that you are signed in to, or ${localUrl} if there is none`,
    env: 'SVC_ENDPOINT',
  },
} as const

/** The server that is meant. */
export async function endpointOf(given: string | undefined, env: Env): Promise<string> {
  if (given !== undefined) return readEndpoint(given)
  const known = await loginEndpoints(env)
  if (known.length > 1)
    throw new UsageError(`You are signed in to ${known.join(' and ')}: name one with --endpoint.`)
  return known[0] ?? localUrl
}
