import type { TokenSource } from '../transport.ts'
import type { Env } from './config-folder.ts'
import { savedToken } from './saved-token.ts'

interface Sources {
  readonly endpoint: string
  /** What was given on purpose: by an option, a setting or SVC_API_TOKEN. */
  readonly token: string | undefined
  readonly env: Env
}

/** What a program on this machine authenticates with, most deliberate first; undefined if there is nothing. */
export async function credentialFor({ endpoint, token, env }: Sources): Promise<TokenSource | undefined> {
  if (token !== undefined && token.trim() !== '') return token
  return savedToken(endpoint, env)
}
