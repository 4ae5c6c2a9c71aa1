import { connect, isIP, type Socket } from 'node:net'
import type { Transporter, TransportOptions } from 'nodemailer'
import { MailError, mailErrorOf } from './mail-error.ts'
import { isPlainAddress, type MailServer, type Sender } from './mail-server.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The same for each attempt, so that a mail that arrives twice is shown once. */
  readonly messageId: string
}

export interface MailTransport {
  /** Resolves when the server has taken responsibility for it; throws `MailError`. */
  send(mail: Mail): Promise<void>
  /** Connects, encrypts and signs in, and sends nothing. */
  check(): Promise<void>
  /** Cancels what is being sent. */
  close(): void
}

export interface MailTransportOptions {
  readonly server: MailServer
  readonly from: Sender
  /** For everything, from the lookup of the name to the end. */
  readonly timeoutMs?: number | undefined
}

export const mailTimeoutMs = 20_000
/** Answers of a mail server are short: more is not one. */
const maxAnswerBytes = 256 * 1024
const watchMs = 250

/** A connection for each mail: they are few, and nothing is left open that could break unnoticed. */
export function createMailTransport(options: MailTransportOptions): MailTransport {
  const { server, from, timeoutMs = mailTimeoutMs } = options
  const open = new Set<() => void>()
  let isClosed = false

  async function within<T>(work: (transport: Transporter) => Promise<T>): Promise<T> {
    if (isClosed) throw new MailError('svc is shutting down.')
    // Loaded with the first mail.
    const { createTransport } = await import('nodemailer')
    const { promise: ended, reject } = Promise.withResolvers<never>()
    let socket: Socket | undefined
    const end = (error: MailError): void => {
      socket?.destroy()
      reject(error)
    }
    const cancel = () => end(new MailError('svc is shutting down.'))
    const timer = setTimeout(() => end(new MailError('The mail server did not answer in time.')), timeoutMs)
    const watch = setInterval(() => {
      if ((socket?.bytesRead ?? 0) > maxAnswerBytes) end(new MailError('The mail server sent too much.'))
    }, watchMs)
    open.add(cancel)
    const transport = createTransport({
      ...settingsOf(server, timeoutMs),
      getSocket: (_: unknown, done: (error: Error | null, options?: { connection: Socket }) => void) => {
        socket = connect({ host: server.host, port: server.port })
        const fail = (error: Error): void => done(error)
        socket.once('error', fail).once('connect', () => {
          socket?.off('error', fail)
          done(null, { connection: socket as Socket })
        })
      },
    } as TransportOptions)
    try {
      return await Promise.race([work(transport), ended])
    } catch (error) {
      throw error instanceof MailError ? error : mailErrorOf(error)
    } finally {
      clearTimeout(timer)
      clearInterval(watch)
      open.delete(cancel)
      transport.close()
      socket?.destroy()
    }
  }

  return {
    send: async ({ to, subject, text, html, messageId }) => {
      // What is no address could be read as the address of somebody else.
      if (!isPlainAddress(to)) throw new MailError('Mail cannot be sent to this address.', { isFinal: true })
      await within(async (transport) => {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          ...{ subject, text, html, messageId },
          // Answered by nobody, and not by those who are on holiday either (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
        })
      })
    },
    check: () => within(async (transport) => void (await transport.verify())),
    close: () => {
      isClosed = true
      for (const cancel of open) cancel()
    },
  }
}

const settingsOf = ({ host, port, tls, login }: MailServer, timeoutMs: number) => ({
  host,
  port,
  secure: tls === 'implicit',
  requireTLS: tls === 'starttls',
  ignoreTLS: tls === 'none',
  ...(login && { auth: { user: login.user, pass: login.password } }),
  tls: { minVersion: 'TLSv1.2' as const, ...(isIP(host) === 0 && { servername: host }) },
  connectionTimeout: timeoutMs,
  greetingTimeout: timeoutMs,
  socketTimeout: timeoutMs,
})
