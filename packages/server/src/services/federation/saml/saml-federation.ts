import type { Session } from '../../../store/queries/sign-in.ts'
import { addressesAt } from '../../identity-providers/addresses.ts'
import type { KnownProvider } from '../known-provider.ts'
import type { Finished } from '../enter.ts'
import { ownKeys } from './own-keys.ts'
import { ownMetadata } from './own-metadata.ts'
import { type Received, receiveSaml, type Sent } from './receive-response.ts'
import type { SamlTools } from './saml-flow.ts'
import { type Coming, type Departure, finishSaml, type SamlStart, startSaml } from './saml-sign-in.ts'
import { receiveSignOut, type SignOutMessage, signOutAddress } from './saml-logout.ts'

/** Sign-in by SAML at a provider that is known; the libraries that read XML are loaded with the first message. */
export const samlAt = (tools: SamlTools) => ({
  start: (known: KnownProvider, start: SamlStart): Promise<Departure> => startSaml(tools, known, start),

  receive: (known: KnownProvider, sent: Sent): Promise<Received> => receiveSaml(tools, known, sent),

  finish: (known: KnownProvider, coming: Coming): Promise<Finished> => finishSaml(tools, known, coming),

  receiveSignOut: (known: KnownProvider, message: SignOutMessage): Promise<string | undefined> =>
    receiveSignOut(tools, known, message),

  signOutAddress: (
    known: KnownProvider,
    session: NonNullable<Session['provider']>,
  ): Promise<string | undefined> => signOutAddress(tools, known, session),

  /** What the provider is told about svc. */
  async metadata({ organisation, provider }: KnownProvider): Promise<string> {
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
