import type { Values } from './command.ts'

export const storeOptions = {
  'data-dir': {
    type: 'string',
    value: 'DIR',
    about: 'Where the SQLite database is kept',
    default: '.svc',
    env: 'SVC_DATA_DIR',
  },
  'database-url': {
    type: 'string',
    value: 'URL',
    about: 'A PostgreSQL database instead: postgres://user:password@host/name',
    env: 'SVC_DATABASE_URL',
  },
} as const

export const jsonOption = { json: { type: 'boolean', about: 'Print JSON, for machines' } } as const

export const orgOption = {
  org: { type: 'string', value: 'ID', about: 'The organisation; may be left out if there is only one' },
} as const

export type StoreValues = Values<typeof storeOptions>
