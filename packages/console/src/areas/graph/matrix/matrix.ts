import type { Box, Folded, Link } from '../fold/fold.ts'

export interface Matrix {
  /** The boxes in the order of rows and columns: by group, then by name. */
  readonly boxes: readonly Box[]
  /** The group of each box that begins one. */
  readonly groupAt: ReadonlyMap<string, string>
  linkAt(from: string, to: string): Link | undefined
}

/** Rows depend on columns. */
export function matrixOf({ boxes, links }: Folded): Matrix {
  const names = new Map(boxes.map(({ id, name }) => [id, name]))
  const groupOf = ({ within }: Box): string => (within === undefined ? '' : (names.get(within) ?? ''))
  const shown = boxes
    .filter(({ isOpen }) => !isOpen)
    .toSorted((a, b) => groupOf(a).localeCompare(groupOf(b)) || a.name.localeCompare(b.name))
  const byEnds = new Map(links.map((link) => [link.id, link]))
  const groupAt = new Map(
    shown.flatMap((box, index) => {
      const before = shown[index - 1]
      const group = groupOf(box)
      return group !== '' && (!before || groupOf(before) !== group) ? [[box.id, group] as const] : []
    }),
  )
  return { boxes: shown, groupAt, linkAt: (from, to) => byEnds.get(`${from}>${to}`) }
}
