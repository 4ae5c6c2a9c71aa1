/** The fields of a record that changed; null where it was added or removed. */
export type Changed = ReadonlySet<string> | null

/** What a commit did to the records of one kind, by their ids; not known where a statement of its own wrote rows. */
export type Touched = ReadonlyMap<string, Changed> | 'anything'

/** What one step of a write does: to one record, to several that it adds or removes, or to any. */
export type Touch =
  | { readonly id: string; readonly changed: ReadonlySet<string> }
  | { readonly cameOrWent: readonly string[] }
  | 'anything'

/** Beyond this, what was cached about the kind is hardly worth keeping. */
const maxIds = 1_000

/** Adds a step to what a commit has done so far. */
export function withTouch(before: Touched | undefined, touch: Touch): Touched {
  if (before === 'anything' || touch === 'anything') return 'anything'
  const all = (before as Map<string, Changed> | undefined) ?? new Map<string, Changed>()
  if ('id' in touch) {
    const known = all.get(touch.id)
    if (known !== null) all.set(touch.id, known ? known.union(touch.changed) : touch.changed)
  } else for (const id of touch.cameOrWent) all.set(id, null)
  return all.size > maxIds ? 'anything' : all
}
