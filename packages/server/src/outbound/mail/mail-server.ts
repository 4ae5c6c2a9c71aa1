import { isIP } from 'node:net'

/** How the operator's mail server is reached. */
export interface MailServer {
  readonly host: string
  readonly port: number
  /** `implicit` from the first byte, `starttls` before anything else is said, `none` if nothing is encrypted. */
  readonly tls: 'implicit' | 'starttls' | 'none'
  /** On this machine: nobody is in between. */
  readonly isLocal: boolean
  readonly login: { readonly user: string; readonly password: string } | undefined
}

const shapeOfAddress = 'smtp://user:password@mail.example.com:587 or smtps://user:password@mail.example.com'

/** Reads `smtp://` and `smtps://` addresses. What it throws repeats nothing of them: they contain a password. */
export function readMailServer(text: string): MailServer {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '')
    throw new Error(`it must be an address such as ${shapeOfAddress}`)
  if ((url.pathname !== '' && url.pathname !== '/') || url.hash !== '')
    throw new Error('nothing may follow the host and the port except ?starttls=off')
  const isImplicit = url.protocol === 'smtps:'
  const options = [...url.searchParams]
  if (options.some(([key, value]) => key !== 'starttls' || !['required', 'off'].includes(value)))
    throw new Error('the only option is starttls, which is required or off')
  const isLocal = isLoopback(url.hostname)
  const starttls = url.searchParams.get('starttls') ?? (isLocal ? 'off' : 'required')
  if (isImplicit && options.length > 0)
    throw new Error('smtps:// is encrypted from the beginning, without STARTTLS')
  if ((url.username === '') !== (url.password === ''))
    throw new Error('it must contain both a user and a password, or neither')
  const login = url.username === '' ? undefined : loginIn(url)
  if (login && starttls === 'off' && !isLocal)
    throw new Error('with starttls=off the password would be sent unencrypted to another machine')
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isImplicit ? 465 : 587) : Number(url.port),
    tls: isImplicit ? 'implicit' : starttls === 'off' ? 'none' : 'starttls',
    isLocal,
    login,
  }
}

function loginIn({ username, password }: URL): MailServer['login'] {
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    throw new Error('the user and the password must be percent-encoded')
  }
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))

/** Who mails are from where the operator does not say: who signs in to the server, else svc where it is reached. */
export function usualSender(smtpUrl: string, publicUrl: string | undefined): string {
  const { login } = readMailServer(smtpUrl)
  if (login && isPlainAddress(login.user)) return login.user
  const host = publicUrl === undefined ? '' : new URL(publicUrl).hostname
  return `svc <svc@${host === '' || isIP(host.replace(/^\[|\]$/g, '')) !== 0 ? 'localhost' : host}>`
}

/** The sender: an address, or a name and an address such as `svc <svc@example.com>`. */
export interface Sender {
  readonly name: string
  readonly address: string
}

const addressPattern = /^[^\s<>@,;:"()[\]\\]+@[^\s<>@,;:"()[\]\\]+$/

/** Whether it is one address that needs no quotes: whatever reads it as a list finds the same one. */
export const isPlainAddress = (text: string): boolean => addressPattern.test(text)

// biome-ignore lint/suspicious/noControlCharactersInRegex: they would end a header.
const senderPattern = /^(?:([^<>\u0000-\u001f"]*)<)?([^<>]+)>?$/

export function readSender(text: string): Sender {
  const [, name = '', address = ''] = senderPattern.exec(text.trim()) ?? []
  if (!isPlainAddress(address) || text.includes('<') !== text.includes('>'))
    throw new Error('it must be an address such as svc@example.com or svc <svc@example.com>')
  return { name: name.trim(), address }
}
