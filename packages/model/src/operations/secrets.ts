import { whenOneOf } from '../kind/when-one-of.ts'
import { schemasOf } from '../kind/schemas.ts'
import { secret, vaultUses, vaultUsesRule } from '../kinds/secret.ts'
import type { JsonSchema } from '../shape/json-schema.ts'
import { shape } from '../shape/shape.ts'
import { type Operation, recordOf } from './operation.ts'
import { credentialsInWords } from '../upstreams/credentials-in-words.ts'
import { worded } from '../kind/patterns.ts'

/** A value of the vault is at most this long. */
export const maxSecretBytes = 256 * 1024

/** The value goes in beside the record's fields; no answer has it. */
const value = {
  value: shape.text({
    minLength: 1,
    maxLength: maxSecretBytes,
    description: 'The value, where it is text: at most 256 KiB. It is encrypted, and never given out.',
  }),
  valueBase64: shape.text({
    minLength: 1,
    maxLength: 4 * Math.ceil(maxSecretBytes / 3),
    // Whole groups of four, and no bits that mean nothing: one text for the same bytes.
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
  method: 'POST',
  path: '/secrets',
  summary: 'Put an item into the vault',
  about:
    'Give its value once, as value or valueBase64. Needs the admin scope, which only a personal token can carry.' +
    `\n\nOn-call providers are asked with the items under these keywords:\n\n${credentialsInWords()}`,
  group: 'Secrets',
  scope: 'admin',
  body: shape.extended(schemasOf(secret).create, value, { required: [] }),
  bodyRule: {
    ...eitherValue,
    ...whenOneOf('type', ['text'], { required: ['value'] }),
    properties: { uses: vaultUsesRule },
  },
  bodyExample: { ...secret.example, value: 'correct horse battery staple' },
  success: { status: 201, about: 'What may be known of it.', schema: recordOf(secret) },
  problems: ['duplicate', 'unavailable'],
} as const satisfies Operation

export const setSecretValue = {
  id: 'setSecretValue',
  method: 'PUT',
  path: '/secrets/{secretId}/value',
  summary: 'Replace the value of a vault item',
  about:
    'Give either value or valueBase64. The old value is gone. Without `uses` the item may be used as before; with it, for just these.',
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
  success: { status: 200, about: 'What may be known of it now.', schema: recordOf(secret) },
  problems: ['unavailable'],
} as const satisfies Operation
