import type { Log } from './jobs/log.ts'
import type { Trouble } from '../store/unavailable.ts'
import type { OutageNotice } from '../store/outage-watch.ts'

export { DatabaseUnavailable } from '../store/unavailable.ts'

const messages: Partial<Readonly<Record<Trouble, string>>> = {
  damaged:
    'The database is damaged. Writes get 503 until it is replaced: restore a backup with "svc restore".',
  outdated:
    'A newer version of svc has migrated the database. Requests get 503 until this server is replaced by one of that version.',
}

/** One line when the database becomes unavailable and one when it is back, not one for each request and job. */
export const logOutages =
  (log: Log) =>
  (notice: OutageNotice): void => {
    const { way } = notice
    if (notice.state === 'began') {
      const { trouble, cause } = notice
      const message =
        messages[trouble] ?? `The database fails ${way}: ${trouble}. Requests get 503 until it recovers.`
      log({ level: 'error', database: 'unavailable', way, trouble, cause, message })
      return
    }
    const { seconds, failures } = notice
    const message = `The database handles ${way} again after ${seconds} s, in which ${failures} failed.`
    log({ level: 'error', database: 'back', way, seconds, failures, message })
  }
