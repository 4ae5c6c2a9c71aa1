import { createHash, randomBytes } from 'node:crypto'
import { askOAuth, clientId, requestTokens, type SavedLogin } from '@svc/client/logins'
import { Failure } from '../failure.ts'
import type { Asking } from './asking.ts'
import { openBrowser } from './open-browser.ts'
import { waitForCallback } from './wait-for-callback.ts'

const secret = () => randomBytes(32).toString('base64url')

/** Opens the page of consent, and waits until the browser comes back; undefined where no browser opens. */
export async function signInByBrowser({
  endpoint,
  mode,
  scope,
  io,
}: Asking): Promise<SavedLogin | undefined> {
  const { authorization_endpoint: page, issuer } = (
    await askOAuth(endpoint, '/.well-known/oauth-authorization-server')
  ).body
  if (typeof page !== 'string' || !/^https?:\/\//.test(page) || typeof issuer !== 'string')
    throw new Failure(`${endpoint} does not say where to sign in. Is it svc, and is it recent enough?`)
  const [state, verifier] = [secret(), secret()]
  const callback = await waitForCallback({ state, issuer })
  try {
    const query = new URLSearchParams({
      ...{
        client_id: clientId,
        response_type: 'code',
        redirect_uri: callback.redirectUri,
        state,
        scope,
        mode,
      },
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const address = `${page}?${query}`
    if (!(await openBrowser(address, io.env))) return undefined
    io.err(`Continue in the browser. If no page appears, open this address:\n\n  ${address}\n\n`)
    const answer = await callback.answer
    if (answer.code === undefined)
      throw new Failure(
        answer.error === 'access_denied'
          ? 'The sign-in was refused on the page.'
          : `The sign-in failed: ${answer.error}.`,
      )
    return await requestTokens(endpoint, {
      grant_type: 'authorization_code',
      ...{ code: answer.code, code_verifier: verifier, redirect_uri: callback.redirectUri },
    })
  } finally {
    callback.close()
  }
}
