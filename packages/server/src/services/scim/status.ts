import type { ScimCall } from '../../store/queries/scim-calls.ts'
import { type ScimCounts, scimCounts } from '../../store/queries/scim-counts.ts'
import type { Context } from '../context.ts'
import type { Site } from '../site.ts'
import type { ScimCalls } from './calls.ts'

export interface ScimStatus extends ScimCounts {
  readonly url: string
  readonly calls: readonly ScimCall[]
}

/** What a directory manages, and what it did last. */
export async function scimStatus(
  { store, caller }: Context,
  { site, scimCalls }: { readonly site: Site; readonly scimCalls: ScimCalls },
): Promise<ScimStatus> {
  const { home } = caller.organisation
  return {
    url: `${site.url()}/scim/v2`,
    ...(await store.run(scimCounts, home)),
    calls: await scimCalls.last(home),
  }
}
