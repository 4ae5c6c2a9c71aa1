import type { Session } from '../../../store/queries/sign-in.ts'
import { addressesAt } from '../../identity-providers/addresses.ts'
import type { KnownProvider } from '../known-provider.ts'
import type { Finished } from '../enter.ts'
import type { Received, Sent } from './receive-response.ts'
import type { SamlTools } from './saml-flow.ts'
import type { Coming, Departure, SamlStart } from './saml-sign-in.ts'
import type { SignOutMessage } from './saml-logout.ts'

/** Sign-in by SAML at a provider that is known; what reads its messages is loaded with the first one. */
export const samlAt = (tools: SamlTools) => ({
  start: async (known: KnownProvider, start: SamlStart): Promise<Departure> =>
    (await import('./saml-sign-in.ts')).startSaml(tools, known, start),

  receive: async (known: KnownProvider, sent: Sent): Promise<Received> =>
    (await import('./receive-response.ts')).receiveSaml(tools, known, sent),

  finish: async (known: KnownProvider, coming: Coming): Promise<Finished> =>
    (await import('./saml-sign-in.ts')).finishSaml(tools, known, coming),

  receiveSignOut: async (known: KnownProvider, message: SignOutMessage): Promise<string | undefined> =>
    (await import('./saml-logout.ts')).receiveSignOut(tools, known, message),

  signOutAddress: async (
    known: KnownProvider,
    session: NonNullable<Session['provider']>,
  ): Promise<string | undefined> => (await import('./saml-logout.ts')).signOutAddress(tools, known, session),

  /** What the provider is told about svc. */
  async metadata({ organisation, provider }: KnownProvider): Promise<string> {
    const [{ ownKeys }, { ownMetadata }] = await Promise.all([
      import('./own-keys.ts'),
      import('./own-metadata.ts'),
    ])
    const { acsUrl, spEntityId, spSloUrl } = addressesAt(tools.site.url(), provider.id)
    const { saml } = provider
    const keys = await ownKeys(tools, organisation.home)
    return ownMetadata({
      ...{ acsUrl, spSloUrl, spEntityId: saml?.spEntityId ?? spEntityId },
      nameIdFormat: saml?.nameIdFormat ?? null,
      signRequests: saml?.signRequests ?? false,
      encryptAssertions: saml?.encryptAssertions ?? false,
      certificates: keys.map(({ certificate }) => certificate),
    })
  },
})
