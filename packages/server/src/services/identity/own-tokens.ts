import { CatalogError, type Kinds, kinds, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { countTokensInForce } from '../../store/queries/credentials.ts'

/** How many personal access tokens one person may have in force. */
const maxTokens = 50

/** Those that are there beyond it keep working; there is no new one until some have gone. */
export async function refuseTokenBeyondQuota(change: Change, userId: string): Promise<void> {
  const count = await tokensLeft(change, userId)
  if (count < maxTokens) return
  throw new CatalogError(
    'quota_exceeded',
    `You have ${count} personal access tokens in force, and ${maxTokens} is the most a person may have. Revoke one that you no longer need.`,
  )
}

/** How many of a person's tokens still work. */
export const tokensLeft = (change: Change, userId: string): Promise<number> =>
  change.run(countTokensInForce, { homeId: change.partitionId, userId, at: change.at })

type Token = Stored<Kinds['token']>

/** Ends the person's tokens, of both modes: all of them, or those that are meant. */
export async function revokeTokens(
  change: Change,
  userId: string,
  isMeant: (token: Token) => boolean = () => true,
): Promise<void> {
  for (const stored of await change.list(kinds.token, { where: [{ field: 'userId', is: userId }] })) {
    if (isMeant(stored.record as Token)) await change.remove(kinds.token, stored)
  }
}
