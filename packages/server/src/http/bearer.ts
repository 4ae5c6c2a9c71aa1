import { refused } from '../services/identity/refused.ts'
import { readSessionCredential } from '../services/sign-in/session-caller.ts'

/** The secret in an `Authorization` header. */
export function bearerOf(header: string | undefined): string {
  if (header === undefined) throw refused('The credential is missing.')
  if (!/^bearer /i.test(header)) throw refused('The credential is malformed.')
  const secret = header.slice(7).trim()
  // A session is for browsers, which also prove that the request came from the console.
  if (readSessionCredential(secret)) throw refused('The credential is not known.')
  return secret
}
