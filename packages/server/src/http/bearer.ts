import { refused } from '../services/identity/authenticate.ts'

/** The secret in an `Authorization` header. */
export function bearerOf(header: string | undefined): string {
  if (header === undefined) throw refused('The credential is missing.')
  if (!/^bearer /i.test(header)) throw refused('The credential is malformed.')
  return header.slice(7).trim()
}
