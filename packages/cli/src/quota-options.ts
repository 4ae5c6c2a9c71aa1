import type { Quota } from '@svc/server'
import type { Values } from './command.ts'
import { UsageError } from './failure.ts'

/** How much callers may store in one mode of an organisation. */
export const quotaOptions = {
  'quota-records': {
    type: 'string',
    value: 'N',
    about: 'Maximum number of records in one mode of an organisation, or off',
    default: '2000000',
    env: 'SVC_QUOTA_RECORDS',
  },
  'quota-bytes': {
    type: 'string',
    value: 'SIZE',
    about: 'Maximum size of its records and their history, such as 500MiB or 20GiB, or off',
    default: '20GiB',
    env: 'SVC_QUOTA_BYTES',
  },
} as const

export type QuotaValues = Values<typeof quotaOptions>

export const readQuota = (values: QuotaValues): Quota => ({
  records: readAmount(values['quota-records'], '--quota-records', countForm),
  bytes: readAmount(values['quota-bytes'], '--quota-bytes', sizeForm),
})

interface Form {
  readonly pattern: RegExp
  readonly says: string
}

const countForm: Form = { pattern: /^(\d{1,12})()$/, says: 'a number of records such as 2000000' }
const sizeForm: Form = { pattern: /^(\d{1,12})(|KiB|MiB|GiB|TiB)$/, says: 'a size such as 500MiB or 20GiB' }

const units: Readonly<Record<string, number>> = {
  '': 1,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
  TiB: 1024 ** 4,
}

function readAmount(text: string, source: string, { pattern, says }: Form): number {
  if (text === 'off') return Number.POSITIVE_INFINITY
  const [, digits = '', unit = ''] = pattern.exec(text) ?? []
  const amount = Number(digits) * (units[unit] ?? 0)
  if (amount > 0) return amount
  throw new UsageError(`${source} must be ${says}, or off, not ${JSON.stringify(text)}.`)
}
