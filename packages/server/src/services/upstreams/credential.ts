import { barePart, requiredParts, type Upstream, type VaultUseType } from '@svc/model'
import { UpstreamError } from '../../outbound/errors.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { hostOf, UseRefusedError } from '../vault/uses.ts'
import type { Vault } from '../vault/vault.ts'

export type Credential = Readonly<Record<string, string>>

/** Whose credential is needed, and where it is stored. */
export interface CredentialNeed {
  readonly upstream: Upstream
  readonly type: VaultUseType
  readonly keyword: string
  /** Where it is sent; null if that is not configured. */
  addressOf(credential: Credential): string | null
}

/** With the URL it is for, without a slash at the end. */
export interface Revealed {
  readonly credential: Credential
  readonly baseUrl: string
}

/** The vault's credential under a keyword, for one use. Errors never repeat its value. */
export async function revealCredential(
  vault: Vault,
  partitionId: PartitionId,
  { upstream, type, keyword, addressOf }: CredentialNeed,
): Promise<Revealed> {
  const { name } = upstream
  const read = (value: Uint8Array): Revealed => {
    const credential = readCredential(Buffer.from(value).toString('utf8').trim(), upstream, unusable)
    const address = addressOf(credential)
    if (address === null) throw unusable(`it has no baseUrl, and ${name} has no default URL`)
    if (!URL.canParse(address)) throw unusable('its address is invalid')
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
      `There is no ${name} credential: put one into the vault under the keyword ${keyword}.`,
    )
  return read(value)

  function unusable(why: string): UpstreamError {
    return new UpstreamError(
      'credential',
      `The vault item ${keyword} is not a valid credential for ${name}: ${why}.`,
    )
  }
}

/** Either the bare token, if that is enough, or a JSON object with more fields. */
function readCredential(
  text: string,
  upstream: Upstream,
  unusable: (why: string) => UpstreamError,
): Credential {
  const { fields } = upstream.credential
  const required = requiredParts(upstream)
  const bare = barePart(upstream)
  const isObject = text.startsWith('{')
  if (!isObject && bare === undefined) throw unusable(`it must be JSON with ${required.join(' and ')}`)
  const given = isObject ? objectIn(text, unusable) : { [bare ?? '']: text }
  for (const [key, value] of Object.entries(given)) {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined
    // A key may be a secret too, if the JSON is malformed, so it is not repeated.
    if (!field) throw unusable(`it may only have the fields ${Object.keys(fields).join(', ')}`)
    if (typeof value !== 'string' || !new RegExp(field.pattern).test(value))
      throw unusable(`its ${key} is invalid`)
  }
  for (const key of required) if (given[key] === undefined) throw unusable(`it has no ${key}`)
  return given as Credential
}

function objectIn(text: string, unusable: (why: string) => UpstreamError): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>
  } catch {
    throw unusable('it begins with a brace but is not JSON')
  }
}
