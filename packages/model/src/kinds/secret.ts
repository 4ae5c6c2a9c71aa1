import { field, identity, timestamps } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'
import { keywordPattern } from '../vocabulary.ts'

export const secretTypes = ['text', 'file', 'keystore'] as const

export const secret = defineKind({
  name: 'secret',
  noun: 'vault item',
  title: 'Secret',
  about: 'A vault item, as far as it may be known: its value never leaves the vault.',
  group: 'Secrets',
  path: '/secrets',
  table: 'secrets',
  idParam: 'secretId',
  idPrefix: 'sec',
  home: 'partition',
  verbs: ['list', 'read', 'update', 'delete'],
  access: { list: 'admin', read: 'admin', update: 'admin' },
  fields: {
    ...identity(),
    name: field.name({ about: 'What people call it.' }),
    type: field.oneOf(secretTypes, { about: 'What sort of item it is.', immutable: true, filter: true }),
    category: field.text({ about: 'What it is filed under.', nullable: true }),
    keyword: field.text({
      about: 'The word that other records point to it by: a lower-case identifier.',
      max: 64,
      pattern: keywordPattern,
      nullable: true,
    }),
    deploymentOnly: field.boolean({ about: 'Whether only deployments may use it.', default: false }),
    maskedPreview: field.text({
      about: 'The first 4 characters and an ellipsis, where the value is text of more than 12.',
      managed: true,
      nullable: true,
    }),
    fileName: field.text({ about: 'The name of the file it came from.', nullable: true }),
    fileSize: field.integer({
      about: 'The size of a file or keystore in bytes.',
      managed: true,
      nullable: true,
    }),
    appId: field.ref('project', {
      about: 'The project that owns it; null where the whole organisation does.',
      nullable: true,
      filter: true,
    }),
    ...timestamps(),
  },
  sortBy: 'name',
  unique: ['keyword'],
  example: { name: 'Stripe key', type: 'text', keyword: 'stripe-key' },
})
