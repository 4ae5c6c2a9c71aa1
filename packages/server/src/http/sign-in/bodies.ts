import { closedObject, type JsonSchema, roles } from '@svc/model'

const text = (maxLength: number): JsonSchema => ({ type: 'string', minLength: 1, maxLength, pattern: '\\S' })
const password: JsonSchema = { type: 'string', minLength: 1, maxLength: 1_000 }
const email: JsonSchema = { type: 'string', maxLength: 254, pattern: '^[^\\s@]+@[^\\s@]+$' }

/** What the console sends when somebody comes in, goes out or lets others in. */
export const bodies = {
  signIn: closedObject({ email, password, organisationId: text(100) }, ['email', 'password']),
  waysIn: closedObject({ domain: text(253) }, []),
  signOut: closedObject({ everywhere: { type: 'boolean' }, revokeTokens: { type: 'boolean' } }, []),
  readLink: closedObject({ link: text(200) }),
  enter: closedObject({ link: text(200), password, displayName: text(200), organisationName: text(200) }, [
    'link',
    'password',
  ]),
  password: closedObject({ current: password, next: password, revokeTokens: { type: 'boolean' } }, [
    'current',
    'next',
  ]),
  invitation: closedObject({ email, role: { type: 'string', enum: roles }, displayName: text(200) }, [
    'email',
    'role',
  ]),
  member: closedObject(
    { role: { type: 'string', enum: roles }, isActive: { type: 'boolean' }, displayName: text(200) },
    [],
  ),
  profile: closedObject({ displayName: text(200) }),
  organisation: closedObject({ name: text(200) }),
} as const satisfies Record<string, JsonSchema>
