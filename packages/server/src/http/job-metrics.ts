import type { JobRun } from '../services/jobs/last-runs.ts'

const lastRun = 'svc_job_last_run_timestamp_seconds'
const interval = 'svc_job_interval_seconds'

/** A job that never ran is at 0, so that an alert on how long ago it ran fires for it too. */
export function jobLines(runs: readonly JobRun[]): readonly string[] {
  return [
    `# HELP ${lastRun} The start of the interval that a background job last ran for, in any process; 0 if it never ran.`,
    `# TYPE ${lastRun} gauge`,
    ...runs.map(
      ({ job, lastRunAt }) => `${lastRun}{job="${job}"} ${lastRunAt ? Date.parse(lastRunAt) / 1_000 : 0}`,
    ),
    `# HELP ${interval} How often a background job is due; for one that runs continuously, how often that is noted.`,
    `# TYPE ${interval} gauge`,
    ...runs.map(({ job, everyMs }) => `${interval}{job="${job}"} ${everyMs / 1_000}`),
  ]
}
