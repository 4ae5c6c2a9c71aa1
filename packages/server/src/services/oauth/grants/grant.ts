import type { Store } from '../../../store/open.ts'
import type { Visitor } from '../../sign-in/sign-in-service.ts'
import type { Site } from '../../site.ts'
import type { WorkloadExchange } from '../../workload/exchange.ts'
import { OAuthError } from '../oauth-error.ts'

/** What a program receives, as OAuth writes it. */
export interface TokenAnswer {
  readonly access_token: string
  readonly token_type: 'Bearer'
  /** In seconds. */
  readonly expires_in: number
  readonly scope: string
  readonly refresh_token?: string
  readonly issued_token_type?: string
}

/** The fields of a request for a token: no name twice. */
export type TokenForm = ReadonlyMap<string, string>

/** One way to get a token; what it refuses is an `OAuthError`. */
export type Grant = (form: TokenForm, visitor: Visitor) => Promise<TokenAnswer>

/** What the ways to get a token share. */
export interface GrantTools {
  readonly store: Store
  readonly now: () => Date
  readonly site: Site
  readonly workload: WorkloadExchange
}

/** A field that must be there. An empty one counts as absent, as OAuth says. */
export function required(form: TokenForm, name: string): string {
  const value = form.get(name)
  if (value) return value
  throw new OAuthError('invalid_request', `The field ${name} is missing.`)
}
