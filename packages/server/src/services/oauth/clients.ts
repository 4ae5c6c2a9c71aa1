import { OAuthError } from './oauth-error.ts'
import type { TokenForm } from './grants/grant.ts'

/** A program that may ask people to let it act for them. */
export interface OAuthClient {
  readonly id: string
  readonly name: string
}

/** Public: whoever has the program has all that it knows, so it proves nothing by a secret. */
const clients: ReadonlyMap<string, OAuthClient> = new Map([
  ['svc-cli', { id: 'svc-cli', name: 'the svc command' }],
])

export const clientNamed = (id: string): OAuthClient => clients.get(id) ?? { id, name: id }

export function clientOf(form: TokenForm): OAuthClient {
  const client = clients.get(form.get('client_id') ?? '')
  if (client) return client
  throw new OAuthError(
    'invalid_client',
    `The field client_id must be one of ${[...clients.keys()].join(', ')}.`,
  )
}
