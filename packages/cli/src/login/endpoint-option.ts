import { localUrl } from '@svc/model'
import { loginEndpoints, type Env } from '@svc/client/logins'
import { readEndpoint } from '../values.ts'

export const endpointOption = {
  endpoint: {
    type: 'string',
    value: 'URL',
    about: `The server; the one that you are signed in to if there is only one, else ${localUrl}`,
    env: 'SVC_ENDPOINT',
  },
} as const

/** The server that is meant. */
export async function endpointOf(given: string | undefined, env: Env): Promise<string> {
  if (given !== undefined) return readEndpoint(given)
  const [only, ...others] = await loginEndpoints(env)
  return only !== undefined && others.length === 0 ? only : localUrl
}
