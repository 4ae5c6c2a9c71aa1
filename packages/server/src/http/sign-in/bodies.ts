import { modes, roles, shape, tokenScopes, type ValueIn } from '@svc/model'

const text = (maxLength: number) => shape.text({ minLength: 1, maxLength, pattern: '\\S' })
const password = shape.text({ minLength: 1, maxLength: 1_000 })
const email = shape.text({ maxLength: 254, pattern: '^[^\\s@]+@[^\\s@]+$' })

/** What a browser makes of a passkey has parts that nothing here looks at. */
const open = { additionalProperties: true } as const
const encoded = (maxLength: number) => shape.text({ minLength: 1, maxLength, pattern: '^[\\w-]+=*$' })
const passkeyParts = {
  id: encoded(1_400),
  rawId: encoded(1_400),
  type: shape.enum(['public-key']),
  clientExtensionResults: shape.anyObject(),
}
const passkeyRequired = ['id', 'rawId', 'type', 'response'] as const

/** A new passkey, as `navigator.credentials.create()` gives it. */
const newPasskey = {
  ...passkeyParts,
  response: shape.object(
    {
      clientDataJSON: encoded(4_000),
      attestationObject: encoded(20_000),
      transports: shape.array(shape.text({ maxLength: 40 }), { maxItems: 10 }),
    },
    { required: ['clientDataJSON', 'attestationObject'], ...open },
  ),
}

/** The answer of a passkey to a challenge, as `navigator.credentials.get()` gives it. */
const passkeyAnswer = shape.object(
  {
    ...passkeyParts,
    response: shape.object(
      {
        clientDataJSON: encoded(4_000),
        authenticatorData: encoded(4_000),
        signature: encoded(4_000),
        userHandle: shape.nullable(encoded(200)),
      },
      { required: ['clientDataJSON', 'authenticatorData', 'signature'], ...open },
    ),
  },
  { required: passkeyRequired, ...open },
)

const code = shape.text({ minLength: 6, maxLength: 40 })

/** What somebody decides about a program that asks to act for them: at most what it asks for. */
const decision = {
  decision: shape.enum(['approve', 'deny']),
  mode: shape.enum(modes),
  scopes: shape.array(shape.enum(tokenScopes), { maxItems: 10 }),
}

/** The query that the program's browser came with; `scope` is as OAuth writes it. */
const authorization = {
  client_id: text(100),
  redirect_uri: text(200),
  response_type: text(50),
  state: shape.text({ maxLength: 4_000 }),
  code_challenge: text(200),
  code_challenge_method: text(20),
  scope: shape.text({ maxLength: 200 }),
}

/** What the console sends when somebody signs in, signs out or invites others. */
export const bodies = {
  signIn: shape.object({ email, password, organisationId: text(100) }, { required: ['email', 'password'] }),
  waysIn: shape.partial({ domain: text(253) }),
  reset: shape.object({ email }),
  signOut: shape.partial({ everywhere: shape.boolean(), revokeTokens: shape.boolean() }),
  readLink: shape.object({ link: text(200) }),
  enter: shape.object(
    { link: text(200), password, email, displayName: text(200), organisationName: text(200) },
    { required: ['link', 'password'] },
  ),
  password: shape.object(
    { current: password, next: password, revokeTokens: shape.boolean() },
    { required: ['current', 'next'] },
  ),
  invitation: shape.object(
    { email, role: shape.enum(roles), displayName: text(200) },
    { required: ['email', 'role'] },
  ),
  member: shape.partial({ role: shape.enum(roles), isActive: shape.boolean(), displayName: text(200) }),
  secondFactor: shape.object({ ticket: text(100), code, passkey: passkeyAnswer }, { required: ['ticket'] }),
  reauthenticate: shape.partial({ password, code, passkey: passkeyAnswer }),
  totpCode: shape.object({ code }),
  newPasskey: shape.object({ name: text(100), ...newPasskey }, { required: passkeyRequired, ...open }),
  passkeyAnswer,
  deviceCode: shape.object({ userCode: text(100) }),
  decideDevice: shape.object({ userCode: text(100), ...decision }, { required: ['userCode', 'decision'] }),
  // As OAuth says, parameters that nobody here knows are ignored, and the console hands on the query as it is.
  decideAuthorization: shape.object(
    { ...authorization, ...decision },
    { required: ['client_id', 'redirect_uri', 'response_type', 'code_challenge', 'decision'], ...open },
  ),
  identity: shape.object({ providerId: text(100) }),
  profile: shape.object({ displayName: text(200) }),
  organisation: shape.object({ name: text(200) }),
}

export type BodyName = keyof typeof bodies

/** What a request brings that names one of these bodies, or none. */
export type BodyNamed<B extends BodyName | null> = B extends BodyName ? ValueIn<(typeof bodies)[B]> : null
