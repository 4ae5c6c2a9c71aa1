import type { Log } from './log.ts'
import type { Store } from '../../store/open.ts'
import { type OutsideOptions, openOutside } from '../upstreams/outside.ts'
import { type MasterKeySource, openMasterKeys } from '../vault/master-keys.ts'
import { createVault } from '../vault/vault.ts'
import { type Ran, runJob } from './jobs.ts'

export type { Failed } from './failures.ts'
export { jobNames, jobs, type Ran, runJob } from './jobs.ts'
export { type JobRun, readJobRuns } from './last-runs.ts'

export interface JobOptions extends OutsideOptions {
  readonly store: Store
  readonly masterKey: MasterKeySource
  readonly log: Log
}

/** Runs a job once, with all that a server would give it. */
export async function runJobAlone(
  { store, masterKey, log, ...options }: JobOptions,
  name: string,
): Promise<Ran> {
  const outside = openOutside(store, createVault(store, openMasterKeys(masterKey)), options)
  try {
    return await runJob({ store, now: () => new Date(), log, ...outside }, name)
  } finally {
    await outside.close()
  }
}
