import { CatalogError, invalid, kinds } from '@svc/model'
import type { GuardedFetch } from '../../../outbound/guarded-fetch.ts'
import type { StoredRecord } from '../../../store/table.ts'
import { type Context, partitionOf, writeTo } from '../../context.ts'
import { ConfigurationError } from '../../expected-errors.ts'
import { complete, type IdentityProvider } from '../../identity-providers/complete.ts'
import { findRecord, updateRecord } from '../../records/records.ts'
import { sentenceOf } from '../../verdict.ts'
import { readProviderMetadata } from './provider-metadata.ts'
import { refreshMetadata, withMetadata } from './refresh-metadata.ts'

interface Taking {
  readonly id: string
  /** As somebody has pasted it; else it is fetched. */
  readonly xml: string | undefined
  readonly fetch: GuardedFetch
}

/** Takes what a provider says about itself into its settings. Whoever pastes it has changed the settings. */
export async function takeMetadata(ctx: Context, { id, xml, fetch }: Taking): Promise<StoredRecord> {
  const stored = await findRecord(ctx, kinds.identityProvider, id)
  const provider = complete(stored.record as IdentityProvider)
  const { saml } = provider
  if (!saml) throw invalid('protocol', 'must be saml, with settings: only those providers have metadata')
  if (xml === undefined) {
    if (saml.metadataUrl === null) throw invalid('xml', 'is missing, and saml.metadataUrl is not set either')
    await fetched(ctx, provider, fetch)
    return findRecord(ctx, kinds.identityProvider, id)
  }
  const found = await readProviderMetadata(xml, { expected: saml.idpEntityId, at: ctx.now() }).catch(
    (error: unknown) => {
      if (!(error instanceof ConfigurationError)) throw error
      throw invalid('xml', `cannot be used: ${error.message.replace(/\.$/, '')}`)
    },
  )
  const input = { saml: withMetadata(saml, found) }
  return writeTo(ctx, kinds.identityProvider, (change) =>
    updateRecord(ctx, change, kinds.identityProvider, { id, input, ifMatch: undefined }),
  )
}

async function fetched(ctx: Context, provider: IdentityProvider, fetch: GuardedFetch): Promise<void> {
  const { store, now, caller } = ctx
  const homeId = partitionOf(caller, kinds.identityProvider)
  await refreshMetadata({ store, now, fetch }, { homeId, provider, actor: caller.actor }).catch(
    (error: unknown) => {
      throw new CatalogError('upstream_unavailable', sentenceOf(error), { cause: error })
    },
  )
}
