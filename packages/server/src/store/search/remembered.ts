const maxEntries = 5_000
/** Numbers, and what is longer than this, are no words that come again. */
const maxRun = 24
const digit = /\d/

/** A pure function of a run and a scope, computed once for those that come often. */
export function remembered(compute: (run: string, scope: string) => string) {
  const known = new Map<string, string>()
  return (run: string, scope: string): string => {
    if (run.length > maxRun || digit.test(run)) return compute(run, scope)
    const key = scope + run
    let found = known.get(key)
    if (found === undefined) {
      found = compute(run, scope)
      if (known.size >= maxEntries) known.clear()
      known.set(key, found)
    }
    return found
  }
}
