import { createMailTransport, type MailTransport } from '../../outbound/mail/mail-transport.ts'
import { readMailServer, readSender } from '../../outbound/mail/mail-server.ts'
import type { Log } from '../jobs/log.ts'
import type { MasterKeys } from '../vault/master-keys.ts'
import type { Sealer } from '../webhooks/sealer.ts'
import { createMailSealer, createOutbox, type Outbox } from './outbox.ts'

/** How the operator lets svc send mail; without it, links are handed over. */
export interface MailOptions {
  /** `smtp://…` or `smtps://…` */
  readonly smtpUrl: string
  readonly from: string
  /** For tests: how long one mail may take. */
  readonly timeoutMs?: number | undefined
}

export interface MailService {
  readonly outbox: Outbox
  /** Undefined if svc sends no mail. */
  readonly transport: MailTransport | undefined
  readonly sealer: Sealer
}

export function createMail(options: MailOptions | undefined, keys: MasterKeys, log: Log): MailService {
  const sealer = createMailSealer(keys)
  const transport = options && openTransport(options)
  return { sealer, transport, outbox: createOutbox({ isOn: transport !== undefined, sealer, log }) }
}

export const openTransport = ({ smtpUrl, from, timeoutMs }: MailOptions): MailTransport =>
  createMailTransport({ server: readMailServer(smtpUrl), from: readSender(from), timeoutMs })
