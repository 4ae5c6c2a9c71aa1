import { counted } from '@svc/model'
import type { Database, MailOptions } from '@svc/server'
import { bad, type Finding, good, note } from './finding.ts'

const name = 'mail'

/** Whether the mail server takes mails: connects, encrypts and signs in, and sends nothing. */
export async function checkMailServer(
  mail: MailOptions | undefined,
  hasPublicUrl: boolean,
): Promise<Finding> {
  if (!mail) return good(name, 'not set up: links are handed over')
  const server = await import('@svc/server')
  const { host, port, tls, isLocal } = server.readMailServer(mail.smtpUrl)
  const place = `${host}:${port}`
  const transport = server.openMailTransport(mail)
  try {
    await transport.check()
  } catch (error) {
    return bad(
      name,
      `${place}: ${error instanceof Error ? error.message : String(error)}`,
      'Check SVC_SMTP_URL and the mail server; until it works, hand links over.',
    )
  } finally {
    transport.close()
  }
  if (!hasPublicUrl)
    return bad(
      name,
      `${place} takes mails, but their links lead to this machine`,
      'Set the address where people reach svc with --public-url or SVC_PUBLIC_URL.',
    )
  if (tls === 'none' && !isLocal)
    return note(
      name,
      `${place} takes mails, without encryption: whoever is in between can read links`,
      'Leave out starttls=off unless the mail server is in a network of your own.',
    )
  return good(name, `${place} takes mails`)
}

/** Whether mails have not arrived, in any organisation. */
export async function checkOutbox(database: Database): Promise<readonly Finding[]> {
  const { mailTrouble } = await import('@svc/server')
  const { waiting, failed, error } = await database.run(mailTrouble)
  if (waiting === 0 && failed === 0) return []
  const parts = [
    ...(waiting > 0 ? [`${counted(waiting, 'mail')} waiting for another attempt`] : []),
    ...(failed > 0 ? [`${counted(failed, 'mail')} given up within a week`] : []),
  ]
  return [
    note(
      'mails',
      `${parts.join(', ')}. ${error ?? ''}`.trim(),
      'Invite again those who need a link; the audit log names them.',
    ),
  ]
}
