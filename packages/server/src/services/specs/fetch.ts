import { CatalogError, invalid, type Kinds, kinds, type Stored } from '@svc/model'
import { ForbiddenAddressError, type GuardedFetch, UpstreamError } from '../../outbound/guarded-fetch.ts'
import type { Context } from '../context.ts'
import { findRecord } from '../records.ts'
import { type SpecFormat, specFormatOf } from './format.ts'

export interface FetchedSpec {
  readonly spec: string
  readonly format: SpecFormat
  readonly size: number
  readonly sourceUrl: string
}

const accept = 'application/json, application/yaml, text/plain, */*'

/** The specification as it is at its source at this moment. */
export async function fetchSpec(ctx: Context, fetch: GuardedFetch, apiId: string): Promise<FetchedSpec> {
  const { specUrl } = (await findRecord(ctx, kinds.api, apiId)).record as Stored<Kinds['api']>
  if (specUrl === null || specUrl.trim() === '') throw invalid('specUrl', 'is not set on this API')
  const answer = await fetch(specUrl, { headers: { accept } }).catch((error: unknown) => {
    if (error instanceof ForbiddenAddressError)
      throw invalid('specUrl', `may not be fetched: ${error.message.replace(/\.$/, '')}`)
    if (error instanceof UpstreamError)
      throw new CatalogError('upstream_unavailable', error.message, { cause: error })
    throw error
  })
  if (answer.status < 200 || answer.status > 299) {
    throw new CatalogError(
      'upstream_unavailable',
      `The source of the specification answered with status ${answer.status}.`,
    )
  }
  const spec = answer.body.toString('utf8')
  return { spec, format: specFormatOf(spec, specUrl), size: answer.body.byteLength, sourceUrl: specUrl }
}
