import {
  type CostRollup,
  type EntitySummary,
  kinds,
  type Kinds,
  type Stored,
  summaryLimits,
} from '@svc/model'
import { sloStatusesOf } from '../../store/queries/graph-nodes.ts'
import {
  errorsOf,
  newestDeployments,
  openIssues,
  projectsWithCosts,
  runbooksOf,
  worstSloOf,
} from '../../store/queries/summary-facts.ts'
import { type Context, partitionOf } from '../context.ts'
import { rollupsOf } from '../costs/read-costs.ts'
import { inParts } from '../in-parts.ts'
import { visibleTo } from '../runbooks/behaviour.ts'
import { type ProjectDrift, driftOf } from './drift.ts'

/** What is known about some projects, by their ids, with a query for each sort of fact. */
export interface Facts {
  readonly slos: ReadonlyMap<string, readonly { readonly status: string | null; readonly slos: number }[]>
  readonly worstSlo: ReadonlyMap<string, NonNullable<EntitySummary['slos']['worst']>>
  readonly deployments: ReadonlyMap<string, EntitySummary['deployments']>
  readonly issues: ReadonlyMap<string, readonly { readonly severity: string; readonly open: number }[]>
  readonly costs: ReadonlyMap<string, CostRollup>
  readonly drift: ReadonlyMap<string, ProjectDrift>
  readonly errors: ReadonlyMap<string, Stored<Kinds['errorTracker']>['snapshot']>
  readonly runbooks: ReadonlyMap<string, readonly { readonly id: string }[]>
}

export async function factsOf(ctx: Context, appIds: readonly string[]): Promise<Facts> {
  const { store, caller } = ctx
  const partition = partitionOf(caller, kinds.project)
  const visible = visibleTo(caller.role)
  const each = summaryLimits.deployments
  return {
    slos: await inParts(appIds, async (ids) => byApp(await store.run(sloStatusesOf, partition, ids))),
    worstSlo: await inParts(appIds, (ids) => store.run(worstSloOf, partition, ids)),
    deployments: await inParts(appIds, async (ids) =>
      byApp(await store.run(newestDeployments, partition, { appIds: ids, each })),
    ),
    issues: await inParts(appIds, async (ids) => byApp(await store.run(openIssues, partition, ids))),
    costs: await inParts(appIds, (ids) => costsOf(ctx, ids)),
    drift: await inParts(appIds, (ids) => driftOf(ctx, ids)),
    errors: await inParts(appIds, (ids) => store.run(errorsOf, partition, ids)),
    runbooks: await inParts(appIds, async (ids) =>
      byApp(await store.run(runbooksOf, partition, visible, ids)),
    ),
  }
}

const byApp = <T extends { readonly appId: string }>(rows: readonly T[]): ReadonlyMap<string, readonly T[]> =>
  Map.groupBy(rows, ({ appId }) => appId)

/** So few at a time that their entries are added up quickly. */
const rollupsAtOnce = 5

async function costsOf(ctx: Context, appIds: readonly string[]): Promise<ReadonlyMap<string, CostRollup>> {
  const partition = partitionOf(ctx.caller, kinds.costEntry)
  const spending = [...(await ctx.store.run(projectsWithCosts, partition, appIds))]
  const found = new Map<string, CostRollup>()
  for (let start = 0; start < spending.length; start += rollupsAtOnce)
    for (const rollup of await rollupsOf(ctx, spending.slice(start, start + rollupsAtOnce)))
      found.set(rollup.appId, rollup)
  return found
}
