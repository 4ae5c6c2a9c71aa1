import type { UpstreamUrls } from '@svc/model'
import type { GuardedFetch } from '../../outbound/guarded-fetch.ts'
import type { Vault } from '../vault/vault.ts'

/** What is needed to ask another product with an organisation's credential. */
export interface UpstreamTools {
  readonly fetch: GuardedFetch
  readonly vault: Vault
  readonly urls: UpstreamUrls
  /** Aborts waiting. */
  readonly signal?: AbortSignal | undefined
}
