import { setImmediate as others } from 'node:timers/promises'
import { type CostRollup, invalid, kinds } from '@svc/model'
import { spendingAfter } from '../../store/queries/costs.ts'
import { type Context, partitionOf } from '../context.ts'
import { readCursor, writeCursor } from '../records/cursor.ts'
import type { Query } from '../records/lists.ts'
import { withAppNames } from '../projects.ts'
import { rollupsOf } from './read-costs.ts'

export interface ProjectCosts extends CostRollup {
  readonly appName: string | null
}

interface Page {
  readonly projects: readonly ProjectCosts[]
  readonly nextCursor: string | null
}

const defaultLimit = 100

/** So few at a time that their entries are added up quickly, and others get their turn in between. */
const batchSize = 5

/** The rollups of the projects that have cost entries, in the order of their ids. */
export async function listProjectCosts(ctx: Context, { limit, cursor }: Query): Promise<Page> {
  const partition = partitionOf(ctx.caller, kinds.costEntry)
  const scope = JSON.stringify([partition, 'project costs'])
  const most = typeof limit === 'number' ? limit : defaultLimit
  const found = await ctx.store.run(spendingAfter, partition, {
    after: placeIn(ctx, scope, cursor),
    limit: most + 1,
  })
  const appIds = found.slice(0, most)
  const projects: ProjectCosts[] = []
  for (let at = 0; at < appIds.length; at += batchSize) {
    if (at > 0) await others()
    for (const rollup of await rollupsOf(ctx, appIds.slice(at, at + batchSize)))
      projects.push({ appName: null, ...rollup })
  }
  const last = appIds.at(-1)
  return {
    projects: await withAppNames(ctx, projects),
    nextCursor: found.length > most && last ? writeCursor(ctx.store.epochs, scope, [last]) : null,
  }
}

function placeIn({ store }: Context, scope: string, cursor: Query[string]): string {
  if (cursor === undefined) return ''
  const [place] = readCursor(store.epochs, scope, String(cursor))
  if (typeof place === 'string') return place
  throw invalid('cursor', 'does not belong to this list; use nextCursor from its last page')
}
