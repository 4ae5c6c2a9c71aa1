import { schemasOf } from '../kind/schemas.ts'
import { identityProvider } from '../kinds/identity-provider.ts'
import { ssoDomain, ssoSettings } from '../kinds/sso.ts'
import { shape } from '../shape/shape.ts'
import { type Operation, recordOf } from './operation.ts'

const shared = { group: 'Identity', scope: 'admin' } as const

/** Enough for any organisation, and few enough to review. */
const maxBreakGlass = 20

export const getSsoSettings = {
  id: 'getSsoSettings',
  method: 'GET',
  path: ssoSettings.path,
  summary: 'Get the SSO settings',
  group: 'Identity',
  scope: 'read',
  success: { status: 200, about: 'The settings.', schema: recordOf(ssoSettings) },
  problems: ['not_found'],
} as const satisfies Operation

export const updateSsoSettings = {
  ...shared,
  id: 'updateSsoSettings',
  needsRecentSignIn: true,
  method: 'PATCH',
  path: ssoSettings.path,
  summary: 'Update the SSO settings',
  about:
    'Members with break-glass access are set here and never returned; `breakGlassUidsCount` says how many there are.',
  body: shape.extended(
    schemasOf(ssoSettings).update,
    {
      breakGlassUids: shape.array(shape.text({ maxLength: 200 }), {
        maxItems: maxBreakGlass,
        description:
          'The members who may always use a password: two or more, or none. Replaces the previous list. ' +
          'An empty list is rejected while SSO is required.',
      }),
    },
    { required: [] },
  ),
  bodyExample: ssoSettings.example,
  success: { status: 200, about: 'The updated settings.', schema: recordOf(ssoSettings) },
  problems: ['not_found'],
} as const satisfies Operation

export const previewSsoSettings = {
  ...shared,
  id: 'previewSsoSettings',
  method: 'POST',
  path: `${ssoSettings.path}/preview`,
  summary: 'Preview a change of the SSO settings',
  about: 'Takes what `PATCH` takes, says who could no longer sign in, and changes nothing.',
  body: updateSsoSettings.body,
  bodyExample: { enforcementMode: 'required_all', allowPasswordFallback: false },
  success: {
    status: 200,
    about: 'Who would be shut out, and what else speaks against the change.',
    schema: shape.object(
      {
        shutOut: shape.array(
          shape.object({
            uid: shape.text({ description: 'The member.' }),
            email: shape.nullable(shape.text({ description: 'Their e-mail address.' })),
            reason: shape.text({ description: 'Why, in one sentence.' }),
          }),
          { description: 'Active members who could no longer sign in.' },
        ),
        warnings: shape.array(shape.text(), { description: 'What else to consider.' }),
      },
      { title: 'SsoSettingsPreview' },
    ),
  },
  problems: ['not_found'],
} as const satisfies Operation

export const verifySsoDomain = {
  ...shared,
  id: 'verifySsoDomain',
  asksOutside: true,
  method: 'POST',
  path: `${ssoDomain.path}/{${ssoDomain.idParam}}/verify`,
  summary: 'Verify an SSO domain now',
  about:
    'Looks for `verificationValue` at `verificationLocation`; `verificationMessage` says what was found. ' +
    'svc also checks in the background: for 30 days until it is verified, and daily after that. With `email_link` it ' +
    'sends another link, at most five a day.',
  success: { status: 200, about: 'The updated domain.', schema: recordOf(ssoDomain) },
} as const satisfies Operation

export const confirmSsoDomain = {
  ...shared,
  id: 'confirmSsoDomain',
  needsRecentSignIn: true,
  method: 'POST',
  path: `${ssoDomain.path}/{${ssoDomain.idParam}}/confirm`,
  summary: 'Verify an SSO domain by the link that was mailed',
  about:
    'For `verificationMethod` `email_link`. The console does this when an admin opens the link, which works once and ' +
    'for 7 days; `POST /sso/domains/{domainId}/verify` sends another.',
  body: shape.partial({
    link: shape.text({
      maxLength: 200,
      description: 'The part of the link that begins with `svc_domain_`.',
    }),
  }),
  bodyExample: { link: 'svc_domain_5f0c1c1d8a5b4f0e9d7c6b5a493827161504f3e2d1c0b9a8' },
  success: { status: 200, about: 'The updated domain.', schema: recordOf(ssoDomain) },
  problems: ['not_found'],
} as const satisfies Operation

/** Metadata describes several protocols; the largest have some hundred kilobytes. */
const maxMetadataLength = 1_000_000

export const readProviderMetadata = {
  ...shared,
  id: 'readProviderMetadata',
  needsRecentSignIn: true,
  asksOutside: true,
  method: 'POST',
  path: `${identityProvider.path}/{${identityProvider.idParam}}/metadata`,
  summary: 'Read the metadata of a SAML provider',
  about:
    'Takes the entity id, the addresses and the signing certificates of a provider from its metadata: from `xml`, ' +
    'or else from `saml.metadataUrl`. Metadata of another provider than `saml.idpEntityId` is an error.',
  body: shape.partial({
    xml: shape.text({ maxLength: maxMetadataLength, description: 'The metadata, as it was downloaded.' }),
  }),
  bodyExample: {},
  maxBodyBytes: 4 * 1024 * 1024,
  success: { status: 200, about: 'The updated provider.', schema: recordOf(identityProvider) },
} as const satisfies Operation

export const testIdentityProvider = {
  ...shared,
  id: 'testIdentityProvider',
  asksOutside: true,
  method: 'POST',
  path: `${identityProvider.path}/{${identityProvider.idParam}}/test`,
  summary: 'Test an identity provider',
  about:
    'OIDC: fetches the discovery document and the keys, and fills in empty endpoints. SAML: checks ' +
    'the certificate and the sign-in URL. The client secret is looked up in the live vault and not sent anywhere.',
  success: {
    status: 200,
    about: 'Whether it works, an explanation in one sentence, and the updated provider.',
    schema: shape.object(
      {
        ok: shape.boolean({ description: 'Whether it works.' }),
        message: shape.text({ description: 'The result in one sentence.' }),
        provider: recordOf(identityProvider),
      },
      { title: 'IdentityProviderTest' },
    ),
  },
} as const satisfies Operation
