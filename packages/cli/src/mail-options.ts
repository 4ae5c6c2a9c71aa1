import type { MailOptions } from '@svc/server'
import type { Values } from './command.ts'
import { UsageError } from './failure.ts'
import type { PlaceValues } from './place-options.ts'

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
    about:
      'Who these mails are from, such as "svc <svc@example.com>" (default svc@ the host of the public URL)',
    env: 'SVC_MAIL_FROM',
  },
} as const

/** Refuses what the server could not use, before anything is opened; undefined if svc sends no mail. */
export async function readMail(
  values: Values<typeof mailOptions> & Pick<PlaceValues, 'public-url'>,
): Promise<MailOptions | undefined> {
  const smtpUrl = values['smtp-url'] || undefined
  if (smtpUrl === undefined) return undefined
  const server = await import('@svc/server')
  said('--smtp-url (SVC_SMTP_URL)', () => server.readMailServer(smtpUrl))
  const from = values['mail-from'] || server.usualSender(smtpUrl, values['public-url'] || undefined)
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
