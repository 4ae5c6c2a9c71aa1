import type { Engine } from '../sql.ts'
import type { Finding } from './finding.ts'
import { postgresChecks } from './postgres.ts'
import { checkConnectionLimit } from './postgres-connection-limit.ts'
import { checkStandbys } from './postgres-standbys.ts'
import { sqliteChecks } from './sqlite.ts'
import { checkWrites } from './writes.ts'

export interface CheckupOptions {
  readonly now: () => Date
  /** How many connections each process of svc opens. */
  readonly poolSize?: number | undefined
}

/** Checks an open database without changing it. */
export async function checkEngine(
  engine: Engine,
  { now, poolSize }: CheckupOptions,
): Promise<readonly Finding[]> {
  const checks =
    engine.name === 'sqlite'
      ? [...sqliteChecks, checkWrites]
      : [...postgresChecks, checkWrites, checkStandbys, checkConnectionLimit(poolSize)]
  const findings: Finding[] = []
  for (const check of checks) findings.push(await check(engine, now))
  return findings
}
