import type { LayoutInput } from './placed.ts'

/** The layer of each node: one to the right of everything that depends on it. Cycles are cut where they close. */
export function layersOf(
  nodes: readonly string[],
  edges: LayoutInput['edges'],
): Readonly<Record<string, number>> {
  const out = Map.groupBy(edges, ({ from }) => from)
  const order: string[] = []
  const state = new Map<string, 'open' | 'done'>()
  const kept = new Map<string, string[]>()

  // Iterative, not recursive: a chain of thousands would overflow the stack.
  for (const start of nodes) {
    if (state.has(start)) continue
    const path: { readonly id: string; next: number }[] = [{ id: start, next: 0 }]
    state.set(start, 'open')
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const to = out.get(top.id)?.[top.next++]?.to
      if (to === undefined) {
        state.set(top.id, 'done')
        order.push(top.id)
        path.pop()
      } else if (state.get(to) !== 'open') {
        kept.set(top.id, [...(kept.get(top.id) ?? []), to])
        if (!state.has(to)) {
          state.set(to, 'open')
          path.push({ id: to, next: 0 })
        }
      }
    }
  }

  const layers: Record<string, number> = Object.fromEntries(nodes.map((id) => [id, 0]))
  for (const id of order.toReversed()) {
    for (const to of kept.get(id) ?? []) layers[to] = Math.max(layers[to] ?? 0, (layers[id] ?? 0) + 1)
  }
  // A node that nothing depends on goes directly before its first dependency.
  const isNeeded = new Set(edges.map(({ to }) => to))
  for (const id of nodes) {
    const needs = (kept.get(id) ?? []).map((to) => layers[to] ?? 0)
    if (!isNeeded.has(id) && needs.length > 0) layers[id] = Math.min(...needs) - 1
  }
  return layers
}
