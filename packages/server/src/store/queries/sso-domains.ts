import { latestPlausible } from '../clock.ts'
import { type PartitionId, readPartitionId } from '../partition-id.ts'
import { first, type Sql } from '../sql.ts'

export interface DomainPlace {
  readonly partitionId: PartitionId
  readonly domainId: string
}

/**
 * Domains of all organisations whose next check is due, the longest waiting first. Checks planned by a clock that was
 * ahead are due too.
 */
export async function dueDomains(
  sql: Sql,
  { at, limit }: { readonly at: string; readonly limit: number },
): Promise<readonly DomainPlace[]> {
  const rows = await sql.all(
    `select partition_id, id from sso_domains where next_check_at <= ?
       or next_check_at is not null and (last_checked_at > ? or challenged_at > ?)
     order by next_check_at limit ?`,
    [at, latestPlausible(at), latestPlausible(at), limit],
  )
  return rows.map((row) => ({ partitionId: readPartitionId(row.partition_id), domainId: String(row.id) }))
}

/** Where a domain is verified, which is in at most one organisation. */
export async function verifiedDomain(sql: Sql, domain: string): Promise<DomainPlace | undefined> {
  const row = await first(
    sql,
    `select partition_id, id from sso_domains where normalized_domain = ? and verification_status = 'verified'`,
    [domain],
  )
  return row && { partitionId: readPartitionId(row.partition_id), domainId: String(row.id) }
}

/** Whether another organisation has verified a domain; which one is not disclosed. */
export async function isVerifiedElsewhere(
  sql: Sql,
  domain: string,
  partitionId: PartitionId,
): Promise<boolean> {
  const place = await verifiedDomain(sql, domain)
  return place !== undefined && place.partitionId !== partitionId
}
