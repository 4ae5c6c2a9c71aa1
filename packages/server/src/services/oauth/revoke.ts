import { kinds } from '@svc/model'
import { findProgramSecret } from '../../store/queries/program-grants.ts'
import { findShortToken, removeShortToken } from '../../store/queries/short-tokens.ts'
import { digestOf } from '../identity/secrets.ts'
import { system } from '../jobs/follower.ts'
import { clientOf } from './clients.ts'
import { endByProgram } from './end-family.ts'
import { type GrantTools, required, type TokenForm } from './grants/grant.ts'

/** Ends what a token belongs to (RFC 7009). Whether there is such a token is nobody's business. */
export async function revoke({ store, now }: GrantTools, form: TokenForm): Promise<void> {
  // Pipelines are no client; whoever says that they are one must be one.
  if (form.has('client_id')) clientOf(form)
  const digest = digestOf(required(form, 'token'))
  const secret = await store.run(findProgramSecret, digest)
  if (secret?.purpose === 'refresh') return endByProgram({ store, now }, secret)
  const token = await store.run(findShortToken, digest)
  if (!token) return
  const { homeId, grantId } = token
  if (grantId !== null) return endByProgram({ store, now }, { homeId, grantId })
  await store.write({ partitionId: homeId, actor: system, now }, async (change) => {
    // Every process drops what it has cached about it.
    if ((await change.run(removeShortToken, digest)) > 0) change.touch(kinds.user)
  })
}
