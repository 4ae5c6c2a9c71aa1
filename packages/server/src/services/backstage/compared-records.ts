import type { Kind } from '@svc/model'
import type { Fields } from '../records/behaviour.ts'
import { type Context, recordsOf } from '../context.ts'
import type { Wanted } from './wanted.ts'

/** As many as are asked for in one question, if they are small. */
const readAtOnce = { limit: 100, bytes: 1024 * 1024 }

interface Compared {
  readonly one: Wanted
  /** What the record is now; undefined where there is none yet. */
  readonly record: Fields | undefined
}

/** What is wanted with the records as they are, in order; only a few of them are in memory at a time. */
export async function* comparedRecords(ctx: Context, wanted: readonly Wanted[]): AsyncGenerator<Compared> {
  const ahead = new Map<string, Fields>()
  for (const [index, one] of wanted.entries()) {
    const { kind, id, how } = one
    if (how === 'new') {
      yield { one, record: undefined }
      continue
    }
    if (!ahead.has(id)) {
      ahead.clear()
      for (const record of await readSome(ctx, kind, nextIds(wanted, index)))
        ahead.set(String(record.id), record)
    }
    // The first in their own order were read, which need not be the first here.
    yield { one, record: ahead.get(id) ?? (await recordsOf(ctx, kind).find(kind, id))?.record }
  }
}

async function readSome(ctx: Context, kind: Kind, ids: readonly string[]): Promise<readonly Fields[]> {
  const where = [{ field: 'id', oneOf: ids }]
  const { stored } = await recordsOf(ctx, kind).slice(kind, { where, ...readAtOnce })
  return stored.map(({ record }) => record)
}

function nextIds(wanted: readonly Wanted[], from: number): readonly string[] {
  const kind = wanted[from]?.kind
  return wanted
    .slice(from, from + readAtOnce.limit)
    .flatMap((one) => (one.kind === kind && one.how !== 'new' ? one.id : []))
}
