import { type EntitySummary, kinds, type Kinds, type Role, type Stored } from '@svc/model'
import type { PartitionId } from '../partition-id.ts'
import { type Sql, textOrNull } from '../sql.ts'

type WorstSlo = NonNullable<EntitySummary['slos']['worst']>
type LastDeployment = EntitySummary['deployments'][number]

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value))

/** The worst SLO of each of some projects; an unknown status comes before a good one. */
export async function worstSloOf(
  sql: Sql,
  partitionId: PartitionId,
  appIds: readonly string[],
): Promise<ReadonlyMap<string, WorstSlo>> {
  const rows = await sql.all(
    `select * from (select id, name, app_id, type, status, status_reason, target, objective,
       current_value, unit, error_budget_percent_used, row_number() over (partition by app_id
         order by case status when 'breached' then 0 when 'atRisk' then 1 when 'met' then 3 else 2 end,
           error_budget_percent_used is null, error_budget_percent_used desc, id) as place
       from slos where partition_id = ? and ${sql.dialect.oneOf('app_id')}) as ranked where place = 1`,
    [partitionId, JSON.stringify(appIds)],
  )
  return new Map(
    rows.map((row) => [
      String(row.app_id),
      {
        id: String(row.id),
        name: String(row.name),
        appId: String(row.app_id),
        type: row.type as WorstSlo['type'],
        status: row.status as WorstSlo['status'],
        statusReason: textOrNull(row.status_reason),
        target: Number(row.target),
        objective: row.objective as WorstSlo['objective'],
        currentValue: numberOrNull(row.current_value),
        unit: textOrNull(row.unit),
        errorBudgetPercentUsed: numberOrNull(row.error_budget_percent_used),
      },
    ]),
  )
}

/** The newest deployments of some projects, a few of each. */
export async function newestDeployments(
  sql: Sql,
  partitionId: PartitionId,
  { appIds, each }: { readonly appIds: readonly string[]; readonly each: number },
): Promise<readonly LastDeployment[]> {
  const rows = await sql.all(
    `select d.app_id, d.id, d.status, coalesce(d.release_version, d.build_version) as version,
       coalesce(d.target_display_name, d.target_id, d.platform) as environment,
       coalesce(d.completed_at, d.started_at, d.created_at) as at
     from ${sql.dialect.eachText} as given cross join deployments d
     where d.partition_id = ? and d.app_id = given.value
       and d.id >= coalesce((select x.id from deployments x
         where x.partition_id = ? and x.app_id = given.value
         order by x.id desc limit 1 offset ${each - 1}), '')`,
    [JSON.stringify(appIds), partitionId, partitionId],
  )
  return rows.map((row) => ({
    environment: textOrNull(row.environment),
    id: String(row.id),
    version: textOrNull(row.version),
    status: String(row.status),
    at: textOrNull(row.at),
    appId: String(row.app_id),
  }))
}

/** How many issues of each project are open, by severity. */
export async function openIssues(
  sql: Sql,
  partitionId: PartitionId,
  appIds: readonly string[],
): Promise<readonly { readonly appId: string; readonly severity: string; readonly open: number }[]> {
  const groups = kinds.issue.openBy?.values ?? []
  const rows = await sql.all(
    `select app_id, severity, count(*) as open from issues where partition_id = ? and ${sql.dialect.oneOf('app_id')}
       and status_group in (${groups.map(() => '?').join(', ')}) group by app_id, severity`,
    [partitionId, JSON.stringify(appIds), ...groups],
  )
  return rows.map((row) => ({
    appId: String(row.app_id),
    severity: String(row.severity),
    open: Number(row.open),
  }))
}

type Snapshot = Stored<Kinds['errorTracker']>['snapshot']

/** What the error tracker of each project said last; null if it has not been asked yet. */
export async function errorsOf(
  sql: Sql,
  partitionId: PartitionId,
  appIds: readonly string[],
): Promise<ReadonlyMap<string, Snapshot>> {
  const rows = await sql.all(
    `select app_id, snapshot from error_trackers where partition_id = ? and ${sql.dialect.oneOf('app_id')}`,
    [partitionId, JSON.stringify(appIds)],
  )
  return new Map(
    rows.map(({ app_id, snapshot }) => [
      String(app_id),
      snapshot === null ? null : (JSON.parse(String(snapshot)) as Snapshot),
    ]),
  )
}

/** Which of some projects have costs, at any time. */
export async function projectsWithCosts(
  sql: Sql,
  partitionId: PartitionId,
  appIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql.all(
    `select o.id from projects o where o.partition_id = ? and ${sql.dialect.oneOf('o.id')} and exists
       (select 1 from cost_entries c where c.partition_id = o.partition_id and c.app_id = o.id)`,
    [partitionId, JSON.stringify(appIds)],
  )
  return new Set(rows.map(({ id }) => String(id)))
}

/** The runbooks of some projects that some role may see. */
export async function runbooksOf(
  sql: Sql,
  partitionId: PartitionId,
  visible: readonly Role[],
  appIds: readonly string[],
): Promise<readonly { readonly appId: string; readonly id: string }[]> {
  const rows = await sql.all(
    `select e.value, e.record_id from elements e
     join runbooks r on r.partition_id = e.partition_id and r.id = e.record_id
     where e.partition_id = ? and e.kind = ? and e.field = ? and ${sql.dialect.oneOf('e.value')}
       and r.is_deleted = 0 and r.visibility_role_min in (${visible.map(() => '?').join(', ')})`,
    [partitionId, kinds.runbook.name, 'linkedAppIds', JSON.stringify(appIds), ...visible],
  )
  return rows.map(({ value, record_id }) => ({ appId: String(value), id: String(record_id) }))
}
