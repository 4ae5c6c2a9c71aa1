import { findKind, type Kind, kindNamed, type Pointer, pointersTo } from '@svc/model'
import type { Access } from '../../store/access.ts'
import type { Event } from '../../store/event.ts'
import { loadEvent } from '../../store/found-event.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { eventsUpTo } from '../../store/queries/deletions.ts'
import type { Fields } from '../records/behaviour.ts'

/** What a deletion did besides: a record that went with it, or a reference that it cleared. */
export type Consequence =
  | { readonly kind: Kind; readonly removed: Fields }
  | { readonly kind: Kind; readonly id: string; readonly cleared: Cleared }

interface Cleared {
  readonly key: string
  readonly isArray: boolean
  /** The id that was taken out. */
  readonly target: string
  readonly before: unknown
}

const atOnce = 100

/**
 * What a deletion did besides, the other way round: a record comes before what pointed at it. A deletion logs its
 * consequences right before itself, with the same time and actor, and each of them points at something it removed; so
 * they can be told from what else happened in logs of any age.
 */
export async function* consequencesOf(
  access: Access,
  partitionId: PartitionId,
  { event: deletion, seq }: { readonly event: Event; readonly seq: number },
): AsyncGenerator<Consequence> {
  const gone = new Set([deletion.subject.id])
  let next = seq - 1
  for (;;) {
    const found = await access.run(eventsUpTo, partitionId, next, atOnce)
    for (const one of found) {
      if (one.at !== deletion.at) return
      const logged = await loadEvent(access, one)
      if (!logged || logged.event.actor.id !== deletion.actor.id) return
      const consequences = consequencesIn(logged.event, gone)
      if (consequences.length === 0) return
      for (const consequence of consequences) {
        if ('removed' in consequence) gone.add(String(consequence.removed.id))
        yield consequence
      }
    }
    if (found.length < atOnce) return
    next = (found.at(-1)?.seq ?? 1) - 1
  }
}

function consequencesIn({ type, subject, before, after }: Event, gone: ReadonlySet<string>) {
  const kind = findKind(subject.kind)
  const was = before as Fields | null
  if (!kind || !was) return []
  const pointers = pointersFrom(kind)
  if (type === `${kind.name}.deleted`) {
    const isOwned = pointers.some(({ key, onDelete }) => onDelete === 'remove' && gone.has(String(was[key])))
    return isOwned ? [{ kind, removed: was }] : []
  }
  if (type !== `${kind.name}.updated`) return []
  return pointers
    .filter(({ onDelete }) => onDelete === 'clear')
    .flatMap(({ key, field }): readonly Consequence[] => {
      const isArray = field.type === 'refs'
      const now = (after as Fields | null)?.[key]
      return idsIn(was[key])
        .filter((id) => gone.has(id) && !idsIn(now).includes(id))
        .map((target) => ({ kind, id: subject.id, cleared: { key, isArray, target, before: was[key] } }))
    })
}

const idsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value : typeof value === 'string' ? [value] : []

const pointersFrom = (kind: Kind): readonly Pointer[] =>
  targetsOf(kind).flatMap((target) => pointersTo(target).filter((pointer) => pointer.kind === kind))

/** The kinds that a kind's records can point at. */
const targetsOf = ({ fields }: Kind): readonly Kind[] => {
  const names = Object.values(fields).flatMap(({ target }) =>
    typeof target === 'object' ? Object.values(target.kinds) : (target ?? []),
  )
  return [...new Set(names)].map((name) => kindNamed(name))
}
