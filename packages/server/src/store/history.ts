import type { Changed, Touched } from './touched.ts'

/** One record that a commit touched. */
export interface Step {
  readonly revision: number
  readonly id: string
  readonly changed: Changed
}

/** What happened to the records of one kind lately, without a gap. */
export interface History {
  /** The revision of the kind that it reaches up to. */
  readonly revision: number
  /** How many steps it has. */
  readonly length: number
  /** Whether a record may have been touched after a revision; true also where that is not known any more. */
  hasTouched(id: string, since: number): boolean
  /** What was touched after a revision, the latest first; undefined where that is not known any more. */
  stepsSince(since: number): readonly Step[] | undefined
  append(revision: number, touched: Touched): void
  /** Everything up to this revision is unknown. */
  restart(revision: number): void
}

/** About ten seconds of a busy catalog: what is asked for less often may as well be read again. */
const maxSteps = 4_096

export function createHistory(start: number): History {
  let since = start
  let revision = start
  let steps: Step[] = []
  /** When each was last touched. */
  const last = new Map<string, number>()

  const restart = (to: number): void => {
    since = to
    revision = to
    steps = []
    last.clear()
  }

  /** Half at a time, so that it is seldom. */
  const shorten = (): void => {
    const gone = steps.splice(0, steps.length - maxSteps / 2)
    since = gone.at(-1)?.revision ?? since
    for (const { id } of gone) if ((last.get(id) ?? 0) <= since) last.delete(id)
  }

  return {
    get revision() {
      return revision
    },
    get length() {
      return steps.length
    },
    hasTouched: (id, from) => from < since || (last.get(id) ?? 0) > from,
    stepsSince(from) {
      if (from < since) return undefined
      let first = steps.length
      while (first > 0 && (steps[first - 1] as Step).revision > from) first -= 1
      return steps.slice(first).reverse()
    },
    append(to, touched) {
      if (touched === 'anything') return restart(to)
      revision = to
      for (const [id, changed] of touched) {
        steps.push({ revision: to, id, changed })
        last.set(id, to)
      }
      if (steps.length > maxSteps) shorten()
    },
    restart,
  }
}
