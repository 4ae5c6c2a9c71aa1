import type { MailOptions } from '@svc/server'
import type { Values } from './command.ts'
import { UsageError } from './failure.ts'

/** How svc sends mail. */
export const mailOptions = {
  'smtp-url': {
    type: 'string',
    value: 'URL',
    about: 'The mail server, such as smtp://USER:PASSWORD@HOST:587 or smtps://…; best set as the variable',
    env: 'SVC_SMTP_URL',
  },
  'mail-from': {
    type: 'string',
    value: 'ADDRESS',
    about: 'Who these mails are from, such as "svc <svc@example.com>"',
    env: 'SVC_MAIL_FROM',
  },
} as const

/** Refuses what the server could not use, before anything is opened; undefined if svc sends no mail. */
export async function readMail(values: Values<typeof mailOptions>): Promise<MailOptions | undefined> {
  const [smtpUrl, from] = [values['smtp-url'] || undefined, values['mail-from'] || undefined]
  if (smtpUrl === undefined) return undefined
  if (from === undefined)
    throw new UsageError('--smtp-url needs --mail-from (SVC_MAIL_FROM): the address that mails are from.')
  const server = await import('@svc/server')
  said('--smtp-url (SVC_SMTP_URL)', () => server.readMailServer(smtpUrl))
  said('--mail-from (SVC_MAIL_FROM)', () => server.readSender(from))
  return { smtpUrl, from }
}

function said(source: string, read: () => unknown): void {
  try {
    read()
  } catch (error) {
    throw new UsageError(`${source} is wrong: ${error instanceof Error ? error.message : String(error)}.`)
  }
}
