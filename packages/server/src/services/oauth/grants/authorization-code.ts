import { hash } from 'node:crypto'
import { findGrant, findProgramSecret, useProgramSecret } from '../../../store/queries/program-grants.ts'
import { digestOf } from '../../identity/secrets.ts'
import type { CodeData } from '../approve-authorization.ts'
import { clientOf } from '../clients.ts'
import { endAfterReuse } from '../end-family.ts'
import { OAuthError } from '../oauth-error.ts'
import { ended, issueTokens } from '../program-tokens.ts'
import { type Grant, type GrantTools, required } from './grant.ts'

/** A program exchanges what the browser brought it, and proves that it was the one who asked. */
export const authorizationCodeGrant =
  ({ store, now }: GrantTools): Grant =>
  async (form) => {
    const client = clientOf(form)
    const digest = digestOf(required(form, 'code'))
    const verifier = required(form, 'code_verifier')
    const redirectUri = required(form, 'redirect_uri')
    const secret = await store.run(findProgramSecret, digest)
    if (secret?.purpose !== 'code') throw refused('The code is not known.')
    const { homeId, grantId } = secret
    const data = secret.data as CodeData
    const reused = async (): Promise<never> => {
      await endAfterReuse({ store, now }, { homeId, grantId }, 'code')
      throw refused('The code has been used already: sign in again.')
    }
    if (secret.usedAt !== null) return reused()
    const at = now()
    if (secret.expiresAt <= at.toISOString()) throw refused('The code has expired: sign in again.')
    if (data.client !== client.id || data.redirectUri !== redirectUri)
      throw refused('The code belongs to another request.')
    if (hash('sha256', verifier, 'base64url') !== data.challenge)
      throw refused('The code_verifier does not fit the request.')
    const answer = await store.transaction(async (tx) => {
      if (!(await tx.run(useProgramSecret, digest, at.toISOString()))) return undefined
      const grant = await tx.run(findGrant, homeId, grantId)
      if (!grant) throw ended()
      return issueTokens(tx, grant, { at })
    })
    return answer ?? reused()
  }

const refused = (message: string): OAuthError => new OAuthError('invalid_grant', message)
