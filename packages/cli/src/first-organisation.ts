import type { Io } from './command.ts'
import { UsageError } from './failure.ts'
import { readEmail } from './values.ts'
import type { Opened } from './with-store.ts'

export interface FirstOwner {
  readonly email: string
  /** The token that the operator has chosen; else a new one is created. */
  readonly token: string | undefined
}

export const ownerOption = {
  'owner-email': {
    type: 'string',
    value: 'EMAIL',
    about: 'The owner of the organisation created on an empty database',
    default: 'owner@example.com',
    env: 'SVC_OWNER_EMAIL',
  },
} as const

export function readFirstOwner(email: string, env: Io['env']): FirstOwner {
  const token = readBootstrapToken(env)
  return { email: readEmail(email, '--owner-email'), token }
}

/** Only from the environment: everyone on the machine can read a command line. */
export function readBootstrapToken(env: Io['env']): string | undefined {
  const token = env.SVC_BOOTSTRAP_TOKEN || undefined
  if (token === undefined || /^svc_pat_live_[0-9a-f]{48}$/.test(token)) return token
  throw new UsageError('SVC_BOOTSTRAP_TOKEN must be svc_pat_live_ followed by 48 characters of 0-9 and a-f.')
}

/** Creates the first organisation if there is none; a new token is returned to be shown once. */
export async function ensureOrganisation(
  { store, server }: Opened,
  { email, token }: FirstOwner,
): Promise<{ readonly token: string; readonly setupLink: string } | undefined> {
  const made = await server.createOrganisation(store, {
    name: 'My organisation',
    ownerEmail: email,
    token,
    onlyFirst: true,
    // One chosen by the operator is in a configuration, and stays valid.
    isTokenProvisional: token === undefined,
  })
  return token === undefined ? made : undefined
}

export const tokenNotice = (
  email: string,
  token: string,
): string => `Created an organisation, owned by ${email}.
The owner’s token, shown only once:

  ${token}

It is for trying things out: it expires after a day, or when set-up is completed, which gives you a permanent one.

`
