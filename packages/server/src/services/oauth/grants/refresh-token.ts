import { findGrant, findProgramSecret, useProgramSecret } from '../../../store/queries/program-grants.ts'
import { digestOf } from '../../identity/secrets.ts'
import { clientOf } from '../clients.ts'
import { endAfterReuse } from '../end-family.ts'
import { OAuthError } from '../oauth-error.ts'
import { ended, issueTokens } from '../program-tokens.ts'
import { readScopes } from '../requested.ts'
import { type Grant, type GrantTools, required } from './grant.ts'

/** A program comes back for the next token; what it came with is used up. */
export const refreshTokenGrant =
  ({ store, now }: GrantTools): Grant =>
  async (form) => {
    const client = clientOf(form)
    const digest = digestOf(required(form, 'refresh_token'))
    const asked = form.get('scope')
    const scopes = asked ? readScopes(asked) : undefined
    const secret = await store.run(findProgramSecret, digest)
    if (secret?.purpose !== 'refresh')
      throw new OAuthError('invalid_grant', 'The refresh token is not known: sign in again.')
    const { homeId, grantId } = secret
    const reused = async (): Promise<never> => {
      await endAfterReuse({ store, now }, { homeId, grantId }, 'refresh_token')
      throw new OAuthError('invalid_grant', 'The refresh token has been used already: sign in again.')
    }
    if (secret.usedAt !== null) return reused()
    const at = now()
    if (secret.expiresAt <= at.toISOString()) throw ended()
    const grant = await store.run(findGrant, homeId, grantId)
    if (grant?.client !== client.id) throw ended()
    if (scopes?.some((scope) => !grant.scopes.includes(scope)))
      throw new OAuthError('invalid_scope', `The scopes must be some of ${grant.scopes.join(', ')}.`)
    const answer = await store.transaction(async (tx) => {
      if (!(await tx.run(useProgramSecret, digest, at.toISOString()))) return undefined
      return issueTokens(tx, grant, { at, ...(scopes && { scopes }) })
    })
    return answer ?? reused()
  }
