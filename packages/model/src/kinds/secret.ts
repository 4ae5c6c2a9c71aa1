import { field, identity, timestamps } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'
import { keywordPattern } from '../vocabulary.ts'
import { worded } from '../kind/patterns.ts'
import { whenOneOf } from '../kind/when-one-of.ts'
import type { JsonSchema } from '../shape/json-schema.ts'
import { shape, type ValueIn } from '../shape/shape.ts'
import { errorTrackerProviderNames } from '../upstreams/error-tracker-providers.ts'
import { typesBySecrets } from '../upstreams/integrations.ts'
import { oncallProviderNames } from '../upstreams/oncall-providers.ts'

export const secretTypes = ['text', 'file', 'keystore'] as const

/** Sent to a URL in a record, so whoever stores the value must say which host may have it. */
const sentToHost = [...typesBySecrets('address'), 'oidc'] as const

/** Sent to the URL in the value itself, or to the provider's own. */
const sentToProvider = [
  ...typesBySecrets('ownAddress'),
  ...oncallProviderNames,
  ...errorTrackerProviderNames,
] as const

/** Passed to deployments; svc sends them nowhere. */
const deployed = typesBySecrets('deployments')

export const vaultUseTypes = [...sentToHost, ...sentToProvider, ...deployed] as const
export type VaultUseType = (typeof vaultUseTypes)[number]

/** One purpose that a vault value may be used for, and the host that it may be sent to. */
const includes = (types: readonly string[], type: string): boolean => types.includes(type)

export const needsHost = (type: VaultUseType): boolean => includes(sentToHost, type)
export const isDeployed = (type: VaultUseType): boolean => includes(deployed, type)

export const maxVaultUses = 50

const vaultUse = shape.object(
  {
    type: shape.enum(vaultUseTypes, {
      description: 'The integration, on-call service, error tracker or sign-in protocol that uses it.',
    }),
    host: shape.nullable(
      shape.text({
        maxLength: 259,
        pattern: worded(
          '^([A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}\\])(:[0-9]{1,5})?$',
          'must be a host such as jira.example.com, optionally with a port',
        ),
        description: `The host it may be sent to. Required for ${sentToHost.join(', ')}; if it is null, the value is sent to the URL it contains, or to the provider's own.`,
      }),
    ),
  },
  { required: ['type'] },
)

/** As stored: the host is null if it was left out. */
export type VaultUse = Required<ValueIn<typeof vaultUse>>

export const vaultUses = shape.array(vaultUse, { maxItems: maxVaultUses })

/** A body that breaks this is rejected with the service's own message. */
export const vaultUsesRule: JsonSchema = {
  items: whenOneOf('type', sentToHost, { properties: { host: { type: 'string' } }, required: ['host'] }),
}

export const secret = defineKind({
  name: 'secret',
  noun: 'vault item',
  title: 'Secret',
  about: 'A vault item without its value, which is never returned.',
  group: 'Secrets',
  path: '/secrets',
  table: 'secrets',
  idParam: 'secretId',
  idPrefix: 'sec',
  home: 'partition',
  labelFields: ['name'],
  verbs: ['list', 'read', 'update', 'delete'],
  access: { list: 'admin', read: 'admin', update: 'admin' },
  needsRecentSignIn: true,
  secretsApart: true,
  staysDeleted: 'Its value was deleted with it. Add it again, with its value.',
  fields: {
    ...identity(),
    name: field.name({ about: 'Its name.' }),
    type: field.oneOf(secretTypes, {
      brief: true,
      about: 'The type of item.',
      immutable: true,
      filter: true,
    }),
    category: field.text({ about: 'A free-form category.', nullable: true }),
    keyword: field.text({
      brief: true,
      about: 'The lower-case identifier by which other records refer to it.',
      max: 64,
      pattern: keywordPattern,
      nullable: true,
    }),
    uses: field.json<readonly VaultUse[]>()(vaultUses, {
      about: 'What it may be used for. Can only be set together with the value.',
      nullable: true,
      immutable: true,
    }),
    usesOpenTo: field.text({
      about: 'Who stored the value without naming its uses; what they configure becomes a use.',
      managed: true,
      internal: true,
      nullable: true,
    }),
    deploymentOnly: field.boolean({
      label: 'Deployments only',
      about: 'Whether only deployments may use it.',
      default: false,
    }),
    maskedPreview: field.text({
      about: 'The first 4 characters and an ellipsis, if the value is text of more than 12 characters.',
      managed: true,
      nullable: true,
    }),
    fileName: field.text({ about: 'The name of the file it came from.', nullable: true }),
    fileSize: field.integer({
      unit: 'bytes',
      about: 'The size of a file or keystore in bytes.',
      managed: true,
      nullable: true,
    }),
    appId: field.ref('project', {
      about: 'The project that owns it; null if it belongs to the whole organisation.',
      nullable: true,
      filter: true,
    }),
    ...timestamps(),
  },
  sortBy: 'name',
  unique: ['keyword'],
  example: { name: 'Stripe key', type: 'text', keyword: 'stripe-key' },
})
