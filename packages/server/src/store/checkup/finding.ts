import type { Engine } from '../sql.ts'

/** One thing that was looked at, and what to do if it is not as it should be. */
export interface Finding {
  readonly name: string
  readonly ok: boolean
  /** Worth knowing, though it is no fault: whoever runs svc may want it so. */
  readonly isNote?: true
  readonly says: string
  readonly mend?: string
}

export type EngineCheck = (engine: Engine, now: () => Date) => Promise<Finding>

export const clockToleranceMs = 5_000

export const good = (name: string, says: string): Finding => ({ name, ok: true, says })

/** Worth knowing, though it is no fault; `mend` says what would change it. */
export const note = (name: string, says: string, mend: string): Finding => ({
  name,
  ok: true,
  isNote: true,
  says,
  mend,
})

/** `mend` says what to do about it. */
export const bad = (name: string, says: string, mend: string): Finding => ({ name, ok: false, says, mend })
