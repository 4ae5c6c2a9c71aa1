import { whenOneOf } from '../kind/when-one-of.ts'
import { schemasOf } from '../kind/schemas.ts'
import { secret, vaultUses, vaultUsesRule } from '../kinds/secret.ts'
import type { JsonSchema } from '../shape/json-schema.ts'
import { shape } from '../shape/shape.ts'
import { type Operation, recordOf } from './operation.ts'
import { credentialsInWords } from '../upstreams/credentials-in-words.ts'
import { worded } from '../kind/patterns.ts'

/** The maximum size of a vault value. */
export const maxSecretBytes = 256 * 1024

/** The value is sent together with the record's fields; no answer contains it. */
const value = {
  value: shape.text({
    minLength: 1,
    maxLength: maxSecretBytes,
    description: 'The value, if it is text: at most 256 KiB. It is stored encrypted and never returned.',
  }),
  valueBase64: shape.text({
    minLength: 1,
    maxLength: 4 * Math.ceil(maxSecretBytes / 3),
    // Complete groups of four without stray bits, so that the same bytes have one encoding.
    pattern: worded(
      '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)$',
      'must be Base64, padded with =',
    ),
    description: 'The bytes of a file or keystore in Base64, instead of value: at most 256 KiB of them.',
  }),
}

const eitherValue: JsonSchema = { oneOf: [{ required: ['value'] }, { required: ['valueBase64'] }] }

export const createSecret = {
  id: 'createSecret',
  needsRecentSignIn: true,
  method: 'POST',
  path: '/secrets',
  summary: 'Create a vault item',
  about:
    'Send its value as either value or valueBase64. Needs the admin scope, which only personal tokens can have.' +
    `\n\nOn-call providers use the items with these keywords:\n\n${credentialsInWords()}`,
  group: 'Secrets',
  scope: 'admin',
  body: shape.extended(schemasOf(secret).create, value, { required: [] }),
  bodyRule: {
    ...eitherValue,
    ...whenOneOf('type', ['text'], { required: ['value'] }),
    properties: { uses: vaultUsesRule },
  },
  bodyExample: { ...secret.example, value: 'correct horse battery staple' },
  success: { status: 201, about: 'The item, without its value.', schema: recordOf(secret) },
  problems: ['duplicate', 'unavailable'],
} as const satisfies Operation

export const setSecretValue = {
  id: 'setSecretValue',
  needsRecentSignIn: true,
  method: 'PUT',
  path: '/secrets/{secretId}/value',
  summary: 'Replace the value of a vault item',
  about:
    'Send either value or valueBase64. The old value is deleted. Without `uses`, the uses of the item stay as they are; otherwise they are replaced.',
  group: 'Secrets',
  scope: 'admin',
  body: shape.object(
    { ...value, uses: { ...vaultUses, description: secret.fields.uses.traits.about } },
    { required: [], title: 'SecretValue' },
  ),
  bodyRule: { ...eitherValue, properties: { uses: vaultUsesRule } },
  bodyExample: {
    value: 'another horse, another staple',
    uses: [{ type: 'jira', host: 'acme.atlassian.net' }],
  },
  success: { status: 200, about: 'The updated item, without its value.', schema: recordOf(secret) },
  problems: ['unavailable'],
} as const satisfies Operation
