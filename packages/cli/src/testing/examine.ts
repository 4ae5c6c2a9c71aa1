import type { Io } from '../command.ts'
import { runSvc } from './run-svc.ts'

export interface Check {
  readonly name: string
  readonly ok: boolean
  readonly isNote?: boolean
  readonly says: string
  readonly mend?: string
}

export interface Examined {
  readonly code: number
  readonly ok: boolean
  readonly checks: readonly Check[]
  /** The findings under a name, each after a mark: ✓, ! or ✗. */
  of(name: string): readonly string[]
}

/** What the doctor reports. */
export async function examine(args: readonly string[], env: Io['env'] = {}): Promise<Examined> {
  const { code, out, err } = await runSvc(['doctor', ...args, '--json'], { env: env })
  if (!out) throw new Error(err)
  const report = JSON.parse(out) as Pick<Examined, 'ok' | 'checks'>
  const mark = ({ ok, isNote }: Check): string => (isNote ? '!' : ok ? '✓' : '✗')
  return {
    ...report,
    code,
    of: (name) =>
      report.checks.filter((check) => check.name === name).map((check) => `${mark(check)} ${check.says}`),
  }
}
