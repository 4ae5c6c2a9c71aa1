import type { Values } from './command.ts'

export const storeOptions = {
  'data-dir': {
    type: 'string',
    value: 'DIR',
    about: 'The directory of the SQLite database',
    default: '.svc',
    env: 'SVC_DATA_DIR',
  },
  'database-url': {
    type: 'string',
    value: 'URL',
    about: 'Use PostgreSQL instead: postgres://user:password@host/name',
    env: 'SVC_DATABASE_URL',
  },
  'pg-pool': {
    type: 'string',
    value: 'N',
    about: 'Connections to PostgreSQL, half for reads and half for writes',
    default: '16',
    env: 'SVC_PG_POOL',
  },
  'pg-prepared': {
    type: 'string',
    value: 'on|off',
    about: 'Prepared statements; turned off automatically behind a pooler that does not support them',
    default: 'on',
    oneOf: ['on', 'off'],
    env: 'SVC_PG_PREPARED',
  },
  'pg-timeout': {
    type: 'string',
    value: 'SECONDS',
    about: 'Timeout of a PostgreSQL statement',
    default: '30',
    env: 'SVC_PG_TIMEOUT',
  },
} as const

export const jsonOption = { json: { type: 'boolean', about: 'Print JSON, for machines' } } as const

export const orgOption = {
  org: { type: 'string', value: 'ID', about: 'The organisation; may be left out if there is only one' },
} as const

export type StoreValues = Values<typeof storeOptions>
