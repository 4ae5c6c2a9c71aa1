import { kinds } from '@svc/model'
import type { Fields } from '../behaviour.ts'
import { type Context, recordsOf } from '../context.ts'
import { requireProject } from '../projects.ts'

/** The latest scan of a project, or null where it was never scanned. */
export async function latestDrift(ctx: Context, appId: string): Promise<Fields | null> {
  await requireProject(ctx, appId)
  const where = [{ field: 'appId', is: appId }]
  const [held] = await recordsOf(ctx, kinds.driftSnapshot).list(kinds.driftSnapshot, { where, limit: 1 })
  return held?.record ?? null
}
