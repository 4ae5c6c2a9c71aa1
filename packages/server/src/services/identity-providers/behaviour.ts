import { isDeepStrictEqual } from 'node:util'
import { invalid, kinds } from '@svc/model'
import { endFederatedSessions, removeIdentitiesAt } from '../../store/queries/federation.ts'
import { forgetGroupsOf } from '../group-mappings/apply-groups.ts'
import { behaviour } from '../records/behaviour.ts'
import { keepRequirements } from '../sso/requirement.ts'
import { withAddresses } from './addresses.ts'
import { complete, type IdentityProvider, type OidcSettings, type SamlSettings } from './complete.ts'

const untested = { lastTestedAt: null, lastTestResult: null, lastSignInAt: null } as const

/** Any change of what is trusted makes it as good as new: it has to prove again that it works. */
export const identityProviderBehaviour = behaviour<IdentityProvider>(kinds.identityProvider, {
  prepare: ({ next: given, before: stored }, { actor }) => {
    const before = stored && complete(stored)
    const next = complete(given)
    const isOneNamed = (given.saml as Partial<SamlSettings> | null)?.signingCert !== undefined
    const saml = next.saml && samlToStore(next.saml, before?.saml, isOneNamed)
    const oidc = next.oidc && oidcToStore(next.oidc, before?.oidc)
    refusePrivateKeys(saml)
    const isAsTested = isDeepStrictEqual([before?.saml, before?.oidc], [saml, oidc])
    return before && isAsTested
      ? { ...next, saml, oidc }
      : { ...next, saml, oidc, ...untested, configuredBy: actor.type === 'user' ? actor.id : null }
  },
  release: async (change, before, after) => {
    await keepRequirements(change, kinds.identityProvider, before, after)
    // Whoever it vouched for is no longer vouched for.
    if (!after || after.status === 'disabled') await endFederatedSessions(change, { providerId: before.id })
    if (!after) await change.run(removeIdentitiesAt, change.partitionId, before.id)
  },
  end: (change, { id }) => forgetGroupsOf(change, { kind: 'idp', providerId: id }),
  derive: async ({ publicUrl }, providers) =>
    providers.map((stored) => {
      const provider = complete(stored)
      return publicUrl === undefined ? provider : withAddresses(publicUrl, provider)
    }),
})

function refusePrivateKeys(saml: SamlSettings | null): void {
  const wrong = saml?.signingCerts.findIndex((text) => text.includes('PRIVATE KEY')) ?? -1
  if (wrong < 0) return
  const path = wrong === 0 ? 'saml/signingCert' : `saml/signingCerts/${wrong}`
  throw invalid(path, 'contains a private key, which only the provider may have; paste only the certificate')
}

const ours = { redirectUri: null, backchannelLogoutUri: null } as const

/** Keys fetched from another URL no longer count. */
const oidcToStore = (oidc: OidcSettings, before: OidcSettings | null | undefined): OidcSettings => ({
  ...oidc,
  ...ours,
  jwksCachedAt: oidc.jwksUri === before?.jwksUri ? (before?.jwksCachedAt ?? null) : null,
})

/** One certificate is the first of several, so that either can be set. */
function samlToStore(
  saml: SamlSettings,
  before: SamlSettings | null | undefined,
  isOneNamed: boolean,
): SamlSettings {
  const isOtherFirst = isOneNamed && saml.signingCert !== (before?.signingCert ?? null)
  const areOthers = !isDeepStrictEqual(saml.signingCerts, before?.signingCerts ?? [])
  const rest = saml.signingCerts.slice(1)
  const signingCerts =
    isOtherFirst && !areOthers
      ? [...(saml.signingCert === null ? [] : [saml.signingCert]), ...rest]
      : saml.signingCerts
  const isReadThere = saml.metadataUrl !== null && saml.metadataUrl === before?.metadataUrl
  return {
    ...saml,
    signingCerts,
    signingCert: signingCerts[0] ?? null,
    metadataReadAt: isReadThere ? before.metadataReadAt : null,
    warning: before?.warning ?? null,
    ...{ acsUrl: null, spSloUrl: null, spEntityId: before?.spEntityId ?? null },
  }
}
