import type { Kind } from '@svc/model'
import type { Fields } from '../records/behaviour.ts'
import { type Context, recordsOf } from '../context.ts'
import type { DesiredRecord } from './desired-record.ts'

/** Read per query, if the records are small. */
const readAtOnce = { limit: 100, bytes: 1024 * 1024 }

interface Compared {
  readonly one: DesiredRecord
  /** The record as it is now; undefined if there is none yet. */
  readonly record: Fields | undefined
}

/** The desired records with the current ones, in order; only a few are in memory at a time. */
export async function* comparedRecords(
  ctx: Context,
  desired: readonly DesiredRecord[],
): AsyncGenerator<Compared> {
  const ahead = new Map<string, Fields>()
  for (const [index, one] of desired.entries()) {
    const { kind, id, how } = one
    if (how === 'new') {
      yield { one, record: undefined }
      continue
    }
    if (!ahead.has(id)) {
      ahead.clear()
      for (const record of await readSome(ctx, kind, nextIds(desired, index)))
        ahead.set(String(record.id), record)
    }
    // The slice is in the store's order, so this one may not be in it.
    yield { one, record: ahead.get(id) ?? (await recordsOf(ctx, kind).find(kind, id))?.record }
  }
}

async function readSome(ctx: Context, kind: Kind, ids: readonly string[]): Promise<readonly Fields[]> {
  const where = [{ field: 'id', oneOf: ids }]
  const { stored } = await recordsOf(ctx, kind).slice(kind, { where, ...readAtOnce })
  return stored.map(({ record }) => record)
}

function nextIds(desired: readonly DesiredRecord[], from: number): readonly string[] {
  const kind = desired[from]?.kind
  return desired
    .slice(from, from + readAtOnce.limit)
    .flatMap((one) => (one.kind === kind && one.how !== 'new' ? one.id : []))
}
