import { kinds } from '@svc/model'
import type { Fields } from '../records/behaviour.ts'
import { type Context, writeTo } from '../context.ts'
import { driftReports } from './report-rules.ts'
import { takeRecords } from './take-records.ts'

/** Stores a valid drift report directly; returns the id of its snapshot. */
export async function reportDrift(ctx: Context, item: Fields): Promise<string> {
  const [result] = await writeTo(ctx, kinds.driftSnapshot, (change) =>
    takeRecords(ctx, change, driftReports, [{ item, problem: undefined }]),
  )
  if (result?.error) throw result.error
  return String(result?.id)
}
