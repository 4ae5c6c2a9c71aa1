import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { TLSSocket } from 'node:tls'

/** A mail as the server took it. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Header and body, without the dots that the transfer adds. */
  readonly data: string
  readonly isEncrypted: boolean
  readonly user: string | null
}

/** A mail server on the loopback interface (RFC 5321, with STARTTLS and AUTH PLAIN), which records what it takes. */
export interface MailServerForTests {
  readonly port: number
  readonly received: readonly ReceivedMail[]
  /** Every command that came, verbs in upper case. */
  readonly commands: readonly string[]
  /** What a verb is answered with instead, such as `RCPT` or `.` for the end of a mail; null hangs. */
  readonly answers: Map<string, string | null>
  /** Whether STARTTLS is offered. */
  offersTls: boolean
  /** The only user and password, if any are required. */
  login: { readonly user: string; readonly password: string } | undefined
  /** Drops connections at once, as if nothing were there. */
  isDown: boolean
}

export async function startMailServer(t: Pick<TestContext, 'after'>): Promise<MailServerForTests> {
  const received: ReceivedMail[] = []
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const state = {
    received,
    commands,
    answers: new Map<string, string | null>(),
    offersTls: true,
    login: undefined as MailServerForTests['login'],
    isDown: false,
    port: 0,
  }
  const server = createServer((socket) => {
    if (state.isDown) return void socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    if (state.answers.get('greeting') !== null) {
      socket.write(state.answers.get('greeting') ?? '220 mail.test ESMTP\r\n')
      converse(socket, false)
    }
  })
  function converse(socket: Socket, isEncrypted: boolean): void {
    let buffer = ''
    let data: string | undefined
    let [from, user]: [string, string | null] = ['', null]
    let to: string[] = []
    const say = (verb: string, usual: string): boolean => {
      const instead = state.answers.get(verb)
      if (instead === null) return false
      socket.write(`${instead ?? usual}\r\n`)
      return instead === undefined || instead.startsWith('2') || instead.startsWith('3')
    }
    const handle = (line: string): void => {
      if (data !== undefined) {
        if (line !== '.') {
          data += `${line.startsWith('.') ? line.slice(1) : line}\r\n`
          return
        }
        const mail = { from, to, data, isEncrypted, user }
        data = undefined
        if (say('.', '250 2.0.0 taken')) received.push(mail)
        return
      }
      const verb = (line.split(' ', 1)[0] ?? '').toUpperCase()
      commands.push(verb === 'AUTH' ? verb : line)
      if (verb === 'EHLO') {
        const offers = [
          ...(state.offersTls && !isEncrypted ? ['STARTTLS'] : []),
          ...(state.login ? ['AUTH PLAIN'] : []),
        ]
        say(
          'EHLO',
          ['mail.test', ...offers, 'SIZE 1000000']
            .map((one, at, all) => `250${at === all.length - 1 ? ' ' : '-'}${one}`)
            .join('\r\n'),
        )
      } else if (verb === 'STARTTLS') {
        if (!say('STARTTLS', state.offersTls ? '220 go ahead' : '502 5.5.1 unknown')) return
        if (!state.offersTls) return
        socket.removeAllListeners('data')
        const secure = new TLSSocket(socket, { isServer: true, key, cert: mailCert })
        secure.on('error', () => {})
        converse(secure, true)
      } else if (verb === 'AUTH') {
        const [, name = '', password = ''] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
          .toString()
          .split('\0')
        const isRight = name === state.login?.user && password === state.login.password
        if (say('AUTH', isRight ? '235 2.7.0 welcome' : '535 5.7.8 wrong') && isRight) user = name
      } else if (verb === 'MAIL') {
        if (state.login && user === null) return void socket.write('530 5.7.0 authenticate first\r\n')
        from = addressIn(line)
        to = []
        say('MAIL', '250 2.1.0 ok')
      } else if (verb === 'RCPT') {
        if (say('RCPT', '250 2.1.5 ok')) to.push(addressIn(line))
      } else if (verb === 'DATA') {
        if (say('DATA', '354 go on')) data = ''
      } else if (verb === 'QUIT') {
        socket.end('221 bye\r\n')
      } else {
        say(verb, '250 ok')
      }
    }
    socket.on('data', (chunk: Buffer) => {
      buffer += chunk.toString('utf8')
      for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
        const line = buffer.slice(0, end)
        buffer = buffer.slice(end + 2)
        handle(line)
      }
    })
  }
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  state.port = (server.address() as AddressInfo).port
  t.after(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  )
  return state
}

const addressIn = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? ''

/** Self-signed for localhost, valid for a century, and trusted by nobody but the tests. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgleCKVu0wbdDvaoTm
Eomtui1GfFi3RE7oHNnjOF642tOhRANCAAQOc4VIq5/jj2q/CfgfYBhdXXeBsqZw
rnEByC8rxK/uwdGzvTGB9nA4NXNwr4YktkkyR7+Eq5pfc/vd9UBmUUU0
-----END PRIVATE KEY-----
`

export const mailCert = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUOd9MpT5ih4Kopx/RftMMuvrLfWUwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExODIwMzUwN1oYDzIxMjYxMDI1
MjAzNTA3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQOc4VIq5/jj2q/CfgfYBhdXXeBsqZwrnEByC8rxK/uwdGzvTGB9nA4
NXNwr4YktkkyR7+Eq5pfc/vd9UBmUUU0o2kwZzAdBgNVHQ4EFgQUKJf1GfjA+FvS
F/sFjYVOHfsGAoIwHwYDVR0jBBgwFoAUKJf1GfjA+FvSF/sFjYVOHfsGAoIwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIgXNuIVGe2BIeIs/BUUFzXOkHYdBQBtthjOkxIHKyfRC4CIQDswnk3Jcnx
mD/HBlTCCp59C5q4hRpeyZNzOpI93c5kow==
-----END CERTIFICATE-----
`
