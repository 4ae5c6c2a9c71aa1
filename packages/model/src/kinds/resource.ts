import { description, field, identity, tags, timestamps } from '../kind/field.ts'
import { defineKind, verbs } from '../kind/kind.ts'
import { lifecycles } from '../vocabulary.ts'

const resourceKinds = [
  'database',
  'queue',
  'bucket',
  'cache',
  'secret_store',
  'topic',
  'function',
  'load_balancer',
  'cdn',
  'other',
] as const

const providers = [
  'aws',
  'gcp',
  'azure',
  'firebase',
  'cloudflare',
  'vercel',
  'supabase',
  'planetscale',
  'neon',
  'other',
] as const

export const resource = defineKind({
  name: 'resource',
  noun: 'resource',
  title: 'Resource',
  about: 'A piece of infrastructure: a database, a queue, a bucket.',
  group: 'Resources',
  path: '/resources',
  table: 'resources',
  idParam: 'resourceId',
  idPrefix: 'res',
  resourceType: 'resource',
  home: 'partition',
  labelFields: ['name'],
  columns: ['name', 'ownerTeamId', 'componentId', 'kind', 'lifecycle', 'tags', 'updatedAt'],
  place: { section: 'catalog', position: 30, icon: 'cloud' },
  verbs,
  fields: {
    ...identity(),
    name: field.name({ about: 'Its name.' }),
    description,
    componentId: field.ref('project', {
      about: 'The project that owns it.',
      nullable: true,
      filter: true,
      inGraph: { type: 'owns', from: 'target' },
    }),
    ownerTeamId: field.ref('team', {
      about: 'The team that owns it.',
      nullable: true,
      filter: true,
      responsibility: 'owns',
    }),
    kind: field.oneOf(resourceKinds, {
      about: 'The kind of infrastructure.',
      default: 'other',
      filter: true,
    }),
    provider: field.oneOf(providers, { about: 'The provider that runs it.', default: 'other', filter: true }),
    lifecycle: field.oneOf(lifecycles, {
      about: 'Its lifecycle stage.',
      default: 'experimental',
      filter: true,
    }),
    consoleUrl: field.url({ about: "Its page in the provider's console.", nullable: true }),
    externalId: field.text({
      about: "The provider's identifier: an ARN, a URI or another full name.",
      max: 2_048,
      nullable: true,
    }),
    tags,
    ...timestamps(),
  },
  search: ['name', 'description'],
  alsoFoundBy: ['tags', 'externalId'],
  example: { name: 'orders-db', kind: 'database', provider: 'aws', lifecycle: 'production', tags: ['pci'] },
})
