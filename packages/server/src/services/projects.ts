import { invalid, kinds } from '@svc/model'
import { namesOf } from '../store/queries/names.ts'
import { type Context, partitionOf, recordsOf } from './context.ts'

/** Fills `appName` for records that point at a project, with one query for all of them. */
export async function withAppNames<
  R extends { readonly appId: string | null; readonly appName: string | null },
>(ctx: Context, records: readonly R[]): Promise<readonly R[]> {
  const ids = [...new Set(records.flatMap(({ appId }) => (appId === null ? [] : [appId])))]
  if (ids.length === 0) return records
  const names = await ctx.store.run(namesOf, partitionOf(ctx.caller, kinds.project), kinds.project, ids)
  return records.map((record) => ({ ...record, appName: names.get(record.appId ?? '') ?? null }))
}

/** For reports about one project: a missing project is an invalid request, not an empty answer. */
export async function requireProject(ctx: Context, appId: string): Promise<void> {
  const known = await recordsOf(ctx, kinds.project).existing(kinds.project, [appId])
  if (!known.has(appId))
    throw invalid('appId', `names the project ${JSON.stringify(appId)}, which does not exist`)
}
