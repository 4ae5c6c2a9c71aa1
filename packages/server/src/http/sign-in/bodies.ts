import { roles, shape, type ValueIn } from '@svc/model'

const text = (maxLength: number) => shape.text({ minLength: 1, maxLength, pattern: '\\S' })
const password = shape.text({ minLength: 1, maxLength: 1_000 })
const email = shape.text({ maxLength: 254, pattern: '^[^\\s@]+@[^\\s@]+$' })

/** What the console sends when somebody signs in, signs out or invites others. */
export const bodies = {
  signIn: shape.object({ email, password, organisationId: text(100) }, { required: ['email', 'password'] }),
  waysIn: shape.partial({ domain: text(253) }),
  signOut: shape.partial({ everywhere: shape.boolean(), revokeTokens: shape.boolean() }),
  readLink: shape.object({ link: text(200) }),
  enter: shape.object(
    { link: text(200), password, displayName: text(200), organisationName: text(200) },
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
  profile: shape.object({ displayName: text(200) }),
  organisation: shape.object({ name: text(200) }),
}

export type BodyName = keyof typeof bodies

/** What a request brings that names one of these bodies, or none. */
export type BodyNamed<B extends BodyName | null> = B extends BodyName ? ValueIn<(typeof bodies)[B]> : null
