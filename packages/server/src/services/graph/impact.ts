import { graphLimits, kinds } from '@svc/model'
import { type Context, partitionOf } from '../context.ts'
import type { Entity } from './entity.ts'
import { type Node, nodesOf, type OnCallNow } from './nodes.ts'
import { walk } from './walk.ts'

export interface Impact {
  readonly of: Node
  readonly entities: readonly Node[]
  readonly teams: readonly { readonly id: string; readonly name: string; readonly entities: number }[]
  readonly onCall: readonly (Omit<OnCallNow, 'bindingId'> & { readonly entities: number })[]
  readonly slos: readonly object[]
  readonly truncated: boolean
}

/** Who is hit if an entity fails, as far as the catalog knows. */
export async function readImpact(ctx: Context, failing: Entity): Promise<Impact> {
  const { distances, isTruncated } = await walk(ctx, failing, {
    direction: 'dependents',
    depth: graphLimits.depth,
    limit: graphLimits.nodes,
    beyond: (frontier) => offeredApis(ctx, frontier),
  })
  const nodes = await nodesOf(ctx, distances)
  const [of, ...entities] = nodes
  if (!of) throw new Error('The entity is gone.')
  return {
    of,
    entities,
    teams: teamsOf(nodes),
    onCall: peopleOf(nodes),
    slos: await slosAtStake(ctx, nodes),
    truncated: isTruncated,
  }
}

/** A project that fails takes the APIs that it offers with it. */
async function offeredApis(ctx: Context, frontier: readonly Entity[]): Promise<readonly Entity[]> {
  const projects = frontier.filter(({ kind }) => kind === 'component').map(({ id }) => id)
  if (projects.length === 0) return []
  const { reader, dialect } = ctx.store.engine
  const rows = await reader.all(
    `select id from apis where partition_id = ? and ${dialect.oneOf('component_id')} limit ?`,
    [partitionOf(ctx.caller, kinds.api), JSON.stringify(projects), graphLimits.nodes + 1],
  )
  const ids = rows.map(({ id }) => String(id)).sort()
  return ids.map((id) => ({ kind: 'api', id }))
}

function teamsOf(nodes: readonly Node[]): Impact['teams'] {
  const owned = Map.groupBy(
    nodes.filter(({ ownerTeamName }) => ownerTeamName !== null),
    ({ ownerTeamId }) => ownerTeamId ?? '',
  )
  return Array.from(owned, ([id, own]) => ({ id, name: own[0]?.ownerTeamName ?? '', entities: own.length }))
}

function peopleOf(nodes: readonly Node[]): Impact['onCall'] {
  const called = Map.groupBy(
    nodes.flatMap(({ onCall }) => onCall ?? []),
    ({ userUid, userEmail, userName }) => userUid ?? userEmail ?? userName,
  )
  return [...called.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const { bindingId: _, ...person } = first
    return [{ ...person, entities: others.length + 1 }]
  })
}

/** Worst first, so that the first lines say what matters. */
async function slosAtStake(ctx: Context, nodes: readonly Node[]): Promise<readonly object[]> {
  const projects = nodes.filter(({ kind }) => kind === 'component').map(({ id }) => id)
  if (projects.length === 0) return []
  const { reader, dialect } = ctx.store.engine
  const rows = await reader.all(
    `select id, name, app_id, status, error_budget_percent_used from slos
      where partition_id = ? and ${dialect.oneOf('app_id')}
      order by error_budget_percent_used is null, error_budget_percent_used desc, id limit ?`,
    [partitionOf(ctx.caller, kinds.slo), JSON.stringify(projects), graphLimits.nodes],
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    appId: row.app_id,
    status: row.status,
    errorBudgetPercentUsed:
      row.error_budget_percent_used === null ? null : Number(row.error_budget_percent_used),
  }))
}
