import { CatalogError } from '@svc/model'
import type { Log } from '../jobs/log.ts'
import type { Change } from '../../store/change.ts'
import { insertMail, type MailPlace, type NewMail } from '../../store/queries/mails.ts'
import { newId } from '../ids.ts'
import type { MasterKeys } from '../vault/master-keys.ts'
import { createSealer, type Sealer } from '../webhooks/sealer.ts'
import { maxMailAgeMs } from './retries.ts'

/** Where mails are put, to be sent after the transaction that decided on them. */
export interface Outbox {
  /** Whether svc sends mail at all. */
  readonly isOn: boolean
  /** Within the transaction that made the link. Whether it will be sent. */
  put(change: Change, mail: Outgoing): Promise<boolean>
}

export interface Outgoing extends Pick<NewMail, 'purpose' | 'recipient' | 'subjectId'> {
  /** Of the link in it. */
  readonly secret: string
  /** When the link ends. */
  readonly expiresAt: string
}

/** Encrypts the secrets of links that wait to be sent. */
export const createMailSealer = (keys: MasterKeys): Sealer =>
  createSealer(keys, { what: 'The link in a mail', purpose: 'svc mail 1' })

/** What the secret of a mail belongs to. */
export const mailSeal = ({ homeId, id }: MailPlace): string => `mail ${homeId} ${id}`

interface OutboxOptions {
  readonly isOn: boolean
  readonly sealer: Sealer
  readonly log: Log
}

export function createOutbox({ isOn, sealer, log }: OutboxOptions): Outbox {
  return {
    isOn,
    async put(change, { purpose, recipient, subjectId, secret, expiresAt }) {
      if (!isOn) return false
      const place = { homeId: change.partitionId, id: newId('mail', new Date(change.at)) }
      const sealed = await sealer.seal(change, secret, mailSeal(place)).catch((error: unknown) => {
        // The link can still be handed over; only the mail is lost.
        if (!(error instanceof CatalogError)) throw error
        log({ level: 'error', message: 'A mail could not be stored.', error: error.message })
        return undefined
      })
      if (sealed === undefined) return false
      const latest = new Date(Date.parse(change.at) + maxMailAgeMs).toISOString()
      const endsAt = expiresAt < latest ? expiresAt : latest
      const createdAt = change.at
      await change.run(insertMail, {
        ...place,
        purpose,
        recipient,
        subjectId,
        secret: sealed,
        createdAt,
        endsAt,
      })
      return true
    },
  }
}
