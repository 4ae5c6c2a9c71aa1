import type { PartitionId } from '../partition-id.ts'
import { first, type Row, type Sql, textOrNull } from '../sql.ts'
import { factorsIn } from './second-factors.ts'

/** All that decides how people of one mail domain must sign in to an organisation. */
export interface SsoPolicy {
  readonly enforcementMode: 'disabled' | 'optional' | 'required_verified' | 'required_all'
  readonly allowPasswordFallback: boolean
  readonly breakGlassUids: readonly string[]
  readonly graceMinutes: number
  readonly enforcedSince: string | null
  /** The organisation's own record of the domain, if it is verified. */
  readonly domain: DomainPolicy | null
}

export interface DomainPolicy {
  readonly enforcementOverride: 'inherit' | 'disabled' | 'optional' | 'required'
  readonly changedAt: string | null
}

/** To be joined with the settings as `settings` and the verified domain as `domain`. */
export const policyColumns = `settings.enforcement_mode, settings.allow_password_fallback, settings.break_glass_uids,
  settings.password_session_grace_period_minutes, settings.enforced_since,
  domain.enforcement_override, domain.updated_at as domain_updated_at`

/** The domain's name is its first parameter. */
export const policyTables = (homeId: string): string =>
  `left join sso_settings settings on settings.partition_id = ${homeId}
   left join sso_domains domain on domain.partition_id = ${homeId} and domain.normalized_domain = ?
     and domain.verification_status = 'verified'`

/** An organisation without settings requires nothing. */
export function toPolicy(row: Row): SsoPolicy {
  const override = row.enforcement_override as DomainPolicy['enforcementOverride'] | null
  return {
    enforcementMode: (row.enforcement_mode ?? 'disabled') as SsoPolicy['enforcementMode'],
    allowPasswordFallback: Number(row.allow_password_fallback ?? 1) === 1,
    breakGlassUids: JSON.parse(String(row.break_glass_uids ?? '[]')),
    graceMinutes: Number(row.password_session_grace_period_minutes ?? 0),
    enforcedSince: textOrNull(row.enforced_since),
    domain:
      override === null
        ? null
        : { enforcementOverride: override, changedAt: textOrNull(row.domain_updated_at) },
  }
}

export async function policyFor(sql: Sql, homeId: PartitionId, domain: string): Promise<SsoPolicy> {
  const row = await first(
    sql,
    `select ${policyColumns} from partitions ${policyTables('partitions.id')} where partitions.id = ?`,
    [domain, homeId],
  )
  return toPolicy(row ?? {})
}

/** The policies of several domains, as far as they have a verified record of their own; without the settings' part. */
export async function domainPolicies(
  sql: Sql,
  homeId: PartitionId,
): Promise<ReadonlyMap<string, DomainPolicy & { readonly identityProviderId: string | null }>> {
  const rows = await sql.all(
    `select normalized_domain, enforcement_override, updated_at, identity_provider_id from sso_domains
     where partition_id = ? and verification_status = 'verified'`,
    [homeId],
  )
  return new Map(
    rows.map((row) => [
      String(row.normalized_domain),
      {
        enforcementOverride: row.enforcement_override as DomainPolicy['enforcementOverride'],
        changedAt: textOrNull(row.updated_at),
        identityProviderId: textOrNull(row.identity_provider_id),
      },
    ]),
  )
}

interface Linked {
  readonly userIds: readonly string[]
  readonly providerIds: readonly string[]
}

/** Those of some members who can sign in through one of these providers because they did so before. */
export async function linkedAmong(
  sql: Sql,
  homeId: PartitionId,
  { userIds, providerIds }: Linked,
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await sql.all(
    `select user_id, provider_id from identities where ${sql.dialect.oneOfPartition('user_id')}`,
    [homeId, JSON.stringify(userIds)],
  )
  const usable = rows.filter(({ provider_id }) => providerIds.includes(String(provider_id)))
  return new Set(usable.map(({ user_id }) => String(user_id)))
}

/** Members with break-glass access who could help others in: active admins and owners. */
export interface Rescuers {
  readonly count: number
  /** How many of them a password alone lets in. */
  readonly withoutSecondFactor: number
}

export async function rescuersAmong(
  sql: Sql,
  homeId: PartitionId,
  breakGlassUids: readonly string[],
): Promise<Rescuers> {
  if (breakGlassUids.length === 0) return { count: 0, withoutSecondFactor: 0 }
  const has = (table: string, condition = ''): string =>
    `exists(select 1 from ${table} one where one.partition_id = users.partition_id and one.user_id = users.id${condition})`
  const rows = await sql.all(
    `select ${has('totp_secrets', ' and one.confirmed_at is not null')} as totp, ${has('passkeys')} as passkey
     from users where ${sql.dialect.oneOfPartition('id')} and is_active = 1 and role in ('admin', 'owner')`,
    [homeId, JSON.stringify(breakGlassUids)],
  )
  const withoutSecondFactor = rows.filter((row) => factorsIn(row).length === 0).length
  return { count: rows.length, withoutSecondFactor }
}
