import { counted } from '@svc/model'
import type { Database } from '@svc/server'
import type { JobRun } from '@svc/server/jobs'
import { bad, type Finding, good } from './finding.ts'

/** Whether background jobs are running: when each last ran, in any process. */
export async function checkJobs(database: Database, now: Date): Promise<readonly Finding[]> {
  const { readJobRuns } = await import('@svc/server/jobs')
  return (await readJobRuns(database, now)).map((run) => finding(run, now))
}

function finding({ job, everyMs, isContinuous, lastRunAt, isOverdue }: JobRun, now: Date): Finding {
  const name = `job ${job}`
  const due = isContinuous
    ? `${isOverdue ? 'should run' : 'runs'} continuously, noted every ${span(everyMs)}`
    : `due every ${span(everyMs)}`
  const last =
    lastRunAt &&
    `last ${isContinuous ? 'noted' : 'ran'} for ${lastRunAt}, ${span(now.getTime() - Date.parse(lastRunAt))} ago`
  if (!isOverdue) return good(name, last ? `${last}; ${due}` : 'has not run yet: "svc serve" runs it')
  return bad(
    name,
    `${last || 'never ran, though a server uses this database'}; ${due}`,
    'Make sure that "svc serve" of this version runs on this database with a correct clock; its log says why a job fails.',
  )
}

function span(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  const [count, unit]: readonly [number, string] =
    minutes < 120
      ? [minutes, 'minute']
      : minutes < 2_880
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / 1_440), 'day']
  return counted(count, unit)
}
