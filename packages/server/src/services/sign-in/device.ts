import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

interface Person {
  readonly userId: string
  /** As it is kept: its salt makes it a key that nobody knows, and a new password makes another one. */
  readonly passwordHash: string
}

const form = /^([0-9a-f]{32})\.([0-9a-f]{64})$/

const proofOf = ({ userId, passwordHash }: Person, nonce: string): Buffer =>
  createHmac('sha256', passwordHash).update(`device ${userId} ${nonce}`).digest()

/**
 * What a browser keeps in which a person has once proved who they are. It opens nothing: attempts that come with it
 * are only counted apart from those of strangers, who therefore cannot lock that person out.
 */
export function deviceMark(person: Person): string {
  const nonce = randomBytes(16).toString('hex')
  return `${nonce}.${proofOf(person, nonce).toString('hex')}`
}

/** The name of the device, where the mark was made for this person. */
export function deviceOf(mark: string | undefined, person: Person): string | undefined {
  const [, nonce = '', proof = ''] = form.exec(mark ?? '') ?? []
  return nonce !== '' && timingSafeEqual(Buffer.from(proof, 'hex'), proofOf(person, nonce))
    ? nonce
    : undefined
}
