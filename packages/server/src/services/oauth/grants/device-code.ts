import { findByDeviceCode, notePoll, useDeviceRequest } from '../../../store/queries/device-requests.ts'
import { findGrant } from '../../../store/queries/program-grants.ts'
import { digestOf } from '../../identity/secrets.ts'
import { clientOf } from '../clients.ts'
import { endAfterReuse } from '../end-family.ts'
import { OAuthError } from '../oauth-error.ts'
import { ended, issueTokens } from '../program-tokens.ts'
import { type Grant, type GrantTools, required } from './grant.ts'

/** Added to the wait of a program that asks too often. */
const slowDownSeconds = 5

/** A program asks whether somebody has entered its code yet (RFC 8628). */
export const deviceCodeGrant =
  ({ store, now }: GrantTools): Grant =>
  async (form) => {
    const client = clientOf(form)
    const digest = digestOf(required(form, 'device_code'))
    const request = await store.run(findByDeviceCode, digest)
    if (request?.client !== client.id) throw new OAuthError('invalid_grant', 'The device code is not known.')
    const { status, grant, expiresAt, polledAt, intervalSeconds } = request
    const reused = async (): Promise<never> => {
      if (grant)
        await endAfterReuse({ store, now }, { homeId: grant.homeId, grantId: grant.id }, 'device_code')
      throw new OAuthError('invalid_grant', 'The device code has been used already: sign in again.')
    }
    if (status === 'used') return reused()
    const at = now()
    if (expiresAt <= at.toISOString())
      throw new OAuthError('expired_token', 'Nobody entered the code in time: ask for a new one.')
    if (status === 'denied') throw new OAuthError('access_denied', 'The request was refused.')
    if (status === 'approved' && grant) {
      const answer = await store.transaction(async (tx) => {
        if (!(await tx.run(useDeviceRequest, digest))) return undefined
        const stored = await tx.run(findGrant, grant.homeId, grant.id)
        if (!stored) throw ended()
        return issueTokens(tx, stored, { at })
      })
      return answer ?? reused()
    }
    const isEarly = polledAt !== null && at.getTime() - Date.parse(polledAt) < intervalSeconds * 1_000
    const next = isEarly ? intervalSeconds + slowDownSeconds : intervalSeconds
    await store.transaction((tx) => tx.run(notePoll, digest, { at: at.toISOString(), intervalSeconds: next }))
    if (isEarly) throw new OAuthError('slow_down', `Ask again in ${next} seconds, not sooner.`)
    throw new OAuthError('authorization_pending', 'Nobody has entered the code yet.')
  }
