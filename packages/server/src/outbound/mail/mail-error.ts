/** A mail was not accepted. The message repeats nothing that the server said except its codes. */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** Whether the same mail will never be accepted. */
  readonly isFinal: boolean

  constructor(message: string, { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isFinal = isFinal
  }
}

interface Trouble {
  readonly code?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
}

/** What the library reports, in one sentence for admins. */
export function mailErrorOf(error: unknown): MailError {
  const { code = '', command = '', response = '', responseCode } = error as Trouble
  const codes = codesIn(response, responseCode)
  if (codes === '' || code === 'ETLS')
    return new MailError(unanswered[code] ?? unanswered.other, { cause: error })
  if (code === 'EAUTH') return new MailError(`The mail server refused the user or the password (${codes}).`)
  const isFinal = responseCode !== undefined && responseCode >= 500
  if (code === 'EENVELOPE' && command === 'RCPT TO')
    return new MailError(`The mail server refused the recipient (${codes}).`, { isFinal })
  if (code === 'EENVELOPE') return new MailError(`The mail server refused the sender (${codes}).`)
  return new MailError(`The mail server refused the mail (${codes}).`, {
    isFinal: isFinal && code === 'EMESSAGE',
  })
}

const unanswered: Readonly<Record<string, string>> & { readonly other: string } = {
  EDNS: 'The name of the mail server was not found.',
  ETLS: 'An encrypted connection to the mail server could not be made.',
  EAUTH: 'The mail server does not take this user and password.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  other: 'The connection to the mail server failed.',
}

/** "550 5.1.1": the reply code, and the enhanced one if there is one (RFC 3463). */
function codesIn(response: string, code: number | undefined): string {
  if (code === undefined) return ''
  const [, enhanced] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  return enhanced ? `${code} ${enhanced}` : String(code)
}
