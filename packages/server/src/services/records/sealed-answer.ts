import { randomBytes } from 'node:crypto'
import { derivedKey, seal, unseal } from '../seal.ts'

const saltLength = 16
const purpose = 'svc idempotent answer'
/** The salt makes the key unique to one answer. */
const context = ''

/** An answer that shows a secret once must not be readable in the database: only its caller can decrypt it. */
export function sealAnswer(text: string, bearer: string): string {
  const salt = randomBytes(saltLength)
  const sealed = seal(derivedKey(bearer, purpose, salt), Buffer.from(text), context)
  return Buffer.concat([salt, sealed]).toString('base64')
}

export function openAnswer(sealed: string, bearer: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const key = derivedKey(bearer, purpose, bytes.subarray(0, saltLength))
  return unseal(key, bytes.subarray(saltLength), context).toString()
}
