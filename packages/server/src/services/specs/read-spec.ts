import {
  type ApiSpec,
  CatalogError,
  invalid,
  type Kinds,
  kinds,
  routeOf,
  specialOperations,
  type Stored,
} from '@svc/model'
import type { Context } from '../context.ts'
import { findRecord } from '../records/records.ts'
import type { SpecFetch, SpecFile } from './fetch.ts'
import { keptSpecOf, type KeptText, keptTextOf } from './kept.ts'

/** What is kept for an API comes first; without it, its source is asked. */
export async function openSpec(ctx: Context, fetchSpec: SpecFetch, apiId: string): Promise<SpecFile> {
  const { specUrl } = (await findRecord(ctx, kinds.api, apiId)).record as Stored<Kinds['api']>
  const kept = await keptSpecOf(ctx, apiId)
  if (kept) return { size: kept.size, read: async () => keptAnswer(ctx, apiId, await stillKept(ctx, apiId)) }
  if (specUrl === null || specUrl.trim() === '')
    throw invalid(
      'specUrl',
      'is not set on this API, and no specification is kept for it. Set specUrl, or send the text with PUT to this address',
    )
  return fetchSpec(ctx, specUrl)
}

async function stillKept(ctx: Context, apiId: string): Promise<KeptText> {
  const kept = await keptTextOf(ctx, apiId)
  if (kept) return kept
  throw new CatalogError('not_found', 'The specification was removed just now. Ask again.')
}

export const keptAnswer = (ctx: Context, apiId: string, kept: KeptText): ApiSpec => ({
  spec: kept.content,
  format: kept.format,
  size: kept.size,
  sourceUrl: `${ctx.publicUrl ?? ''}${routeOf(specialOperations.getApiSpec).replace('{apiId}', apiId)}`,
  kept: { updatedAt: kept.updatedAt, updatedBy: kept.updatedBy },
})
