import { type ApiSpec, CatalogError, invalid, maxSpecBytes } from '@svc/model'
import {
  ForbiddenAddressError,
  type GuardedFetch,
  type GuardedResponse,
  UpstreamError,
} from '../../outbound/guarded-fetch.ts'
import { unpacked } from '../../outbound/unzipped.ts'
import type { Context } from '../context.ts'
import { formatInTurns } from './format-in-turns.ts'
import { createInFlight } from './in-flight.ts'
import { createVcsFetch, type SpecTools } from './vcs-fetch.ts'

/** A specification as it is at its source, or kept: not yet turned into an answer. */
export interface SpecFile {
  readonly size: number
  read(): Promise<ApiSpec>
}

export type SpecFetch = (ctx: Context, specUrl: string) => Promise<SpecFile>

const accept = 'application/json, application/yaml, text/plain, */*'
const lfsPointer = 'version https://git-lfs.github.com/spec/v1'

export function createSpecFetch(tools: SpecTools): SpecFetch {
  const fetchFromVcs = createVcsFetch(tools)
  const inFlight = createInFlight<GuardedResponse>()
  const fetchFromWeb = ({ caller }: Context, specUrl: string): Promise<GuardedResponse> =>
    inFlight(`${caller.organisation.id} ${specUrl}`, () =>
      tools.demand.run(caller.organisation.id, () => fetchAnonymously(tools.fetch, specUrl)),
    )
  return async (ctx, specUrl) => {
    const file = await (async () => {
      const { body } = (await fetchFromVcs(ctx, specUrl)) ?? (await fetchFromWeb(ctx, specUrl))
      return unpacked(body, maxSpecBytes)
    })().catch(explain)
    return { size: file.byteLength, read: () => specIn(file, specUrl) }
  }
}

async function specIn(file: Buffer, specUrl: string): Promise<ApiSpec> {
  const spec = file.toString('utf8')
  if (spec.startsWith(lfsPointer))
    throw invalid('specUrl', 'leads to a Git LFS pointer instead of the file itself')
  return { spec, format: await formatInTurns(spec, specUrl), size: file.byteLength, sourceUrl: specUrl }
}

async function fetchAnonymously(fetch: GuardedFetch, specUrl: string): Promise<GuardedResponse> {
  const answer = await fetch(specUrl, { headers: { accept } })
  if (answer.status >= 200 && answer.status <= 299) return answer
  throw new CatalogError(
    'upstream_unavailable',
    `The source of the specification answered with status ${answer.status}.`,
  )
}

function explain(error: unknown): never {
  if (error instanceof ForbiddenAddressError)
    throw invalid('specUrl', `may not be fetched: ${error.message.replace(/\.$/, '')}`)
  if (error instanceof UpstreamError)
    throw new CatalogError('upstream_unavailable', error.message, { cause: error })
  throw error
}
