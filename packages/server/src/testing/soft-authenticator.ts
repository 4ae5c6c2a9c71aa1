import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** What an answer says that a browser would not let a page choose. */
export interface Lies {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly isVerified?: boolean
  readonly counter?: number
  /** Null for authenticators that do not say whose it is. */
  readonly userHandle?: string | null
  readonly type?: string
}

interface Options {
  readonly challenge: string
}

export interface SoftPasskey {
  readonly id: string
  answer(options: Options, lies?: Lies): object
}

/** Makes passkeys and answers as a browser's authenticator does, in software: ES256, attestation none. */
export function softAuthenticator(url: string) {
  const { origin, hostname } = new URL(url)
  const clientData = (type: string, { challenge }: Options, lies: Lies): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const head = (lies: Lies, counter: number, flags: number): Buffer => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(lies.counter ?? counter)
    const isVerified = lies.isVerified ?? true
    const all = Buffer.from([flags | 0x01 | (isVerified ? 0x04 : 0)])
    return Buffer.concat([sha256(lies.rpId ?? hostname), all, count])
  }

  return {
    create(
      options: Options & { readonly user: { readonly id: string } },
      lies: Lies = {},
    ): { readonly passkey: SoftPasskey; readonly registration: object } {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const rawId = randomBytes(32)
      const id = rawId.toString('base64url')
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, 32]), rawId, cose])
      const authData = Buffer.concat([head(lies, 0, 0x40), credential])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(authData.length)
      // {"fmt": "none", "attStmt": {}, "authData": …} in CBOR.
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
        length,
        authData,
      ])
      let counter = 0
      const answer: SoftPasskey['answer'] = (asked, told = {}) => {
        counter += 1
        const clientDataJSON = clientData('webauthn.get', asked, told)
        const authenticatorData = head(told, counter, 0)
        const signature = sign(
          'sha256',
          Buffer.concat([authenticatorData, sha256(clientDataJSON)]),
          privateKey,
        )
        return {
          ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
          response: {
            clientDataJSON: clientDataJSON.toString('base64url'),
            authenticatorData: authenticatorData.toString('base64url'),
            signature: signature.toString('base64url'),
            userHandle: told.userHandle === undefined ? options.user.id : told.userHandle,
          },
        }
      }
      const registration = {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        authenticatorAttachment: 'platform',
        response: {
          clientDataJSON: clientData('webauthn.create', options, lies).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      }
      return { passkey: { id, answer }, registration }
    },
  }
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
