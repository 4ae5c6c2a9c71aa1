import { ConfigurationError } from '../expected-errors.ts'

/** The vault value for a keyword, as text. */
export type SecretReader = (keyword: string) => Promise<string>

export interface Account {
  readonly username?: string | undefined
  readonly keyword?: string | undefined
}

/** The authorization header: none without a keyword, Basic with a user name, else Bearer. */
export async function authorization(
  secret: SecretReader,
  { username, keyword }: Account,
): Promise<Record<string, string>> {
  if (keyword === undefined) return {}
  const token = (await secret(keyword)).trim()
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new ConfigurationError(
      `The value of ${keyword} is not a token: it contains spaces or other characters that tokens do not have.`,
    )
  const basic = () => `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}`
  return { authorization: username === undefined ? `Bearer ${token}` : basic() }
}
