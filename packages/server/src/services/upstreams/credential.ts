import type { VaultUseType } from '@svc/model'
import { UpstreamError } from '../../outbound/errors.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { hostOf, UseRefusedError } from '../vault/uses.ts'
import type { Vault } from '../vault/vault.ts'

/** Whose credential is wanted, and what it may say beside the token. */
export interface CredentialNeed {
  /** What people call the other side. */
  readonly who: string
  readonly type: VaultUseType
  readonly keyword: string
  /** Where it is sent unless it says otherwise itself. */
  usualUrl(credential: Credential): string
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

/** With the address that it is for, without a slash at the end. */
export type AddressedCredential = Credential & { readonly baseUrl: string }

/** What the vault has under a keyword, for one use. Whatever is wrong with it is said without repeating it. */
export async function revealCredential(
  vault: Vault,
  partitionId: PartitionId,
  { who, type, keyword, fields, usualUrl }: CredentialNeed,
): Promise<AddressedCredential> {
  const read = (value: Uint8Array): AddressedCredential => {
    const credential = readCredential(Buffer.from(value).toString('utf8').trim(), fields, misfit)
    return { ...credential, baseUrl: (credential.baseUrl ?? usualUrl(credential)).replace(/\/+$/, '') }
  }
  const host = (value: Uint8Array): string => hostOf(read(value).baseUrl)
  const value = await vault.reveal(partitionId, keyword, { type, host }).catch((error: unknown) => {
    if (error instanceof UseRefusedError) throw new UpstreamError('credential', error.message)
    throw error
  })
  if (value === null)
    throw new UpstreamError(
      'credential',
      `There is no ${who} credential to ask with: put one into the vault under the keyword ${keyword}.`,
    )
  return read(value)

  function misfit(why: string): UpstreamError {
    return new UpstreamError('credential', `The vault item ${keyword} is no ${who} credential: ${why}.`)
  }
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
