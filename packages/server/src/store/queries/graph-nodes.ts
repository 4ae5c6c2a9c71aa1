import {
  type EntityKind,
  entityKinds,
  inactiveValues,
  isInactive,
  kindNamed,
  type Kinds,
  type Stored,
} from '@svc/model'
import { columnOf, decoderOf, toColumn } from '../codec.ts'
import type { PartitionId } from '../partition-id.ts'
import { type Sql, textOrNull } from '../sql.ts'

/** An entity as the graph shows it. */
export interface StoredNode {
  readonly kind: EntityKind
  readonly id: string
  readonly name: string
  readonly ownerTeamId: string | null
  readonly lifecycle: string | null
  /** What sort of a project, an API or a resource it is. */
  readonly type: string | null
  readonly tier: number | null
  readonly active: boolean
  /** The project itself, or the one it belongs to. */
  readonly appId: string | null
}

/** The entities that exist among the ids, unordered. */
export async function entitiesWith(
  sql: Sql,
  partitionId: PartitionId,
  kind: EntityKind,
  ids: readonly string[],
): Promise<readonly StoredNode[]> {
  const full = kindNamed(entityKinds[kind])
  const ofUse = Object.keys(inactiveValues).filter((key) => full.fields[key])
  const columns = ['id', 'name', 'owner_team_id', ...ofUse.map(columnOf)]
  if (full.fields.componentId) columns.push('component_id')
  const sort = ['type', 'kind'].find((key) => full.fields[key])
  if (sort) columns.push(columnOf(sort))
  if (full.fields.tier) columns.push('tier')
  const use = decoderOf(full, ofUse)
  const rows = await sql.all(
    `select ${columns.join(', ')} from ${full.table} where partition_id = ? and ${sql.dialect.oneOf('id')}`,
    [partitionId, JSON.stringify(ids)],
  )
  return rows.map((row) => ({
    kind,
    id: String(row.id),
    name: String(row.name),
    ownerTeamId: textOrNull(row.owner_team_id),
    lifecycle: textOrNull(row.lifecycle),
    type: sort ? textOrNull(row[columnOf(sort)]) : null,
    tier: row.tier == null ? null : Number(row.tier),
    active: !isInactive(use(row)),
    appId: kind === 'component' ? String(row.id) : textOrNull(row.component_id),
  }))
}

/** The ids whose field has the value that means archived or retired. */
export async function inactiveWith(
  sql: Sql,
  partitionId: PartitionId,
  { kind, key }: { readonly kind: EntityKind; readonly key: keyof typeof inactiveValues },
  ids: readonly string[],
): Promise<readonly string[]> {
  const { table, fields } = kindNamed(entityKinds[kind])
  const field = fields[key]
  if (!field) return []
  const rows = await sql.all(
    `select id from ${table} where partition_id = ? and ${sql.dialect.oneOf('id')} and ${columnOf(key)} = ?`,
    [partitionId, JSON.stringify(ids), toColumn(field, inactiveValues[key])],
  )
  return rows.map(({ id }) => String(id))
}

/** How many SLOs of each project have each status. */
export async function sloStatusesOf(
  sql: Sql,
  partitionId: PartitionId,
  appIds: readonly string[],
): Promise<readonly { readonly appId: string; readonly status: string | null; readonly slos: number }[]> {
  if (appIds.length === 0) return []
  const rows = await sql.all(
    `select app_id, status, count(*) as slos from slos
     where partition_id = ? and ${sql.dialect.oneOf('app_id')} group by app_id, status`,
    [partitionId, JSON.stringify(appIds)],
  )
  return rows.map(({ app_id, status, slos }) => ({
    appId: String(app_id),
    status: textOrNull(status),
    slos: Number(slos),
  }))
}

/** How many critical issues of each project are open. */
export async function openCriticalIssues(
  sql: Sql,
  partitionId: PartitionId,
  appIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (appIds.length === 0) return new Map()
  const rows = await sql.all(
    `select app_id, count(*) as open from issues where partition_id = ? and ${sql.dialect.oneOf('app_id')}
       and severity in ('critical', 'blocker') and status_group in ('backlog', 'active') group by app_id`,
    [partitionId, JSON.stringify(appIds)],
  )
  return new Map(rows.map(({ app_id, open }) => [String(app_id), Number(open)]))
}

type StoredSlo = Pick<Stored<Kinds['slo']>, 'id' | 'name' | 'appId' | 'status' | 'errorBudgetPercentUsed'>

/** The SLOs of some projects, worst first; an unknown status comes before a good one. */
export async function worstSlosOf(
  sql: Sql,
  partitionId: PartitionId,
  appIds: readonly string[],
  limit: number,
): Promise<readonly StoredSlo[]> {
  const rows = await sql.all(
    `select id, name, app_id, status, error_budget_percent_used from slos
      where partition_id = ? and ${sql.dialect.oneOf('app_id')}
      order by case status when 'breached' then 0 when 'atRisk' then 1 when 'met' then 3 else 2 end,
        error_budget_percent_used is null, error_budget_percent_used desc, id limit ?`,
    [partitionId, JSON.stringify(appIds), limit],
  )
  return rows.map(
    (row): StoredSlo => ({
      id: String(row.id),
      name: String(row.name),
      appId: String(row.app_id),
      status: row.status as StoredSlo['status'],
      errorBudgetPercentUsed:
        row.error_budget_percent_used === null ? null : Number(row.error_budget_percent_used),
    }),
  )
}
