import { effectiveScopes, type Scope } from '@svc/model'
import type { Access } from '../../store/access.ts'
import {
  extendGrant,
  insertProgramSecret,
  type ProgramGrant,
  roleBehind,
} from '../../store/queries/program-grants.ts'
import { insertShortToken } from '../../store/queries/short-tokens.ts'
import { newId } from '../ids.ts'
import { digestOf } from '../identity/secrets.ts'
import { newShortSecret } from '../identity/short-secrets.ts'
import { clientNamed } from './clients.ts'
import type { TokenAnswer } from './grants/grant.ts'
import { OAuthError } from './oauth-error.ts'
import { newProgramSecret } from './program-secrets.ts'

const accessMs = 15 * 60_000
const dayMs = 86_400_000
/** A program that does not come back for this long has to ask again, */
const idleMs = 30 * dayMs
/** and so has every program after a while: nobody may have looked at it since. */
const maxMs = 90 * dayMs

/** The next tokens of a grant; refused if it was ended meanwhile. */
export async function issueTokens(
  access: Access,
  { id, homeId, userId, client, mode, createdAt, ...grant }: ProgramGrant,
  { at, scopes: asked = grant.scopes }: { readonly at: Date; readonly scopes?: readonly Scope[] },
): Promise<TokenAnswer> {
  const now = at.getTime()
  const endsAt = Math.min(now + idleMs, Date.parse(createdAt) + maxMs)
  const expiresAt = new Date(endsAt).toISOString()
  if (!(await access.run(extendGrant, { homeId, id, usedAt: at.toISOString(), expiresAt }))) throw ended()
  // The program is told what it has, not what the person could grant before.
  const scopes = effectiveScopes(asked, await access.run(roleBehind, { homeId, userId }))
  const tokenEndsAt = Math.min(now + accessMs, endsAt)
  const secret = newShortSecret('program', mode)
  await access.run(insertShortToken, digestOf(secret), {
    ...{ kind: 'program', id: newId('oat', at), homeId, mode, scopes, userId, grantId: id, trustId: null },
    name: clientNamed(client).name,
    createdAt: at.toISOString(),
    expiresAt: new Date(tokenEndsAt).toISOString(),
  })
  const refresh = newProgramSecret('refresh')
  await access.run(insertProgramSecret, digestOf(refresh), {
    ...{ purpose: 'refresh', homeId, grantId: id, expiresAt, data: null },
  })
  return {
    access_token: secret,
    token_type: 'Bearer',
    expires_in: Math.floor((tokenEndsAt - now) / 1_000),
    scope: scopes.join(' '),
    refresh_token: refresh,
  }
}

export const ended = (): OAuthError =>
  new OAuthError('invalid_grant', 'The sign-in of this program has ended: sign in again.')
