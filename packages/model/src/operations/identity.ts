import { schemasOf } from '../kind/schemas.ts'
import { identityProvider } from '../kinds/identity-provider.ts'
import { ssoDomain, ssoSettings } from '../kinds/sso.ts'
import { shape } from '../shape/shape.ts'
import { type Operation, recordOf } from './operation.ts'

const shared = { group: 'Identity', scope: 'admin' } as const

/** Enough for any organisation, and few enough to know by name. */
const maxBreakGlass = 20

export const getSsoSettings = {
  id: 'getSsoSettings',
  method: 'GET',
  path: ssoSettings.path,
  summary: 'Read the SSO settings',
  group: 'Identity',
  scope: 'read',
  success: { status: 200, about: 'The settings.', schema: recordOf(ssoSettings) },
  problems: ['not_found'],
} as const satisfies Operation

export const updateSsoSettings = {
  ...shared,
  id: 'updateSsoSettings',
  method: 'PATCH',
  path: ssoSettings.path,
  summary: 'Change the SSO settings',
  about: 'Who has break-glass access is taken here and never shown: `breakGlassUidsCount` says how many.',
  body: shape.extended(
    schemasOf(ssoSettings).update,
    {
      breakGlassUids: shape.array(shape.text({ maxLength: 200 }), {
        maxItems: maxBreakGlass,
        description:
          'The members who may always use a password: two or more, or none. Replaces those before. ' +
          'None is refused while a provider is required.',
      }),
    },
    { required: [] },
  ),
  bodyExample: ssoSettings.example,
  success: { status: 200, about: 'The settings as they are now.', schema: recordOf(ssoSettings) },
  problems: ['not_found'],
} as const satisfies Operation

export const verifySsoDomain = {
  ...shared,
  id: 'verifySsoDomain',
  asksOutside: true,
  method: 'POST',
  path: `${ssoDomain.path}/{${ssoDomain.idParam}}/verify`,
  summary: 'Check now whether an SSO domain is yours',
  about:
    'Looks for `verificationValue` at `verificationLocation`; `verificationMessage` says what was found. ' +
    'The same is done in the background: for 30 days while it is not verified, and every day once it is.',
  success: { status: 200, about: 'The domain as it is now.', schema: recordOf(ssoDomain) },
} as const satisfies Operation

export const testIdentityProvider = {
  ...shared,
  id: 'testIdentityProvider',
  asksOutside: true,
  method: 'POST',
  path: `${identityProvider.path}/{${identityProvider.idParam}}/test`,
  summary: 'Try an identity provider out',
  about:
    'OIDC: fetches the discovery document and the keys, and fills in endpoints that are empty. SAML: looks at ' +
    'the certificate and the address. The client secret is looked up in the vault of the live mode and sent nowhere.',
  success: {
    status: 200,
    about: 'Whether it works, in one sentence why, and the provider as it is now.',
    schema: shape.object(
      {
        ok: shape.boolean({ description: 'Whether it works.' }),
        message: shape.text({ description: 'In one sentence.' }),
        provider: recordOf(identityProvider),
      },
      { title: 'IdentityProviderTest' },
    ),
  },
} as const satisfies Operation
