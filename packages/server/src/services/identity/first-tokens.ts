import { firstTokens, type TokenInForce } from '../../store/credentials.ts'
import type { Sql } from '../../store/sql.ts'
import { digestOf } from './secrets.ts'

export type FirstToken = TokenInForce

/** What the first start printed, or was given as SVC_BOOTSTRAP_TOKEN, as far as it still lets somebody in. */
export const firstTokensInForce = (
  sql: Sql,
  { now, bootstrapToken }: { readonly now: Date; readonly bootstrapToken: string | undefined },
): Promise<readonly FirstToken[]> =>
  firstTokens(sql, {
    at: now.toISOString(),
    digest: bootstrapToken === undefined ? '' : digestOf(bootstrapToken),
  })
