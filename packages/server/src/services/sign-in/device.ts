import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

interface Person {
  readonly userId: string
  /** As it is stored: its salt makes it a key that nobody knows, and it changes with the password. */
  readonly passwordHash: string
}

const form = /^([0-9a-f]{32})\.([0-9a-f]{64})$/

const proofOf = ({ userId, passwordHash }: Person, nonce: string): Buffer =>
  createHmac('sha256', passwordHash).update(`device ${userId} ${nonce}`).digest()

/**
 * Kept by a browser in which a person has signed in before. It grants no access: attempts that carry it are merely
 * counted separately from all others, which therefore cannot lock that person out.
 */
export function deviceMark(person: Person): string {
  const nonce = randomBytes(16).toString('hex')
  return `${nonce}.${proofOf(person, nonce).toString('hex')}`
}

/** The id of the device, if the mark was issued for this person. */
export function deviceOf(mark: string | undefined, person: Person): string | undefined {
  const [, nonce = '', proof = ''] = form.exec(mark ?? '') ?? []
  return nonce !== '' && timingSafeEqual(Buffer.from(proof, 'hex'), proofOf(person, nonce))
    ? nonce
    : undefined
}
