import { CatalogError, type Kinds, kinds, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { countTokensInForce } from '../../store/queries/credentials.ts'

/** The maximum number of valid personal access tokens per person. */
const maxTokens = 50

/** Existing tokens beyond it keep working; new ones are refused until some are revoked. */
export async function refuseTokenBeyondQuota(change: Change, userId: string): Promise<void> {
  const count = await tokensLeft(change, userId)
  if (count < maxTokens) return
  throw new CatalogError(
    'quota_exceeded',
    `You have ${count} personal access tokens; the maximum is ${maxTokens}. Revoke one that you no longer need.`,
  )
}

/** How many of a person's tokens still work. */
export const tokensLeft = (change: Change, userId: string): Promise<number> =>
  change.run(countTokensInForce, { homeId: change.partitionId, userId, at: change.at })

type Token = Stored<Kinds['token']>

/** Revokes a person's tokens in both modes: all of them, or those that match. */
export async function revokeTokens(
  change: Change,
  userId: string,
  isMeant: (token: Token) => boolean = () => true,
): Promise<void> {
  for (const stored of await change.list(kinds.token, { where: [{ field: 'userId', is: userId }] })) {
    if (isMeant(stored.record as Token)) await change.remove(kinds.token, stored)
  }
}
