import { Refused } from '../refused.ts'
import type { KnownProvider } from '../known-provider.ts'
import { refreshMetadata } from './refresh-metadata.ts'
import type { SamlTools } from './saml-flow.ts'

/** A provider as it describes itself now. */
export async function withMetadataOf(tools: SamlTools, known: KnownProvider): Promise<KnownProvider> {
  const { organisation, provider } = known
  const read = await tools.demand.run(known, () =>
    refreshMetadata(tools, { homeId: organisation.home, provider }),
  )
  if (!read) throw new Refused('not_allowed', 'The identity provider was deleted meanwhile.')
  return { organisation, provider: read }
}

/** Undefined if there are none, or if they were asked for a moment ago. */
export async function withNewKeys(
  tools: SamlTools,
  known: KnownProvider,
): Promise<KnownProvider | undefined> {
  const { saml, id } = known.provider
  if (!saml?.metadataUrl || !tools.mayReadAgain(id)) return undefined
  const renewed = await withMetadataOf(tools, known).catch(() => undefined)
  const certificates = renewed?.provider.saml?.signingCerts
  return certificates?.some((one) => !saml.signingCerts.includes(one)) ? renewed : undefined
}
