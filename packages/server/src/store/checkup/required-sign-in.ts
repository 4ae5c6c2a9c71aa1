import { minBreakGlass, passwordAlone, requiredSsoNeeds } from '@svc/model'
import { organisationIdOf, readPartitionId } from '../partition-id.ts'
import { findOrganisation } from '../queries/organisations.ts'
import { rescuersAmong } from '../queries/sso-policy.ts'
import type { Row, Sql } from '../sql.ts'
import { type Finding, note } from './finding.ts'

const name = 'required sign-in'

/**
 * Who can no longer get in, or too easily, where an organisation requires sign-in through a provider: one that did so
 * before that was possible still does.
 */
export async function checkRequiredSignIn(sql: Sql): Promise<readonly Finding[]> {
  const requiring = await sql.all(
    `select partition_id, allow_password_fallback, break_glass_uids,
       exists(select 1 from identity_providers one where one.partition_id = sso_settings.partition_id
         and one.status <> 'disabled' and one.last_sign_in_at is not null) as has_worked
     from sso_settings where enforcement_mode like 'required%' order by partition_id`,
  )
  const findings: Finding[] = []
  for (const row of requiring) findings.push(...(await findingsIn(sql, row)))
  return findings
}

async function findingsIn(sql: Sql, row: Row): Promise<readonly Finding[]> {
  const homeId = readPartitionId(row.partition_id)
  const organisation = await findOrganisation(sql, organisationIdOf(homeId))
  const whose = `${organisation?.name} (${organisation?.id})`
  const { count, withoutSecondFactor } = await rescuersAmong(
    sql,
    homeId,
    JSON.parse(String(row.break_glass_uids)),
  )
  const is = (value: unknown): boolean => value === true || Number(value) === 1
  return [
    ...(is(row.has_worked) || is(row.allow_password_fallback)
      ? []
      : [
          note(
            name,
            `${whose} requires it, and nobody has signed in through a provider yet: only people with break-glass access get in`,
            'They set a provider up under Settings → Single sign-on, or stop requiring it. If none of them gets in: svc user link --force',
          ),
        ]),
    ...(count < minBreakGlass
      ? [
          note(
            name,
            `${whose} requires it. ${requiredSsoNeeds.breakGlass.warning}`,
            'Its admins name others under Settings → Single sign-on.',
          ),
        ]
      : []),
    ...(withoutSecondFactor > 0
      ? [
          note(
            name,
            `${whose} requires it. ${passwordAlone(withoutSecondFactor)}`,
            'They add an authenticator app or a passkey in their account.',
          ),
        ]
      : []),
  ]
}
