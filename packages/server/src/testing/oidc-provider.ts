import { generateKeyPairSync } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = (response: ServerResponse) => void

/** An identity provider on the loopback interface, as OpenID Connect Discovery says. */
export interface OidcProvider {
  readonly issuer: string
  /** What its documents say; a test may change them. */
  readonly discovery: Record<string, unknown>
  readonly keySet: { keys: object[] }
  /** How a path is answered instead of by its document. */
  readonly answers: Map<string, Answer>
  /** What was received: the path and whatever could contain a secret. */
  readonly requests: { readonly path: string; readonly headers: object; readonly body: string }[]
  reset(): void
  stop(): Promise<void>
}

const keyOf = (bits: number): object => ({
  ...generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ format: 'jwk' }),
  use: 'sig',
  alg: 'RS256',
})

const strong = keyOf(2048)
/** Of a length that is no longer trusted for signatures. */
export const weakKey: object = keyOf(1024)

export const discoveryPath = '/.well-known/openid-configuration'

export async function startOidcProvider(): Promise<OidcProvider> {
  const answers = new Map<string, Answer>()
  const requests: OidcProvider['requests'] = []
  const discovery: Record<string, unknown> = {}
  const keySet: OidcProvider['keySet'] = { keys: [] }
  const documents: Readonly<Record<string, object>> = { [discoveryPath]: discovery, '/jwks': keySet }

  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    let body = ''
    for await (const chunk of request) body += chunk
    requests.push({ path, headers: request.headers, body })
    const answer = answers.get(path)
    if (answer) return answer(response)
    const document = documents[path]
    if (!document) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const reset = (): void => {
    answers.clear()
    requests.length = 0
    for (const key of Object.keys(discovery)) delete discovery[key]
    Object.assign(discovery, documentOf(issuer))
    keySet.keys = [strong]
  }
  reset()
  const stop = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { issuer, discovery, keySet, answers, requests, reset, stop }
}

const documentOf = (issuer: string): object => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code', 'id_token'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: ['openid', 'email', 'profile'],
  code_challenge_methods_supported: ['plain', 'S256'],
})
