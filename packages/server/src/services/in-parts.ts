import { startPace } from './pace.ts'

/** Ids per query: so few that it takes a few milliseconds. */
const atOnce = 250

/** Facts by id, of some ids at a time: others get their turn in between. */
export async function inParts<T>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): Promise<ReadonlyMap<string, T>> {
  const pace = startPace()
  const found = new Map<string, T>()
  for (let start = 0; start < ids.length; start += atOnce) {
    for (const [id, fact] of await read(ids.slice(start, start + atOnce))) found.set(id, fact)
    await pace.pause()
  }
  return found
}
