/** What is known about the identity providers that companies use: which claims and attributes say who a person is. */

/** The names under which a provider says who a person is; null for what it does not say. */
export interface ClaimNames {
  /** What never changes about a person. */
  readonly subject: string
  readonly email: string
  readonly name: string
  /** Which groups they are in; without it their groups are unknown. */
  readonly groups: string | null
}

export interface Vendor {
  /** Its product's name. */
  readonly label: string
  /** The scopes that a sign-in asks for. */
  readonly scopes: readonly string[]
  readonly claims: ClaimNames
  /** What it publishes as its issuer, to recognise a mistyped one. */
  readonly issuerExample: string
  readonly setUp: SetUp
}

/** How svc is made known there, in the words of its own pages. */
export interface SetUp {
  /** The page of `docs/sign-in` that says all of it. */
  readonly guide: string
  /** Where an application is created. */
  readonly where: string
  /** What it calls the address that people are sent back to. */
  readonly redirectUri: string
  readonly clientId: string
  /** Where the address belongs at which it says that a session has ended; null if it never does. */
  readonly backchannelLogout: string | null
  /** What it takes to be told of groups, or why that is not to be had. */
  readonly groups: string
  /** Where an application is created for SAML, if the metadata of svc says all the rest. */
  readonly saml?: string
}

const usual: ClaimNames = { subject: 'sub', email: 'email', name: 'name', groups: 'groups' }
const usualScopes = ['openid', 'profile', 'email'] as const

export const vendors = {
  generic: {
    label: 'Another provider',
    scopes: usualScopes,
    claims: usual,
    issuerExample: 'https://login.example.com',
    setUp: {
      guide: 'other',
      where: 'Register a confidential web application',
      redirectUri: 'Redirect URI',
      clientId: 'Client ID',
      backchannelLogout: 'Back-channel logout URI',
      groups:
        'Include a claim named groups in the ID token; if it has another name, enter that name in the settings of the provider.',
    },
  },
  // Its `sub` differs from application to application, and its groups are object ids.
  entra: {
    label: 'Microsoft Entra ID',
    scopes: usualScopes,
    claims: { ...usual, subject: 'oid' },
    issuerExample: 'https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0',
    setUp: {
      guide: 'entra',
      where: 'App registrations → New registration, for accounts in this organizational directory only',
      redirectUri: 'Redirect URI, of type Web',
      clientId: 'Application (client) ID',
      backchannelLogout: null,
      groups:
        'Token configuration → Add groups claim → Groups assigned to the application. Groups are object ids.',
    },
  },
  okta: {
    label: 'Okta',
    scopes: [...usualScopes, 'groups'],
    claims: usual,
    issuerExample: 'https://example.okta.com',
    setUp: {
      guide: 'okta',
      where: 'Applications → Create App Integration → OIDC, Web Application',
      redirectUri: 'Sign-in redirect URI',
      clientId: 'Client ID',
      backchannelLogout: 'Sign On → Logout → Back-channel logout, where your Okta has it',
      groups:
        'Sign On → OpenID Connect ID Token → Groups claim filter, named groups. Okta sends at most 100 groups and does not say when it leaves some out.',
    },
  },
  google: {
    label: 'Google Workspace',
    scopes: usualScopes,
    claims: { ...usual, groups: null },
    issuerExample: 'https://accounts.google.com',
    setUp: {
      guide: 'google',
      where: 'APIs & Services → Credentials → Create OAuth client ID → Web application',
      redirectUri: 'Authorised redirect URI',
      clientId: 'Client ID',
      backchannelLogout: null,
      groups: 'Google’s tokens contain no groups.',
    },
  },
  keycloak: {
    label: 'Keycloak',
    scopes: usualScopes,
    claims: usual,
    issuerExample: 'https://keycloak.example.com/realms/company',
    setUp: {
      guide: 'keycloak',
      where: 'Clients → Create client, of type OpenID Connect, with Client authentication and Require PKCE',
      redirectUri: 'Valid redirect URIs',
      clientId: 'Client ID',
      backchannelLogout: 'Settings → Logout settings: Front channel logout off, Backchannel logout URL',
      groups:
        'Client scopes → svc-dedicated → Configure a new mapper → Group Membership, with Token Claim Name groups and Full group path off.',
      saml: 'Turn on Sign requests in the settings below and save, because Keycloak requires signed requests. Then download the metadata and import it: Clients → Import client. Finally, turn Front channel logout off.',
    },
  },
  github: {
    label: 'GitHub Enterprise',
    scopes: usualScopes,
    claims: { ...usual, groups: null },
    issuerExample: 'https://login.example.com',
    setUp: {
      guide: 'github',
      where:
        'GitHub itself does not sign people in to other applications. Add the identity provider behind your GitHub instead, or register svc at an OpenID Connect bridge in front of it',
      redirectUri: 'Redirect URI',
      clientId: 'Client ID',
      backchannelLogout: null,
      groups:
        'GitHub sends none. If your bridge adds them, enter the name of the claim in the settings of the provider.',
    },
  },
  // Groups come only under a name that the tenant's own action chooses.
  auth0: {
    label: 'Auth0',
    scopes: usualScopes,
    claims: { ...usual, groups: null },
    issuerExample: 'https://example.eu.auth0.com/',
    setUp: {
      guide: 'auth0',
      where: 'Applications → Create Application → Regular Web Application',
      redirectUri: 'Allowed Callback URLs',
      clientId: 'Client ID',
      backchannelLogout: 'Settings → Advanced → OpenID Connect Back-Channel Logout',
      groups:
        'Add them with an Action, under a claim name that you choose, and enter that name in the settings of the provider.',
    },
  },
  jumpcloud: {
    label: 'JumpCloud',
    scopes: usualScopes,
    claims: usual,
    issuerExample: 'https://oauth.id.jumpcloud.com/',
    setUp: {
      guide: 'jumpcloud',
      where: 'SSO Applications → Add → Custom application → OIDC',
      redirectUri: 'Redirect URI',
      clientId: 'Client ID',
      backchannelLogout: null,
      groups: 'Include the group attribute, named groups.',
    },
  },
} as const satisfies Readonly<Record<string, Vendor>>

export type VendorName = keyof typeof vendors

export const vendorNames = Object.keys(vendors) as VendorName[]
