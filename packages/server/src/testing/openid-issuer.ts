import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hash, randomUUID } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

export type Claims = Record<string, unknown>

/** An OpenID Connect provider on the loopback interface, at which people sign in at once. */
export interface OpenIdIssuer {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Who signs in next, as the ID token says. */
  person: Claims
  /** What else the discovery document says. */
  readonly discovery: Claims
  /** What the userinfo endpoint says besides `sub`. */
  userinfo: Claims
  /** Changes the claims of the next ID tokens; may remove some by setting them to undefined. */
  distort: (claims: Claims) => Claims
  /** Makes the ID token itself, instead of signing what the claims are. */
  forge: ((claims: Claims) => Promise<string>) | undefined
  /** How a path is answered instead. */
  readonly answers: Map<string, (request: IncomingMessage, response: ServerResponse) => void>
  /** The keys that are published. */
  keys: JWK[]
  /** The paths that were asked for. */
  readonly requests: string[]
  sign(claims: Claims, header?: Readonly<Record<string, unknown>>): Promise<string>
  /** Signs with a new key from now on, and publishes both. */
  rotate(): Promise<void>
  /** A token that says that a session has ended. */
  logoutToken(claims: Claims, header?: Readonly<Record<string, unknown>>): Promise<string>
  stop(): Promise<void>
}

interface Grant {
  readonly claims: Claims
  readonly challenge: string | null
  readonly redirectUri: string | null
}

interface SigningKey {
  readonly kid: string
  readonly privateKey: CryptoKey
}

export const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

async function newKey(): Promise<SigningKey & { readonly jwk: JWK }> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = randomUUID()
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

export async function startIssuer(): Promise<OpenIdIssuer> {
  const grants = new Map<string, Grant>()
  const first = await newKey()
  let signing: SigningKey = first
  const nowSeconds = () => Math.floor(Date.now() / 1_000)

  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const made: OpenIdIssuer = {
    issuer,
    clientId: 'svc',
    clientSecret: 'a secret of the client',
    person: { sub: 'ada', email: 'ada@example.com', email_verified: true, name: 'Ada' },
    discovery: {},
    userinfo: {},
    distort: (claims) => claims,
    forge: undefined,
    answers: new Map(),
    keys: [first.jwk],
    requests: [],
    sign: (claims, header = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: signing.kid, ...header })
        .sign(signing.privateKey),
    async rotate() {
      const next = await newKey()
      signing = next
      made.keys = [...made.keys, next.jwk]
    },
    logoutToken: (claims, header = { typ: 'logout+jwt' }) =>
      made.sign(
        {
          ...{ iss: issuer, aud: made.clientId, iat: nowSeconds(), exp: nowSeconds() + 120 },
          ...{ jti: randomUUID(), events: { [logoutEvent]: {} } },
          ...claims,
        },
        header,
      ),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  const documentOf = (): object => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    end_session_endpoint: `${issuer}/logout`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    ...made.discovery,
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', issuer)
    made.requests.push(url.pathname)
    const other = made.answers.get(url.pathname)
    if (other) return other(request, response)
    const send = (value: object, status = 200): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    }
    if (url.pathname === '/.well-known/openid-configuration') return send(documentOf())
    if (url.pathname === '/jwks') return send({ keys: made.keys })
    if (url.pathname === '/userinfo') return send({ sub: made.person.sub, ...made.userinfo })
    if (url.pathname === '/authorize') return authorize(url, response)
    if (url.pathname === '/token') {
      let body = ''
      for await (const chunk of request) body += chunk
      return token(new URLSearchParams(body), request, send)
    }
    response.writeHead(404).end()
  }

  function authorize({ searchParams: asked }: URL, response: ServerResponse): void {
    const code = randomUUID()
    const claims = { ...made.person, nonce: asked.get('nonce'), sid: randomUUID() }
    grants.set(code, {
      claims,
      challenge: asked.get('code_challenge'),
      redirectUri: asked.get('redirect_uri'),
    })
    const back = new URL(asked.get('redirect_uri') ?? '')
    back.searchParams.set('code', code)
    back.searchParams.set('state', asked.get('state') ?? '')
    back.searchParams.set('iss', issuer)
    response.writeHead(302, { location: back.href }).end()
  }

  async function token(
    form: URLSearchParams,
    { headers }: IncomingMessage,
    send: (value: object, status?: number) => void,
  ): Promise<void> {
    const expected = `Basic ${Buffer.from(
      [made.clientId, made.clientSecret]
        .map((part) => encodeURIComponent(part).replaceAll('%20', '+'))
        .join(':'),
    ).toString('base64')}`
    if (headers.authorization !== expected) return send({ error: 'invalid_client' }, 401)
    const grant = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    const challenge = hash('sha256', form.get('code_verifier') ?? '', 'base64url')
    if (grant?.challenge !== challenge || grant.redirectUri !== form.get('redirect_uri'))
      return send({ error: 'invalid_grant' }, 400)
    const claims = made.distort({
      ...{ iss: issuer, aud: made.clientId, iat: nowSeconds(), exp: nowSeconds() + 300 },
      ...grant.claims,
    })
    const id_token = await (made.forge ?? made.sign)(claims)
    send({ access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token })
  }

  return made
}
