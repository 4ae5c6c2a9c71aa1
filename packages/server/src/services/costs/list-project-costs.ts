import { setImmediate as others } from 'node:timers/promises'
import { type CostRollup, invalid, kinds } from '@svc/model'
import { type Context, partitionOf } from '../context.ts'
import { readCursor, writeCursor } from '../cursor.ts'
import type { Query } from '../lists.ts'
import { withAppNames } from '../projects.ts'
import { rollupsOf } from './read-costs.ts'

export interface ProjectCosts extends CostRollup {
  readonly appName: string | null
}

interface Page {
  readonly projects: readonly ProjectCosts[]
  readonly nextCursor: string | null
}

const usualLimit = 100

/** So few at a time that their entries are soon added up, and others get their turn in between. */
const atOnce = 5

/** The rollups of the projects that have cost entries, in the order of their ids. */
export async function listProjectCosts(ctx: Context, { limit, cursor }: Query): Promise<Page> {
  const scope = JSON.stringify([partitionOf(ctx.caller, kinds.costEntry), 'project costs'])
  const most = typeof limit === 'number' ? limit : usualLimit
  const found = await spendingAfter(ctx, placeIn(ctx, scope, cursor), most + 1)
  const appIds = found.slice(0, most)
  const projects: ProjectCosts[] = []
  for (let at = 0; at < appIds.length; at += atOnce) {
    if (at > 0) await others()
    for (const rollup of await rollupsOf(ctx, appIds.slice(at, at + atOnce)))
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
  throw invalid('cursor', 'does not belong to this list; take nextCursor from its last page')
}

/** From one project to the next through the index: what each of them has is not read. */
async function spendingAfter(ctx: Context, place: string, limit: number): Promise<readonly string[]> {
  const partition = partitionOf(ctx.caller, kinds.costEntry)
  const next = 'select min(app_id) from cost_entries where partition_id = ? and app_id >'
  const rows = await ctx.store.engine.reader.all(
    `with recursive spending (app_id, place) as (
       select (${next} ?), 1
       union all
       select (${next} spending.app_id), place + 1 from spending where app_id is not null and place < ?
     )
     select app_id from spending where app_id is not null order by place`,
    [partition, place, partition, limit],
  )
  return rows.map(({ app_id }) => String(app_id))
}
