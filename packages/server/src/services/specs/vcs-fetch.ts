import { createHash } from 'node:crypto'
import { type IntegrationConfigs, kinds } from '@svc/model'
import type { GuardedFetch, GuardedResponse } from '../../outbound/guarded-fetch.ts'
import { type Context, partitionOf, recordsOf } from '../context.ts'
import { configurationOf } from '../integrations/configuration.ts'
import { authorizationFor } from '../integrations/credential.ts'
import { apiUrlOf } from '../integrations/vcs-host.ts'
import type { DemandLimit } from '../upstreams/demand-limit.ts'
import type { Vault } from '../vault/vault.ts'
import { createInFlight } from './in-flight.ts'
import { fileAt, isCovered, readingsOf, type RepositoryFile } from './repository-file.ts'
import { rateLimited, requireFile, secondsToWait } from './vcs-answer.ts'
import { fileHeaders, fileUrl } from './vcs-request.ts'

type Vcs = IntegrationConfigs['vcs']

export interface SpecTools {
  readonly fetch: GuardedFetch
  readonly vault: Vault
  readonly demand: DemandLimit
}

/** Fetches a file from the version control of the caller's organisation; null if the URL does not belong to it. */
export type VcsFetch = (ctx: Context, address: string) => Promise<GuardedResponse | null>

/** How long the possible readings of a URL are tried. */
const timeoutMs = 10_000

export function createVcsFetch({ fetch, vault, demand }: SpecTools): VcsFetch {
  const pauses = createPauses()
  const inFlight = createInFlight<GuardedResponse>()

  return async (ctx, address) => {
    const config = await configurationOf(recordsOf(ctx, kinds.integration), 'vcs')
    const file = config && fileAt(config, address)
    if (!config || !file || !isCovered(config, file)) return null
    const partitionId = partitionOf(ctx.caller, kinds.integration)
    const { username, tokenKeyword: keyword } = config
    const place = { vault, partitionId, type: 'vcs', config, actor: ctx.caller.actor } as const
    const credential = await authorizationFor(place, { username, keyword })
    const account = digestOf([partitionId, apiUrlOf(config), credential])
    const left = pauses.secondsLeft(account, ctx.now())
    if (left > 0) throw rateLimited(config, left)
    // The account is part of the key: a response obtained with a token is only for those who may use that token.
    const answer = await inFlight(digestOf([account, config, file]), () =>
      demand.run(ctx.caller.organisation.id, () => firstFound(fetch, { config, file, credential })),
    )
    const wait = secondsToWait(answer, ctx.now())
    if (wait !== undefined) {
      pauses.note(account, ctx.now(), wait)
      throw rateLimited(config, wait)
    }
    requireFile(config, answer)
    return answer
  }
}

type Credential = Readonly<Record<string, string>>

interface Wanted {
  readonly config: Vcs
  readonly file: RepositoryFile
  readonly credential: Credential
}

/** The credential is sent to the connection's own API; the guard drops it if that redirects elsewhere. */
async function firstFound(
  fetch: GuardedFetch,
  { config, file, credential }: Wanted,
): Promise<GuardedResponse> {
  const headers = { ...fileHeaders(config), ...credential }
  const end = performance.now() + timeoutMs
  const [first, ...others] = readingsOf(file).map((reading) => fileUrl(config, file, reading))
  let answer = await fetch(String(first), { headers })
  for (const url of others) {
    if (answer.status !== 404 || performance.now() > end) break
    answer = await fetch(url, { headers })
  }
  return answer
}

/** Kept in memory, so hashed. */
const digestOf = (account: unknown): string =>
  createHash('sha256').update(JSON.stringify(account)).digest('hex')

/** Which accounts have been told to wait. Sending more requests can get them blocked. */
function createPauses() {
  const ends = new Map<string, number>()
  return {
    secondsLeft: (account: string, now: Date): number =>
      Math.ceil(((ends.get(account) ?? 0) - now.getTime()) / 1_000),
    note: (account: string, now: Date, seconds: number): void => {
      for (const [key, end] of ends) if (end <= now.getTime()) ends.delete(key)
      ends.set(account, now.getTime() + seconds * 1_000)
    },
  }
}
