import { type Kind, type Pointer, pointersTo } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { slicesOf } from '../../store/records.ts'
import type { StoredRecord } from '../../store/table.ts'
import { type Pace, startPace } from '../pace.ts'

/** Deletes a record and whatever follows from that: nothing is left pointing at it. */
export async function removeRecord(
  change: Change,
  kind: Kind,
  stored: StoredRecord,
  pace: Pace = startPace(),
): Promise<void> {
  if (kind.softDelete) {
    await change.retire(kind, stored, { ...stored.record, [kind.softDelete]: true, updatedAt: change.at })
    return
  }
  const id = String(stored.record.id)
  for (const pointer of pointersTo(kind)) {
    if (pointer.onDelete === 'remove') await removeOwned(change, pointer, id, pace)
    else await clearPointers(change, pointer, id, pace)
  }
  await change.remove(kind, stored)
}

/** The records that point at one are not all in memory at once, nor read and written without a pause. */
const atOnce = { limit: 100, bytes: 256 * 1024 }

async function removeOwned(change: Change, { kind, key }: Pointer, id: string, pace: Pace): Promise<void> {
  if (kind.unlogged) return change.removeWhere(kind, key, id)
  const where = [{ field: key, is: id }]
  for await (const slice of slicesOf(change, kind, { where, ...atOnce })) {
    for (const owned of slice) {
      await removeRecord(change, kind, owned, pace)
      await pace.pause()
    }
  }
}

async function clearPointers(
  change: Change,
  { kind, key, field }: Pointer,
  id: string,
  pace: Pace,
): Promise<void> {
  const isArray = field.type === 'refs'
  const where = isArray ? [{ array: key, has: id }] : [{ field: key, is: id }]
  const stamp = kind.fields.updatedAt ? { updatedAt: change.at } : {}
  for await (const slice of slicesOf(change, kind, { where, ...atOnce })) {
    for (const stored of slice) {
      const value = isArray ? (stored.record[key] as readonly string[]).filter((one) => one !== id) : null
      await change.update(kind, stored, { ...stored.record, [key]: value, ...stamp })
      await pace.pause()
    }
  }
}
