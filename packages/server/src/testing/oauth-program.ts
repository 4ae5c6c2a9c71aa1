import { createHash, randomBytes } from 'node:crypto'

export interface OAuthReply {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly body: any
}

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

/** Asks for tokens as a program does: with forms, and without a cookie. */
export function oauthProgram(url: () => string, clientId = 'svc-cli') {
  const post = async (path: string, fields: Readonly<Record<string, string>>): Promise<OAuthReply> => {
    const response = await fetch(`${url()}${path}`, { method: 'POST', body: new URLSearchParams(fields) })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }
  const token = (fields: Readonly<Record<string, string>>) =>
    post('/oauth/token', { client_id: clientId, ...fields })
  return {
    post,
    token,
    ask: (fields: Readonly<Record<string, string>> = {}) =>
      post('/oauth/device_authorization', { client_id: clientId, scope: 'read write admin', ...fields }),
    poll: (deviceCode: string) => token({ grant_type: deviceGrant, device_code: deviceCode }),
    refresh: (refreshToken: string, more: Readonly<Record<string, string>> = {}) =>
      token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...more }),
    revoke: (secret: string) => post('/oauth/revoke', { client_id: clientId, token: secret }),
  }
}

/** A verifier, and the challenge that is made from it. */
export function pkce() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}
