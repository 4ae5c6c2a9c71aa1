import { isDeepStrictEqual } from 'node:util'
import { kinds } from '@svc/model'
import type { GuardedFetch } from '../../../outbound/guarded-fetch.ts'
import type { Change } from '../../../store/change.ts'
import type { Actor } from '../../../store/event.ts'
import type { Store } from '../../../store/open.ts'
import type { PartitionId } from '../../../store/partition-id.ts'
import { ConfigurationError } from '../../expected-errors.ts'
import { warningOf } from '../../identity-providers/certificate.ts'
import { complete, type IdentityProvider, type SamlSettings } from '../../identity-providers/complete.ts'
import { requireSecure } from '../../identity-providers/secure-url.ts'
import { system } from '../../jobs/follower.ts'
import { sentenceOf } from '../../verdict.ts'
import { decodeText } from './base64.ts'
import { type ProviderMetadata, readProviderMetadata } from './provider-metadata.ts'
import { Unreadable } from './unreadable.ts'

interface Tools {
  readonly store: Store
  readonly now: () => Date
  readonly fetch: GuardedFetch
}

interface Place {
  readonly homeId: PartitionId
  readonly provider: IdentityProvider
  readonly actor?: Actor
}

/** Fetches what a provider publishes about itself. Another provider at that address is an error. */
export async function fetchMetadata(
  { fetch, now }: Pick<Tools, 'fetch' | 'now'>,
  { metadataUrl, idpEntityId }: SamlSettings,
): Promise<ProviderMetadata> {
  if (metadataUrl === null) throw new ConfigurationError('metadataUrl is not set.')
  const { status, body } = await fetch(requireSecure(metadataUrl, 'metadataUrl').href, {
    headers: { accept: 'application/samlmetadata+xml, application/xml, text/xml' },
  })
  if (status !== 200) throw new ConfigurationError(`metadataUrl returns status ${status} instead of 200.`)
  return readProviderMetadata(legible(body), { expected: idpEntityId, at: now() })
}

function legible(body: Buffer): string {
  try {
    return decodeText(body)
  } catch (error) {
    if (error instanceof Unreadable)
      throw new ConfigurationError('The metadata is not UTF-8.', { cause: error })
    throw error
  }
}

/**
 * Fetches a provider's metadata and keeps it. If that fails, what was known before stays, and the provider says why.
 * The provider as it is then; undefined if it is gone.
 */
export async function refreshMetadata(
  tools: Tools,
  { homeId, provider, actor = system }: Place,
): Promise<IdentityProvider | undefined> {
  const { store, now } = tools
  const asked = provider.saml
  if (!asked) return provider
  const found = await fetchMetadata(tools, asked).catch((error: unknown) => new Failure(error))
  const kept = await store.write({ partitionId: homeId, actor, now }, (change) =>
    keepMetadata(change, { id: provider.id, asked, found }),
  )
  if (found instanceof Failure) throw found.error
  return kept
}

class Failure {
  readonly error: unknown

  constructor(error: unknown) {
    this.error = error
  }
}

interface Fetched {
  readonly id: string
  /** The settings with which it was asked for. */
  readonly asked: SamlSettings
  readonly found: ProviderMetadata | Failure
}

async function keepMetadata(
  change: Change,
  { id, asked, found }: Fetched,
): Promise<IdentityProvider | undefined> {
  const stored = await change.find(kinds.identityProvider, id)
  if (!stored) return undefined
  const before = complete(stored.record as IdentityProvider)
  const { saml } = before
  const isAsked = saml?.metadataUrl === asked.metadataUrl && saml?.idpEntityId === asked.idpEntityId
  if (!saml || !isAsked) return before
  const isFound = !(found instanceof Failure)
  const values = isFound ? withMetadata(saml, found) : saml
  const warning = isFound ? warningOf(values, new Date(change.at)) : `metadataUrl: ${sentenceOf(found.error)}`
  const readAt = isFound ? change.at : saml.metadataReadAt
  const next = { ...before, saml: { ...values, metadataReadAt: readAt, warning } }
  const isChanged = !isDeepStrictEqual(values, saml)
  const after = isChanged
    ? await change.update(kinds.identityProvider, stored, { ...next, updatedAt: change.at })
    : await change.derive(kinds.identityProvider, stored, next)
  await logWarning(change, id, { before: saml.warning, after: warning })
  return complete(after.record as IdentityProvider)
}

/** What the provider says takes the place of what was there. */
export const withMetadata = (saml: SamlSettings, found: ProviderMetadata): SamlSettings => ({
  ...saml,
  ...found,
  signingCert: found.signingCerts[0] ?? null,
})

/** Once, not with every refresh. */
export async function logWarning(
  change: Change,
  id: string,
  { before, after }: { readonly before: string | null; readonly after: string | null },
): Promise<void> {
  if (after === null || after === before) return
  await change.log(
    'identity_provider.warning',
    { kind: kinds.identityProvider.name, id },
    { warning: before },
    { warning: after },
  )
}
