import {
  canHandOver,
  kinds,
  type Kinds,
  type Responsibilities,
  responsiblePlaces,
  type Stored,
  titleFieldsOf,
} from '@svc/model'
import { type Context, recordsOf } from '../context.ts'
import { listRequest, readSome } from '../records/lists.ts'
import { findRecord } from '../records/records.ts'
import { mayRead, namedBy } from '../search/names.ts'
import { heldBy } from './held-places.ts'

/** What somebody is responsible for in the caller's mode: all counts, and the newest few of each. */
export async function responsibilitiesOf(
  ctx: Context,
  uid: string,
  limit: number,
): Promise<Responsibilities> {
  const { isActive } = (await findRecord(ctx, kinds.user, uid)).record as Stored<Kinds['user']>
  const places = responsiblePlaces.filter(({ kind }) => mayRead(ctx, kind))
  const parts = places.map(async (place) => {
    const { responsibility, kind, key } = place
    const where = heldBy(ctx, place, uid)
    const count = await recordsOf(ctx, kind).count(kind, where)
    const request = { ...listRequest(ctx, kind, {}), where, limit, fields: titleFieldsOf(kind) }
    const { records, hasMore } = count > 0 ? await readSome(ctx, request) : { records: [], hasMore: false }
    return {
      ...{ responsibility, kind: kind.name, field: key },
      ...{ count, canHandOver: canHandOver(place), truncated: hasMore },
      records: records.map((record) => {
        const { id, name } = namedBy(kind, record)
        return { id, name }
      }),
    }
  })
  return { uid, isActive, responsibilities: await Promise.all(parts) }
}
