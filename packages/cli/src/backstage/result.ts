import type { Imported, ImportAction, ImportNote, ImportPlan, RefusedImport } from '@svc/server'
import type { Reading } from './read-sources.ts'

export interface ResultLine {
  readonly action: Exclude<ImportAction, 'unchanged'> | 'skip'
  readonly ref: string
  readonly kind: string | null
  readonly id: string | null
  readonly name: string | null
  /** The fields that are written. */
  readonly fields: readonly string[]
  readonly why: string | null
  readonly location: string | null
}

export interface ResultLoss {
  readonly loss: string
  readonly about: string
  readonly count: number
  readonly notes: readonly Omit<ImportNote, 'loss'>[]
}

/** What an import did, or would do: what --json prints. */
export interface ImportResult {
  readonly dryRun: boolean
  readonly sources: readonly string[]
  readonly counts: Readonly<
    Record<'create' | 'update' | 'adopt' | 'unchanged' | 'skip' | 'gone' | 'back' | 'members', number>
  >
  readonly lines: readonly ResultLine[]
  readonly losses: readonly ResultLoss[]
  readonly failures: Reading['failures']
  /** Everything that is no longer in its source, with the time since. */
  readonly gone: readonly Imported[]
}

interface Outcome {
  readonly isDryRun: boolean
  readonly reading: Reading
  readonly plan: ImportPlan
  readonly refused: readonly RefusedImport[]
  /** What is stored at the end. */
  readonly imported: readonly Imported[]
  readonly losses: Readonly<Record<string, string>>
}

export function resultOf({ isDryRun, reading, plan, refused, imported, losses }: Outcome): ImportResult {
  const reasons = new Map(refused.map(({ step, why }) => [step, why]))
  const done = plan.steps.map((step): ResultLine | undefined => {
    const { ref, kind, id, name, input } = step
    const why = reasons.get(step)
    const line = { ref, kind: kind.name, name, fields: Object.keys(input), location: null }
    if (why !== undefined) return { ...line, action: 'skip', id: null, why }
    if (step.action === 'unchanged') return undefined
    return {
      ...line,
      action: step.action,
      id: step.action === 'create' && isDryRun ? null : id,
      why: step.why,
    }
  })
  const skipped = plan.skipped.map(
    ({ ref, location, why }): ResultLine => ({
      ...{ action: 'skip', ref, kind: null, id: null, name: null, fields: [], why, location },
    }),
  )
  const lines = [...done.filter((line) => line !== undefined), ...skipped]
  const count = (action: ResultLine['action']) => lines.filter((line) => line.action === action).length
  return {
    dryRun: isDryRun,
    sources: reading.sources,
    counts: {
      create: count('create'),
      update: count('update'),
      adopt: count('adopt'),
      unchanged: done.length - done.filter((line) => line !== undefined).length,
      skip: count('skip'),
      gone: plan.gone.length,
      back: plan.steps.filter(({ isBack }) => isBack).length,
      members: plan.members,
    },
    lines,
    losses: lossesOf(plan.notes, losses),
    failures: reading.failures,
    gone: goneOf(plan, imported, isDryRun),
  }
}

function lossesOf(notes: readonly ImportNote[], about: Outcome['losses']): readonly ResultLoss[] {
  const byLoss = Map.groupBy(notes, ({ loss }) => loss)
  return [...byLoss].map(([loss, some]) => ({
    loss,
    about: about[loss] ?? loss,
    count: some.length,
    notes: some.map(({ ref, what }) => ({ ref, what })),
  }))
}

/** A dry run has flagged nothing yet: what it would flag is reported without a time. */
function goneOf(plan: ImportPlan, imported: readonly Imported[], isDryRun: boolean): readonly Imported[] {
  const back = new Set(plan.steps.filter(({ isBack }) => isBack).map(({ ref }) => ref))
  const flagged = imported.filter(({ ref, goneSince }) => goneSince !== null && !back.has(ref))
  return isDryRun ? [...flagged, ...plan.gone] : flagged
}
