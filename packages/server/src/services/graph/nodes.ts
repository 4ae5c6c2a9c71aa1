import { type EntityKind, entityKinds, type GraphNode, kinds } from '@svc/model'
import type { PartitionId } from '../../store/partition-id.ts'
import {
  entitiesWith,
  openCriticalIssues,
  type StoredNode,
  sloStatusesOf,
} from '../../store/queries/graph-nodes.ts'
import { namesOf } from '../../store/queries/names.ts'
import { type OnCallNow, onCallFor } from '../../store/queries/oncall.ts'
import { type Context, partitionOf } from '../context.ts'
import { inParts } from '../in-parts.ts'
import type { Reached } from './walk.ts'
import { wholesOf } from './wholes.ts'

export type { OnCallNow }

export type Node = GraphNode

type Plain = StoredNode & { readonly distance: number }

const placeOf = ({ caller }: Context): PartitionId => partitionOf(caller, kinds.dependency)

/** What people want to see of each entity, with one query per sort of fact, not per entity. */
export async function nodesOf(ctx: Context, distances: Reached['distances']): Promise<readonly Node[]> {
  const { store } = ctx
  const partition = placeOf(ctx)
  const plain = await plainNodes(ctx, distances)
  const teamIds = unique(plain.map(({ ownerTeamId }) => ownerTeamId))
  const appIds = unique(plain.map(({ appId }) => appId))
  const teams = await inParts(teamIds, (ids) => store.run(namesOf, partition, kinds.team, ids))
  const statuses = await inParts(appIds, (ids) => sloHealthOf(ctx, ids))
  const issues = await inParts(appIds, (ids) => store.run(openCriticalIssues, partition, ids))
  const called = unique([...plain.map(({ id }) => id), ...teamIds])
  const onCall = await inParts(called, (ids) => store.run(onCallFor, partition, ids))
  const wholes = await wholesOf(ctx, plain)
  return plain.map(({ appId, ...node }) => ({
    ...node,
    ...wholes(node),
    // The column is plain text; its values were validated when they were written.
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
    const read = async (some: readonly string[]) =>
      new Map((await ctx.store.run(entitiesWith, placeOf(ctx), kind, some)).map((node) => [node.id, node]))
    for (const [id, node] of await inParts(ids, read))
      found.set(id, { ...node, distance: distances.get(id)?.distance ?? 0 })
  }
  return [...distances.keys()].flatMap((id) => found.get(id) ?? [])
}

interface SloHealth {
  /** Null if the status of an SLO is unknown and none is known to be worse. */
  readonly worst: string | null
  readonly unknown: number
}

/** An unknown status may be bad: it ranks above met, but below a status known to be at risk. */
const severity: readonly unknown[] = ['met', null, 'atRisk', 'breached']

async function sloHealthOf(ctx: Context, appIds: readonly string[]): Promise<ReadonlyMap<string, SloHealth>> {
  const found = new Map<string, SloHealth>()
  for (const { appId, status, slos } of await ctx.store.run(sloStatusesOf, placeOf(ctx), appIds)) {
    const before = found.get(appId)
    const isWorse = !before || severity.indexOf(status) > severity.indexOf(before.worst)
    found.set(appId, {
      worst: isWorse ? status : before.worst,
      unknown: (before?.unknown ?? 0) + (status === null ? slos : 0),
    })
  }
  return found
}
