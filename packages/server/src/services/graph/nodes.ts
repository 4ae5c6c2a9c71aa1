import { type EntityKind, entityKinds, type GraphNode, inactiveValues, isInactive, kinds } from '@svc/model'
import { columnOf, decoderOf } from '../../store/codec.ts'
import { type Context, partitionOf } from '../context.ts'
import { kindOf } from './entity.ts'
import type { Reached } from './walk.ts'

export interface OnCallNow {
  readonly bindingId: string
  readonly userName: string
  readonly userEmail: string | null
  readonly userUid: string | null
}

export type Node = GraphNode

type Row = Readonly<Record<string, unknown>>

interface Plain {
  readonly kind: EntityKind
  readonly id: string
  readonly name: string
  readonly ownerTeamId: string | null
  readonly lifecycle: string | null
  readonly active: boolean
  /** The project that it is, or belongs to. */
  readonly appId: string | null
  readonly distance: number
}

/** What people want to see of each entity, with one question for each sort of fact, not for each entity. */
export async function nodesOf(ctx: Context, distances: Reached['distances']): Promise<readonly Node[]> {
  const plain = await plainNodes(ctx, distances)
  const teamIds = unique(plain.map(({ ownerTeamId }) => ownerTeamId))
  const appIds = unique(plain.map(({ appId }) => appId))
  const [teams, statuses, issues, onCall] = await Promise.all([
    teamNames(ctx, teamIds),
    standings(ctx, appIds),
    criticalIssues(ctx, appIds),
    onCallNow(ctx, unique([...plain.map(({ id }) => id), ...teamIds])),
  ])
  return plain.map(({ appId, ...node }) => ({
    ...node,
    // A column says only that it is text; its words were checked when they were written.
    lifecycle: node.lifecycle as Node['lifecycle'],
    ownerTeamName: teams.get(node.ownerTeamId ?? '') ?? null,
    sloStatus: (statuses.get(appId ?? '')?.worst ?? null) as Node['sloStatus'],
    unknownSlos: statuses.get(appId ?? '')?.unknown ?? 0,
    openCriticalIssues: issues.get(appId ?? '') ?? 0,
    onCall: onCall.get(node.id) ?? onCall.get(node.ownerTeamId ?? '') ?? null,
  }))
}

const unique = (ids: readonly (string | null)[]): readonly string[] => [
  ...new Set(ids.filter((id) => id !== null)),
]

async function plainNodes(ctx: Context, distances: Reached['distances']): Promise<readonly Plain[]> {
  const byKind = Object.groupBy([...distances.values()], ({ entity }) => entity.kind)
  const found = new Map<string, Plain>()
  for (const kind of Object.keys(entityKinds) as EntityKind[]) {
    const ids = (byKind[kind] ?? []).map(({ entity }) => entity.id)
    for (const node of ids.length > 0 ? await read(ctx, kind, ids) : []) {
      found.set(node.id, { ...node, distance: distances.get(node.id)?.distance ?? 0 })
    }
  }
  return [...distances.keys()].flatMap((id) => found.get(id) ?? [])
}

async function read(
  ctx: Context,
  kind: EntityKind,
  ids: readonly string[],
): Promise<readonly Omit<Plain, 'distance'>[]> {
  const { table, fields } = kindOf({ kind })
  const ofUse = Object.keys(inactiveValues).filter((key) => fields[key])
  const columns = ['id', 'name', 'owner_team_id', ...ofUse.map(columnOf)]
  if (fields.componentId) columns.push('component_id')
  const use = decoderOf(kindOf({ kind }), ofUse)
  const rows = await ask(ctx, `select ${columns.join(', ')} from ${table}`, 'id', ids)
  return rows.map((row) => ({
    kind,
    id: String(row.id),
    name: String(row.name),
    ownerTeamId: textOrNull(row.owner_team_id),
    lifecycle: textOrNull(row.lifecycle),
    active: !isInactive(use(row)),
    appId: kind === 'component' ? String(row.id) : textOrNull(row.component_id),
  }))
}

const textOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value)

/** Rows of the caller's partition whose column is one of the ids. */
function ask(
  { store, caller }: Context,
  select: string,
  column: string,
  ids: readonly string[],
  rest = '',
): Promise<readonly Row[]> {
  if (ids.length === 0) return Promise.resolve([])
  const { reader, dialect } = store.engine
  return reader.all(`${select} where partition_id = ? and ${dialect.oneOf(column)} ${rest}`, [
    partitionOf(caller, kinds.dependency),
    JSON.stringify(ids),
  ])
}

async function teamNames(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await ask(ctx, 'select id, name from teams', 'id', ids)
  return new Map(rows.map(({ id, name }) => [String(id), String(name)]))
}

interface Standing {
  /** Null where it is not known whether all is well. */
  readonly worst: string | null
  readonly unknown: number
}

/** What is not known may be bad: it is worse than to be met, but says less than what is known to be at risk. */
const severity: readonly unknown[] = ['met', null, 'atRisk', 'breached']

async function standings(ctx: Context, appIds: readonly string[]): Promise<ReadonlyMap<string, Standing>> {
  const rows = await ask(
    ctx,
    'select app_id, status, count(*) as slos from slos',
    'app_id',
    appIds,
    'group by app_id, status',
  )
  const found = new Map<string, Standing>()
  for (const { app_id, status, slos } of rows) {
    const before = found.get(String(app_id))
    const isWorse = !before || severity.indexOf(status) > severity.indexOf(before.worst)
    found.set(String(app_id), {
      worst: isWorse ? textOrNull(status) : before.worst,
      unknown: (before?.unknown ?? 0) + (status === null ? Number(slos) : 0),
    })
  }
  return found
}

async function criticalIssues(ctx: Context, appIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await ask(
    ctx,
    'select app_id, count(*) as open from issues',
    'app_id',
    appIds,
    `and severity in ('critical', 'blocker') and status_group in ('backlog', 'active') group by app_id`,
  )
  return new Map(rows.map(({ app_id, open }) => [String(app_id), Number(open)]))
}

async function onCallNow(ctx: Context, targets: readonly string[]): Promise<ReadonlyMap<string, OnCallNow>> {
  const rows = await ask(
    ctx,
    `select id, target_id, currently_on_call_user_name, currently_on_call_user_email,
      currently_on_call_user_uid from oncall_bindings`,
    'target_id',
    targets,
    'and currently_on_call_user_name is not null order by id desc',
  )
  // The oldest binding of several is the one that people began with; it is read last.
  return new Map(
    rows.map((row) => [
      String(row.target_id),
      {
        bindingId: String(row.id),
        userName: String(row.currently_on_call_user_name),
        userEmail: textOrNull(row.currently_on_call_user_email),
        userUid: textOrNull(row.currently_on_call_user_uid),
      },
    ]),
  )
}
