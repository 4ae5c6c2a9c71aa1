import { openServices, type ServiceOptions } from '../services.ts'
import { type Ran, runJob } from './jobs.ts'

export type { Failed } from './failures.ts'
export { jobNames, jobs, type Ran, runJob } from './jobs.ts'
export { type JobRun, readJobRuns } from './last-runs.ts'

/** Runs a job once, with everything that a server would give it. */
export async function runJobAlone(options: ServiceOptions, name: string): Promise<Ran> {
  const services = openServices(options)
  try {
    return await runJob(services, name)
  } finally {
    await services.close()
  }
}
