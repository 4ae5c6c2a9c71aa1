import { CatalogError } from '@svc/model'
import type { Store } from '../../store/open.ts'
import { troubledMails } from '../../store/queries/mails.ts'
import type { Caller } from '../context.ts'
import type { MailService } from './mail.ts'

export interface MailState {
  /** Whether svc sends mail at all. */
  readonly isOn: boolean
  /** The latest that have not arrived, the newest first. */
  readonly troubled: readonly TroubledMail[]
}

interface TroubledMail {
  readonly recipient: string
  readonly purpose: string
  readonly error: string | null
  readonly createdAt: string
  /** Null if svc has given up. */
  readonly nextAttemptAt: string | null
}

const shownAtMost = 10

/** For admins: whether the organisation's mails arrive. */
export async function readMailState(
  store: Store,
  { outbox }: MailService,
  { organisation }: Caller,
): Promise<MailState> {
  const mails = await store.run(troubledMails, organisation.home, shownAtMost)
  return {
    isOn: outbox.isOn,
    troubled: mails.map(({ recipient, purpose, error, createdAt, status, nextAttemptAt }) => ({
      ...{ recipient, purpose, error, createdAt },
      nextAttemptAt: status === 'pending' ? nextAttemptAt : null,
    })),
  }
}

export const noMail = (): CatalogError =>
  new CatalogError('not_found', 'svc sends no mail here. Ask an admin of the organisation for a link.')
