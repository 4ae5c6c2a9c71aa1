import { allKinds, type Field, type Kind } from '@svc/model'
import type { Change } from '../store/change.ts'
import { slicesOf } from '../store/records.ts'
import type { Held } from '../store/table.ts'

/** Deletes a record and whatever follows from that: nothing is left pointing at it. */
export async function removeRecord(change: Change, kind: Kind, held: Held): Promise<void> {
  if (kind.softDelete) {
    await change.retire(kind, held, { ...held.record, [kind.softDelete]: true, updatedAt: change.at })
    return
  }
  const id = String(held.record.id)
  for (const pointer of pointersTo(kind)) {
    if (pointer.field.traits.onDelete === 'remove') await removeOwned(change, pointer, id)
    else await clearPointers(change, pointer, id)
  }
  await change.remove(kind, held)
}

/** Whatever points at a record is not in memory all at once. */
const atOnce = { limit: 500, bytes: 1024 * 1024 }

interface Pointer {
  readonly kind: Kind
  readonly key: string
  readonly field: Field
}

const pointers = new Map<Kind, readonly Pointer[]>()

/** Every field of any kind that can point at a kind. Both always live in the same partition. */
function pointersTo(target: Kind): readonly Pointer[] {
  let found = pointers.get(target)
  if (!found) {
    found = allKinds.flatMap((kind) =>
      Object.entries(kind.fields)
        .filter(
          ([, field]) => kind.home === target.home && !field.traits.derivedFrom && canPointAt(field, target),
        )
        .map(([key, field]) => ({ kind, key, field })),
    )
    pointers.set(target, found)
  }
  return found
}

const canPointAt = ({ target }: Field, kind: Kind): boolean =>
  typeof target === 'object' ? Object.values(target.kinds).includes(kind.name) : target === kind.name

async function removeOwned(change: Change, { kind, key }: Pointer, id: string): Promise<void> {
  if (kind.unlogged) return change.removeWhere(kind, key, id)
  const where = [{ field: key, is: id }]
  for await (const slice of slicesOf(change, kind, { where, ...atOnce })) {
    for (const owned of slice) await removeRecord(change, kind, owned)
  }
}

async function clearPointers(change: Change, { kind, key, field }: Pointer, id: string): Promise<void> {
  const isArray = field.type === 'refs'
  const where = isArray ? [{ array: key, has: id }] : [{ field: key, is: id }]
  const stamp = kind.fields.updatedAt ? { updatedAt: change.at } : {}
  for await (const slice of slicesOf(change, kind, { where, ...atOnce })) {
    for (const held of slice) {
      const value = isArray ? (held.record[key] as readonly string[]).filter((one) => one !== id) : null
      await change.update(kind, held, { ...held.record, [key]: value, ...stamp })
    }
  }
}
