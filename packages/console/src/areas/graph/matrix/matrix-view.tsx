import { type KeyboardEvent, useMemo, useState } from 'react'
import { classes } from '../../../design/classes.ts'
import type { Tones } from '../colour.ts'
import type { Folded } from '../fold/fold.ts'
import { linkInWords } from '../panel/link-panel.tsx'
import toneStyles from '../tones.module.css'
import styles from './matrix.module.css'
import { matrixOf } from './matrix.ts'

interface MatrixViewProps {
  readonly folded: Folded
  readonly tones: Tones
  readonly selectedId: string | undefined
  onSelect(id: string): void
}

/** More rows and columns than this cannot be read, and would take a browser long. */
export const maxInMatrix = 200

/** What depends on what, as a table: rows depend on columns. Arrow keys move between cells. */
export function MatrixView({ folded, tones, selectedId, onSelect }: MatrixViewProps) {
  const { boxes: all, groupAt, linkAt } = useMemo(() => matrixOf(folded), [folded])
  const [at, setAt] = useState({ row: 0, column: 0 })
  const boxes = all.slice(0, maxInMatrix)
  const move = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const within = (value: number) => Math.max(0, Math.min(boxes.length - 1, value))
    const next = { row: within(at.row + step[0]), column: within(at.column + step[1]) }
    setAt(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-cell="${next.row}-${next.column}"]`)?.focus()
  }
  return (
    <section className={styles.scroll} aria-label="Dependency matrix">
      {all.length > boxes.length && (
        <p className={styles.about}>
          The first {boxes.length} of {all.length.toLocaleString()} are shown. Collapse groups to see all.
        </p>
      )}
      <table className={styles.table} onKeyDown={move}>
        <caption className={styles.about}>
          Rows depend on columns. Arrow keys move between cells, Enter shows what a number consists of.
        </caption>
        <thead>
          <tr>
            <td />
            {boxes.map((box) => (
              <th key={box.id} scope="col" className={classes(groupAt.has(box.id) && styles.begins)}>
                <span title={box.name}>{box.name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {boxes.map((box, row) => (
            <tr key={box.id} className={classes(groupAt.has(box.id) && styles.beginsRow)}>
              <th scope="row">
                <svg
                  className={styles.swatch}
                  viewBox="0 0 4 14"
                  role="img"
                  aria-label={tones.toneOf(box).label}
                >
                  <rect
                    className={toneStyles[`tone-${tones.toneOf(box).key}`]}
                    width={4}
                    height={14}
                    rx={2}
                  />
                </svg>
                {groupAt.has(box.id) && <small>{groupAt.get(box.id)}</small>}
                {box.name}
              </th>
              {boxes.map((other, column) => {
                const link = row === column ? undefined : linkAt(box.id, other.id)
                const isHere = at.row === row && at.column === column
                const words = link ? `${box.name} to ${other.name}: ${linkInWords(link)}` : undefined
                return (
                  <td
                    key={other.id}
                    className={classes(
                      groupAt.has(other.id) && styles.begins,
                      row === column && styles.itself,
                      link && (link.hard === 0 ? styles.soft : styles.hard),
                      link && link.id === selectedId && styles.selected,
                    )}
                  >
                    {link ? (
                      <button
                        type="button"
                        data-cell={`${row}-${column}`}
                        tabIndex={isHere ? 0 : -1}
                        aria-label={words}
                        title={words}
                        onClick={() => {
                          setAt({ row, column })
                          onSelect(link.id)
                        }}
                      >
                        {link.edges.length}
                      </button>
                    ) : (
                      <span data-cell={`${row}-${column}`} tabIndex={isHere ? 0 : -1} />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}
