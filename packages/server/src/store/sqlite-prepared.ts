import type { DatabaseSync, StatementSync } from 'node:sqlite'

const maxPrepared = 500

/** Statements are prepared once per connection; the generic store uses only a few different ones. */
export function preparedOn(
  db: DatabaseSync,
  set?: (statement: StatementSync) => void,
): (text: string) => StatementSync {
  const prepared = new Map<string, StatementSync>()
  return (text) => {
    let found = prepared.get(text)
    if (!found) {
      if (prepared.size >= maxPrepared) prepared.clear()
      found = db.prepare(text)
      set?.(found)
      prepared.set(text, found)
    }
    return found
  }
}
