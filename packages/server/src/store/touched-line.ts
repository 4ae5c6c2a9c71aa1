import type { Changed, Touched } from './touched.ts'

/** One commit's changes to a kind, between two of its revisions. */
export interface TouchedLine {
  readonly from: number
  readonly to: number
  readonly touched: Touched
}

/** How much of a kind's latest changes is stored: PostgreSQL keeps a row of this size in one piece. */
export const keptLength = 1_500
/** One commit must not push out all others. */
const maxLine = 600

/**
 * The changes of a commit as a line of text, for the other processes; the database puts the revision before it at
 * the end. As JSON, which has no line breaks.
 */
export function writeTouched(revision: number, touched: Touched): string {
  const text =
    touched === 'anything' ? '0' : JSON.stringify([...touched].map(([id, changed]) => [id, named(changed)]))
  return `${revision} ${text.length > maxLine ? '0' : text} `
}

const named = (changed: Changed): readonly string[] | null => changed && [...changed]

/** The latest first. What was cut off at the end is left out, and so is the first of all, which has nothing before it. */
export function readTouched(text: string): readonly TouchedLine[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [start, end] = [line.indexOf(' '), line.lastIndexOf(' ')]
      const records = JSON.parse(line.slice(start + 1, end)) as
        | readonly [string, readonly string[] | null][]
        | 0
      return {
        from: Number(line.slice(end + 1)),
        to: Number(line.slice(0, start)),
        touched:
          records === 0
            ? 'anything'
            : new Map(records.map(([id, fields]) => [id, fields && new Set(fields)] as const)),
      }
    })
}
