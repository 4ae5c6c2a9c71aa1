import type { Access } from '../../store/access.ts'
import { firstTokens, type TokenInForce } from '../../store/queries/credentials.ts'
import { digestOf } from './secrets.ts'

export type FirstToken = TokenInForce

/** Tokens that the first start printed, or was given as SVC_BOOTSTRAP_TOKEN, and that are still valid. */
export const firstTokensInForce = (
  access: Access,
  { now, bootstrapToken }: { readonly now: Date; readonly bootstrapToken: string | undefined },
): Promise<readonly FirstToken[]> =>
  access.run(firstTokens, {
    at: now.toISOString(),
    digest: bootstrapToken === undefined ? '' : digestOf(bootstrapToken),
  })
