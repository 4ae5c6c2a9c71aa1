import { hash } from 'node:crypto'
import { kinds } from '@svc/model'
import type { Store } from '../../store/open.ts'
import { findOrganisation, type Organisation } from '../../store/queries/organisations.ts'
import { organisationIdOf } from '../../store/partition-id.ts'
import { homeOfProvider } from '../../store/queries/federation.ts'
import { complete, type IdentityProvider } from '../identity-providers/complete.ts'
import { Refused } from './refused.ts'

export interface KnownProvider {
  readonly organisation: Organisation
  readonly provider: IdentityProvider
}

/** Where what is said of a provider belongs. */
export const placeOf = ({ organisation, provider }: KnownProvider) => ({
  homeId: organisation.home,
  providerId: provider.id,
})

/** Also one that is disabled; undefined if there is none with this id and protocol. */
export async function findProvider(
  store: Store,
  id: string,
  protocol: IdentityProvider['protocol'],
): Promise<KnownProvider | undefined> {
  const homeId = await store.run(homeOfProvider, id)
  if (homeId === undefined) return undefined
  const organisation = await store.run(findOrganisation, organisationIdOf(homeId))
  const stored = await store.records(homeId).find(kinds.identityProvider, id)
  if (!organisation || stored?.record.protocol !== protocol) return undefined
  return { organisation, provider: complete(stored.record as IdentityProvider) }
}

/** One that is still being set up can be tried by its address; it is just not offered to anyone. */
export function refuseDisabled({ status }: IdentityProvider): void {
  if (status === 'disabled') throw new Refused('not_allowed', 'The identity provider is disabled.')
}

/** Changes with everything that decides who is believed. */
export function fingerprintOf({ protocol, oidc, saml, vendor }: IdentityProvider): string {
  const trusted = {
    ...{ protocol, vendor, oidc: oidc && { ...oidc, jwksCachedAt: null } },
    saml: saml && { ...saml, ...ofTheMoment, ...(saml.metadataUrl !== null && fromMetadata) },
  }
  return hash('sha256', JSON.stringify(trusted))
}

const ofTheMoment = { metadataReadAt: null, warning: null } as const

/** Where a provider says it itself, nobody has changed what is trusted when it says something new. */
const fromMetadata = { ssoUrl: null, ssoBinding: null, sloUrl: null, signingCert: null, signingCerts: null }
