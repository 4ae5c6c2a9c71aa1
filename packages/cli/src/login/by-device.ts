import { setTimeout as wait } from 'node:timers/promises'
import { UnexpectedAnswerError, UnreachableError } from '@svc/client'
import { askOAuth, clientId, requestTokens, type SavedLogin, TokenRefused } from '@svc/client/logins'
import { Failure } from '../failure.ts'
import type { Asking } from './asking.ts'

const slowDownSeconds = 5

/** Shows a code, and waits until somebody has entered it in any browser. */
export async function signInByDevice({ endpoint, mode, scope, io }: Asking): Promise<SavedLogin> {
  const { status, body } = await askOAuth(endpoint, '/oauth/device_authorization', {
    ...{ client_id: clientId, scope, mode },
  })
  const { device_code: deviceCode, user_code: code, verification_uri: page } = body
  if (status !== 200 || typeof deviceCode !== 'string') throw new TokenRefused({ status, body })
  io.err(`Open ${String(page)} in a browser, and enter this code:\n\n  ${String(code)}\n\n`)
  io.err(`Or open ${String(body.verification_uri_complete)}\n`)
  let seconds = Number(body.interval) || slowDownSeconds
  const until = Date.now() + Number(body.expires_in) * 1_000
  for (;;) {
    await wait(seconds * 1_000)
    try {
      return await requestTokens(endpoint, {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: deviceCode,
      })
    } catch (error) {
      const refusal = error instanceof TokenRefused ? error.code : undefined
      const isAway = refusal === 'temporarily_unavailable' || isUnreachable(error)
      if (refusal === 'slow_down') seconds += slowDownSeconds
      // It may be starting again, and whoever enters the code needs it to be there, too.
      else if (isAway && Date.now() < until) seconds *= 2
      else if (refusal === 'access_denied') throw new Failure('The sign-in was refused on the page.')
      else if (refusal === 'expired_token')
        throw new Failure('Nobody entered the code within ten minutes. Run svc login again.')
      else if (refusal !== 'authorization_pending') throw error
    }
  }
}

/** Also if a proxy says so. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof UnreachableError || (error instanceof UnexpectedAnswerError && error.status >= 500)
