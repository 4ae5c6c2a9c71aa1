import { UpstreamError } from '../../outbound/errors.ts'
import type { Vault } from '../vault/vault.ts'

/** Whose credential is wanted, and what it may say beside the token. */
export interface CredentialNeed {
  /** What people call the other side. */
  readonly who: string
  readonly keyword: string
  readonly fields: readonly CredentialField[]
}

const forms = {
  token: /^[\x21-\x7e]{1,4096}$/,
  baseUrl: /^https?:\/\/[^\s@?#\\]{1,2000}$/,
  dialect: /^(opsgenie|jsm)$/,
  site: /^[A-Za-z0-9.-]{1,253}(:\d{1,5})?$/,
  email: /^[^\s:@]{1,100}@[^\s:@]{1,100}$/,
  cloudId: /^[\w-]{1,100}$/,
} as const

export type CredentialField = keyof typeof forms
export type Credential = { readonly token: string } & Readonly<Partial<Record<CredentialField, string>>>

/** What the vault has under a keyword, for one use. Whatever is wrong with it is said without repeating it. */
export async function revealCredential(
  vault: Vault,
  partitionId: string,
  { who, keyword, fields }: CredentialNeed,
): Promise<Credential> {
  const value = await vault.reveal(partitionId, keyword, 'service')
  if (value === null)
    throw new UpstreamError(
      'credential',
      `There is no ${who} credential to ask with: put one into the vault under the keyword ${keyword}.`,
    )
  const misfit = (why: string) =>
    new UpstreamError('credential', `The vault item ${keyword} is no ${who} credential: ${why}.`)
  return readCredential(Buffer.from(value).toString('utf8').trim(), fields, misfit)
}

/** Either the bare token, or a JSON text that says more. */
function readCredential(
  text: string,
  fields: readonly CredentialField[],
  misfit: (why: string) => UpstreamError,
): Credential {
  const given: Readonly<Record<string, unknown>> = text.startsWith('{')
    ? objectIn(text, misfit)
    : { token: text }
  for (const [key, value] of Object.entries(given)) {
    const field = fields.find((one) => one === key)
    // A key may be a secret too, where a text was put together wrongly.
    if (!field) throw misfit(`it may have ${fields.join(', ')} and nothing else`)
    if (typeof value !== 'string' || !forms[field].test(value)) throw misfit(`its ${field} has a wrong form`)
  }
  if (given.token === undefined) throw misfit('it has no token')
  return given as Credential
}

function objectIn(text: string, misfit: (why: string) => UpstreamError): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>
  } catch {
    throw misfit('it begins with a brace but is not JSON')
  }
}

/** The address that a credential is for, without a slash at the end. */
export const baseUrlOf = ({ baseUrl }: Credential, usual: string): string =>
  (baseUrl ?? usual).replace(/\/+$/, '')
