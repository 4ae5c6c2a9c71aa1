import type { Upstream, VaultUseType } from '@svc/model'
import { UpstreamError } from '../../outbound/errors.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { hostOf, UseRefusedError } from '../vault/uses.ts'
import type { Vault } from '../vault/vault.ts'

export type Credential = Readonly<Record<string, string>>

/** Whose credential is wanted, and where it is kept. */
export interface CredentialNeed {
  readonly upstream: Upstream
  readonly type: VaultUseType
  readonly keyword: string
  /** Where it is sent; null where nobody says so. */
  addressOf(credential: Credential): string | null
}

/** With the address that it is for, without a slash at the end. */
export interface Revealed {
  readonly credential: Credential
  readonly baseUrl: string
}

/** What the vault has under a keyword, for one use. Whatever is wrong with it is said without repeating it. */
export async function revealCredential(
  vault: Vault,
  partitionId: PartitionId,
  { upstream, type, keyword, addressOf }: CredentialNeed,
): Promise<Revealed> {
  const { name } = upstream
  const read = (value: Uint8Array): Revealed => {
    const credential = readCredential(Buffer.from(value).toString('utf8').trim(), upstream, misfit)
    const address = addressOf(credential)
    if (address === null) throw misfit(`it has no baseUrl, and svc knows of no usual address of ${name}`)
    if (!URL.canParse(address)) throw misfit('its address has a wrong form')
    return { credential, baseUrl: address.replace(/\/+$/, '') }
  }
  const host = (value: Uint8Array): string => hostOf(read(value).baseUrl)
  const value = await vault.reveal(partitionId, keyword, { type, host }).catch((error: unknown) => {
    if (error instanceof UseRefusedError) throw new UpstreamError('credential', error.message)
    throw error
  })
  if (value === null)
    throw new UpstreamError(
      'credential',
      `There is no ${name} credential to ask with: put one into the vault under the keyword ${keyword}.`,
    )
  return read(value)

  function misfit(why: string): UpstreamError {
    return new UpstreamError('credential', `The vault item ${keyword} is no ${name} credential: ${why}.`)
  }
}

/** Either the bare token, or a JSON text that says more. */
function readCredential(
  text: string,
  { credential: { bare, fields } }: Upstream,
  misfit: (why: string) => UpstreamError,
): Credential {
  const given: Readonly<Record<string, unknown>> = text.startsWith('{')
    ? objectIn(text, misfit)
    : { [bare]: text }
  for (const [key, value] of Object.entries(given)) {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined
    // A key may be a secret too, where a text was put together wrongly.
    if (!field) throw misfit(`it may have ${Object.keys(fields).join(', ')} and nothing else`)
    if (typeof value !== 'string' || !new RegExp(field.pattern).test(value))
      throw misfit(`its ${key} has a wrong form`)
  }
  for (const [key, { required }] of Object.entries(fields))
    if (required && given[key] === undefined) throw misfit(`it has no ${key}`)
  return given as Credential
}

function objectIn(text: string, misfit: (why: string) => UpstreamError): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>
  } catch {
    throw misfit('it begins with a brace but is not JSON')
  }
}
