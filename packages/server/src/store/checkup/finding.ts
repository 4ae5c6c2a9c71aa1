import type { Engine } from '../sql.ts'

/** The result of one check, and what to do if it failed. */
export interface Finding {
  readonly name: string
  readonly ok: boolean
  /** Worth knowing, but not a fault: the operator may have chosen it. */
  readonly isNote?: true
  readonly says: string
  readonly mend?: string
}

export type EngineCheck = (engine: Engine, now: () => Date) => Promise<Finding>

export const clockToleranceMs = 5_000

export const good = (name: string, says: string): Finding => ({ name, ok: true, says })

/** Worth knowing, but not a fault; `mend` says how to change it. */
export const note = (name: string, says: string, mend: string): Finding => ({
  name,
  ok: true,
  isNote: true,
  says,
  mend,
})

/** `mend` says what to do about it. */
export const bad = (name: string, says: string, mend: string): Finding => ({ name, ok: false, says, mend })
