import { shape } from '../shape/shape.ts'
import type { Operation } from './operation.ts'

const shared = { group: 'Identity', scope: 'admin' } as const
const path = '/sso/saml-keys'

const samlKey = shape.object(
  {
    id: shape.text(),
    use: shape.enum(['signing', 'next', 'previous'], {
      description:
        'The pair that svc signs with; one that it will sign with once it is activated; or one that it signed with before. ' +
        'What is encrypted for any of them can be read.',
    }),
    certificate: shape.text({ description: 'The certificate that providers know it by, in PEM format.' }),
    fingerprint: shape.text({ description: 'The SHA-256 fingerprint of the certificate.' }),
    expiresAt: shape.text({ format: 'date-time', description: 'When the certificate expires.' }),
    signsSince: shape.nullable(
      shape.text({ format: 'date-time', description: 'Since when svc signs with it; null if never.' }),
    ),
    createdAt: shape.text({ format: 'date-time', description: 'When it was made.' }),
  },
  { title: 'SamlKey' },
)

const samlKeys = shape.object({ samlKeys: shape.array(samlKey) }, { title: 'SamlKeys' })

export const listSamlKeys = {
  id: 'listSamlKeys',
  method: 'GET',
  path,
  summary: 'List the key pairs for SAML',
  group: 'Identity',
  scope: 'read',
  about: 'Those of svc itself, one to three. The first is made when a SAML provider first needs it.',
  success: { status: 200, about: 'The one that svc signs with first.', schema: samlKeys },
} as const satisfies Operation

export const createSamlKey = {
  ...shared,
  id: 'createSamlKey',
  needsRecentSignIn: true,
  method: 'POST',
  path,
  summary: 'Make a new key pair for SAML',
  about:
    'The first step of replacing one: it is in the metadata at once, and svc goes on signing with the one before until the ' +
    'new one is activated. There can be only one at a time that waits.',
  success: { status: 201, about: 'The new pair, without its private key.', schema: samlKey },
  problems: ['duplicate'],
} as const satisfies Operation

/** In the body, since pairs are no records: they have no page, no history and no version of their own. */
const named = {
  body: shape.object({ id: shape.text({ description: 'The id of the pair.', maxLength: 100 }) }),
  bodyRule: { required: ['id'] },
  bodyExample: { id: 'key_01jcq8z3v1000a7k2m9x4q6r8t' },
} as const

export const activateSamlKey = {
  ...shared,
  ...named,
  id: 'activateSamlKey',
  needsRecentSignIn: true,
  method: 'POST',
  path: `${path}/activate`,
  summary: 'Sign with another key pair for SAML',
  about:
    'Once providers have read the metadata again. What they encrypt for the pair before can still be read, until it is deleted; ' +
    'activating that one again takes the step back.',
  success: { status: 200, about: 'All pairs.', schema: samlKeys },
  problems: ['not_found'],
} as const satisfies Operation

export const deleteSamlKey = {
  ...shared,
  ...named,
  id: 'deleteSamlKey',
  needsRecentSignIn: true,
  method: 'POST',
  path: `${path}/delete`,
  summary: 'Delete a key pair for SAML',
  about: 'The one that svc signs with cannot be deleted.',
  success: { status: 200, about: 'The pairs that are left.', schema: samlKeys },
  problems: ['not_found', 'still_needed'],
} as const satisfies Operation
