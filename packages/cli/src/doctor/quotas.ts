import type { PartitionUsage, Quota } from '@svc/server'
import { bad, type Finding, good } from './finding.ts'

const nearlyFull = 0.9

/** Which modes of organisations are about to exceed their quota. */
export function checkQuotas(usages: readonly PartitionUsage[], quota: Quota): Finding {
  const name = 'quotas'
  const full = usages.flatMap((usage) => {
    const shares = [usage.records / quota.records, usage.bytes / quota.bytes]
    const [records = 0, bytes = 0] = shares.map((share) => Math.floor(share * 100))
    return Math.max(...shares) < nearlyFull
      ? []
      : [`${usage.organisation} (${usage.role}) has ${records} % of its records and ${bytes} % of its bytes`]
  })
  if (full.length === 0) return good(name, 'every organisation is below its quota')
  return bad(
    name,
    full.join('; '),
    'Have them delete what they do not need, or raise SVC_QUOTA_RECORDS or SVC_QUOTA_BYTES; beyond them writes are refused.',
  )
}
