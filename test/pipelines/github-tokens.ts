import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface GithubTokens {
  /** What a job that may ask for ID tokens has in its environment. */
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

const secret = 'the-secret-of-the-job'

/** Where a job of GitHub Actions asks for ID tokens: a new one each time, for the audience it names. */
export async function startGithubTokens(sign: (audience: string) => Promise<string>): Promise<GithubTokens> {
  const server = createServer(async ({ url = '', headers }, response) => {
    const audience = new URL(url, 'http://x').searchParams.get('audience')
    if (headers.authorization !== `Bearer ${secret}` || audience === null) response.writeHead(401).end()
    else
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ count: 1, value: await sign(audience) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    env: {
      ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${port}/token?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: secret,
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
