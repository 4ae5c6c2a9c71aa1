import { type EntityKind, type EntitySummary, kinds, summaryLimits } from '@svc/model'
import { entitiesWith } from '../../store/queries/graph-nodes.ts'
import { namesOf } from '../../store/queries/names.ts'
import { newestPointingAt, projectsInSystems } from '../../store/queries/summary-scope.ts'
import { type Context, partitionOf } from '../context.ts'
import { inParts } from '../in-parts.ts'

export type Asked = Pick<EntitySummary, 'kind' | 'id'>

/** An entity that exists, and the projects that its summary adds up. */
export interface Subject extends Asked {
  readonly name: string
  readonly ownerTeamId: string | null
  readonly appIds: readonly string[]
  /** Whether it has no further projects. */
  readonly isWhole: boolean
  /** Whether it has projects, rather than being one or being part of one. */
  readonly isGroup: boolean
}

type Plain = Omit<Subject, 'isWhole' | 'isGroup'> & { readonly appId: string | null }

const groupKinds: readonly string[] = ['team', 'system', 'domain']

/** Those of some entities that exist, in the order they were asked for. */
export async function subjectsOf(ctx: Context, asked: readonly Asked[]): Promise<readonly Subject[]> {
  const known = await plainOf(ctx, asked)
  const groups = known.filter(({ kind }) => groupKinds.includes(kind))
  const most = Math.min(
    summaryLimits.projects,
    Math.max(1, Math.floor((summaryLimits.allProjects - known.length) / Math.max(1, groups.length))),
  )
  const contents = await contentsOf(ctx, groups, most)
  return known.map(({ appId, ...plain }) => {
    const own = contents.get(plain.id)
    if (!own) return { ...plain, appIds: appId === null ? [] : [appId], isWhole: true, isGroup: false }
    return { ...plain, ...own, isGroup: true }
  })
}

async function plainOf(ctx: Context, asked: readonly Asked[]): Promise<readonly Plain[]> {
  const partition = partitionOf(ctx.caller, kinds.project)
  const found = new Map<string, Plain>()
  for (const [kind, own] of Map.groupBy(asked, (one) => one.kind)) {
    const ids = own.map(({ id }) => id)
    if (kind === 'team')
      for (const [id, name] of await ctx.store.run(namesOf, partition, kinds.team, ids))
        found.set(id, { kind, id, name, ownerTeamId: id, appIds: [], appId: null })
    else
      for (const { id, name, ownerTeamId, appId } of await ctx.store.run(entitiesWith, partition, kind, ids))
        found.set(id, { kind, id, name, ownerTeamId, appIds: [], appId })
  }
  const inOrder = new Set(asked.map(({ id }) => id))
  return [...inOrder].flatMap((id) => found.get(id) ?? [])
}

type Contents = Pick<Subject, 'appIds' | 'isWhole'>

/** The projects of each group that are in use, so many at most. */
async function contentsOf(
  ctx: Context,
  groups: readonly Asked[],
  most: number,
): Promise<ReadonlyMap<string, Contents>> {
  const found = await containedIn(ctx, groups, most + 1)
  const listed = [...new Set([...found.values()].flatMap(({ appIds }) => appIds.slice(0, most)))]
  const active = await inParts(listed, (ids) => activeAmong(ctx, ids))
  return new Map(
    Array.from(found, ([id, { appIds, isWhole }]) => [
      id,
      {
        appIds: appIds.slice(0, most).filter((appId) => active.has(appId)),
        isWhole: isWhole && appIds.length <= most,
      },
    ]),
  )
}

async function activeAmong(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, true>> {
  const nodes = await ctx.store.run(
    entitiesWith,
    partitionOf(ctx.caller, kinds.project),
    'component' satisfies EntityKind,
    ids,
  )
  return new Map(nodes.flatMap(({ id, active }) => (active ? [[id, true] as const] : [])))
}

/** Whatever a group owns or contains, in use or not. */
async function containedIn(
  ctx: Context,
  groups: readonly Asked[],
  limit: number,
): Promise<ReadonlyMap<string, Contents>> {
  const { store, caller } = ctx
  const partition = partitionOf(caller, kinds.project)
  const idsOf = (kind: string) => groups.filter((one) => one.kind === kind).map(({ id }) => id)
  const owned = await store.run(
    newestPointingAt,
    partition,
    { table: 'projects', field: 'ownerTeamId', limit },
    idsOf('team'),
  )
  const systems = await store.run(
    newestPointingAt,
    partition,
    { table: 'systems', field: 'domainId', limit },
    idsOf('domain'),
  )
  const systemIds = [...new Set([...idsOf('system'), ...[...systems.values()].flat()])]
  const members = await inParts(systemIds, (ids) => store.run(projectsInSystems, partition, ids))
  return new Map(
    groups.map(({ kind, id }): [string, Contents] => {
      if (kind === 'team') return [id, { appIds: owned.get(id) ?? [], isWhole: true }]
      const within = kind === 'system' ? [id] : (systems.get(id) ?? [])
      const appIds = [...new Set(within.flatMap((system) => members.get(system) ?? []))]
      return [id, { appIds, isWhole: within.length < limit }]
    }),
  )
}
