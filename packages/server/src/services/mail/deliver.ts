import { kinds } from '@svc/model'
import { MailError } from '../../outbound/mail/mail-error.ts'
import type { MailTransport } from '../../outbound/mail/mail-transport.ts'
import type { Store } from '../../store/open.ts'
import { claimMail, endMail, postponeMail, type QueuedMail, returnMail } from '../../store/queries/mails.ts'
import { system } from '../jobs/follower.ts'
import type { Log } from '../jobs/log.ts'
import type { Site } from '../site.ts'
import { MasterKeyError } from '../vault/master-key.ts'
import type { Sealer } from '../webhooks/sealer.ts'
import { noteUndelivered } from '../sso/mail-proof.ts'
import { compose } from './compose.ts'
import { mailSeal } from './outbox.ts'
import { waitAfterAttempt } from './retries.ts'

export interface Postman {
  readonly store: Store
  readonly transport: MailTransport
  readonly sealer: Sealer
  readonly site: Site
  readonly now: () => Date
  readonly log: Log
  readonly waitsMs: readonly number[]
  /** Longer than an attempt can take: then another process may try. */
  readonly leaseMs: number
  readonly signal: AbortSignal
}

/**
 * Tries one mail once, if no other process does. One that was handed over a moment before its process died is sent
 * again: rather twice than never.
 */
export async function deliver(postman: Postman, mail: QueuedMail): Promise<void> {
  const { store, now, leaseMs, signal } = postman
  const at = now()
  const until = new Date(at.getTime() + leaseMs).toISOString()
  const isOurs = await store.transaction((tx) => tx.run(claimMail, mail, { at: at.toISOString(), until }))
  if (!isOurs) return
  if (mail.endsAt <= at.toISOString()) return giveUp(postman, mail, mail.error ?? 'It was not tried in time.')
  try {
    const isSent = await send(postman, mail, at)
    await store.transaction((tx) =>
      tx.run(endMail, mail, { status: isSent ? 'sent' : 'dropped', error: null }),
    )
  } catch (error) {
    if (!(error instanceof MailError || error instanceof MasterKeyError)) throw error
    if (signal.aborted) return putBack(postman, mail)
    await failed(postman, mail, error)
  }
}

async function send(
  { store, transport, sealer, site }: Postman,
  mail: QueuedMail,
  now: Date,
): Promise<boolean> {
  const secret = sealer.open(mail.secret ?? '', mailSeal(mail))
  const letter = await compose(store, mail, { secret, site: site.url(), now })
  if (!letter) return false
  const messageId = `<${mail.id}@${new URL(site.url()).hostname}>`
  await transport.send({ to: mail.recipient, ...letter, messageId })
  return true
}

async function failed(postman: Postman, mail: QueuedMail, error: MailError | MasterKeyError): Promise<void> {
  const { store, now, log, waitsMs } = postman
  const { message } = error
  log({ level: 'error', mail: mail.id, purpose: mail.purpose, attempt: mail.attempts + 1, error: message })
  const waitMs = waitAfterAttempt(mail.attempts + 1, waitsMs, Math.random())
  const nextAttemptAt = new Date(now().getTime() + waitMs).toISOString()
  if ((error instanceof MailError && error.isFinal) || nextAttemptAt >= mail.endsAt)
    return giveUp(postman, mail, message)
  await store.transaction((tx) => tx.run(postponeMail, mail, { error: message, nextAttemptAt }))
}

/** In the audit log, under what it was about. */
const giveUp = ({ store, now }: Postman, mail: QueuedMail, error: string): Promise<void> =>
  store.write({ partitionId: mail.homeId, actor: system, now }, async (change) => {
    await change.run(endMail, mail, { status: 'failed', error })
    const isForDomain = mail.purpose === 'domain'
    const subject = { kind: isForDomain ? kinds.ssoDomain.name : kinds.user.name, id: mail.subjectId }
    if (isForDomain) await noteUndelivered(change, mail.subjectId, error)
    await change.log('mail.failed', subject, null, { purpose: mail.purpose, error })
  })

/** Nothing was wrong with it: svc shuts down, and whoever runs next sends it at once. */
const putBack = ({ store, now }: Postman, mail: QueuedMail): Promise<void> =>
  store.transaction((tx) => tx.run(returnMail, mail, now().toISOString()))
