import type { QueuedMail } from '../../store/queries/mails.ts'
import { dueMails } from '../../store/queries/mails.ts'
import { mailTimeoutMs } from '../../outbound/mail/mail-transport.ts'
import { DatabaseUnavailable } from '../../store/unavailable.ts'
import { loop, wakeMs } from '../jobs/schedule.ts'
import type { Services } from '../services.ts'
import { deliver, type Postman } from './deliver.ts'
import { mailWaitsMs } from './retries.ts'

export interface MailDispatcher {
  /** Cancels what is being sent, which is sent again by whoever runs next. */
  stop(): Promise<void>
}

/** For tests, which do not wait for a day. */
export type MailTiming = Partial<Pick<Postman, 'waitsMs' | 'leaseMs'>>

const pollMs = 1_000
/** A mail server that hangs holds up only as many. */
const atOnce = 4
const batch = 32

/** Sends what is in the outbox. Does nothing if svc sends no mail. */
export function startMailDispatcher(
  { store, now, log, site, mail }: Pick<Services, 'store' | 'now' | 'log' | 'site' | 'mail'>,
  timing: MailTiming = {},
): MailDispatcher {
  const { transport, sealer } = mail
  if (!transport) return { stop: async () => {} }
  const stopping = new AbortController()
  const postman: Postman = {
    waitsMs: mailWaitsMs,
    leaseMs: 2 * mailTimeoutMs,
    ...timing,
    ...{ store, transport, sealer, site, now, log, signal: stopping.signal },
  }
  const running = new Map<string, Promise<void>>()

  const start = (mail: QueuedMail): void => {
    const done = deliver(postman, mail)
      .catch((error: unknown) => {
        if (error instanceof DatabaseUnavailable) return
        log({ level: 'error', mail: mail.id, error: error instanceof Error ? error.stack : String(error) })
      })
      .then(() => {
        running.delete(mail.id)
        looking.wake(0)
      })
    running.set(mail.id, done)
  }

  async function look(): Promise<boolean> {
    const due = await store.run(dueMails, { at: now().toISOString(), limit: batch })
    for (const mail of due) {
      if (stopping.signal.aborted || running.size >= atOnce) break
      if (!running.has(mail.id)) start(mail)
    }
    return false
  }

  const looking = loop(look, { everyMs: pollMs, log, name: 'mails' })
  store.onCommit(() => looking.wake(wakeMs))
  return {
    async stop() {
      stopping.abort()
      transport.close()
      await looking.stop()
      await Promise.all(running.values())
    },
  }
}
