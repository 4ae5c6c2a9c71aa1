import { createClient, type Client, type TokenSource } from '@svc/client'
import { credentialFor, type Env } from '@svc/client/logins'
import { IdTokenError, pipelineToken } from '@svc/client/pipeline'
import { Failure, UsageError } from '../failure.ts'

interface Given {
  readonly token: string | undefined
  readonly env: Env
}

/** A client of a server, with the credential that was given, a pipeline's own, or that of whoever has signed in. */
export async function clientAt(endpoint: string, { token, env }: Given): Promise<Client> {
  return withAddress(async () => {
    const own = token?.trim() ? undefined : pipelineToken({ endpoint, env })
    const found: TokenSource | undefined = own
      ? () => inWords(own)
      : await credentialFor({ endpoint, token, env })
    if (found === undefined)
      throw new UsageError(
        `--endpoint needs a token: sign in with "svc login --endpoint ${endpoint}", give --token, or set SVC_API_TOKEN or, in a pipeline, SVC_ID_TOKEN.`,
      )
    return createClient({ endpoint, token: found })
  })
}

/** That an ID token is not taken is for the pipeline's author to settle. */
async function inWords(token: () => Promise<string>): Promise<string> {
  try {
    return await token()
  } catch (error) {
    throw error instanceof IdTokenError ? new Failure(error.message, { cause: error }) : error
  }
}

/** What is no address of a server is a mistake in the command line. */
export async function withAddress<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message, { cause: error }) : error
  }
}
