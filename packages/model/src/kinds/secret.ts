import { field, identity, timestamps } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'

export const secret = defineKind({
  name: 'secret',
  noun: 'vault item',
  title: 'Secret',
  about: 'What is known of a vault item; its value never leaves the vault.',
  group: 'Secrets',
  path: '/secrets',
  table: 'secrets',
  idParam: 'secretId',
  idPrefix: 'sec',
  home: 'partition',
  verbs: ['list', 'read'],
  access: { list: 'admin', read: 'admin' },
  fields: {
    ...identity(),
    name: field.name({ about: 'What people call it.' }),
    type: field.text({ about: 'text, file, keystore, …', max: 64, filter: true }),
    category: field.text({ about: 'Where it belongs.', nullable: true }),
    keyword: field.text({ about: 'How other records point to it.', nullable: true }),
    deploymentOnly: field.boolean({ about: 'Used by deployments only.', default: false }),
    maskedPreview: field.text({
      about: 'The first characters and an ellipsis.',
      managed: true,
      nullable: true,
    }),
    fileName: field.text({ about: 'The name of the file it came from.', nullable: true }),
    fileSize: field.integer({ about: 'Its size in bytes.', managed: true, nullable: true }),
    appId: field.ref('project', {
      about: 'The owning project, null if organisation-wide.',
      nullable: true,
      filter: true,
    }),
    ...timestamps(),
  },
  sortBy: 'name',
  example: { name: 'Stripe key', type: 'text', keyword: 'stripe-key' },
})
