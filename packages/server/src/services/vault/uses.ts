import { type Kinds, needsHost, type Stored, type VaultUse } from '@svc/model'

export type Secret = Stored<Kinds['secret']>

/** A use that the item does not list. The message says what it may be used for, and never the value. */
export class UseRefusedError extends Error {
  override readonly name = 'UseRefusedError'
  readonly secretId: string
  readonly use: VaultUse

  constructor(secret: Pick<Secret, 'id' | 'keyword' | 'uses'>, use: VaultUse) {
    super(`The vault item ${secret.keyword} ${refusalOf(secret.uses, use)}.`)
    this.secretId = secret.id
    this.use = use
  }
}

/** Whether these uses include the wanted one. */
export const permits = (uses: Secret['uses'], wanted: VaultUse): boolean =>
  uses?.some(({ type, host }) => type === wanted.type && coversHost(type, host, wanted.host)) ?? false

export const refusalOf = (uses: Secret['uses'], use: VaultUse): string =>
  `may not be used for ${wordsOf(use)}; ${allowed(uses)}. Its uses can be set together with its value`

function coversHost(type: VaultUse['type'], granted: string | null, wanted: string | null): boolean {
  if (granted === null) return !needsHost(type)
  // The host is not known before the value is read, or nothing is sent at all.
  if (wanted === null) return true
  const [name, port] = partsOf(granted)
  const [wantedName, wantedPort] = partsOf(wanted)
  return name === wantedName && (port === undefined || port === wantedPort || isDefaultPort(port, wantedPort))
}

/** A host and its port; an IPv6 address keeps its brackets. */
function partsOf(host: string): readonly [string, string | undefined] {
  const [, name = host, port] = /^(.*?)(?::(\d+))?$/.exec(host.toLowerCase()) ?? []
  return [name, port]
}

/** A URL omits the default port of its scheme. */
const isDefaultPort = (granted: string, wanted: string | undefined): boolean =>
  wanted === undefined && ['80', '443'].includes(granted)

/** The host of a URL, with its port unless it is the default. */
export const hostOf = (address: string): string => new URL(address).host

const allowed = (uses: Secret['uses']): string =>
  uses && uses.length > 0 ? `it may be used for ${uses.map(wordsOf).join(', ')}` : 'it lists no uses'

const wordsOf = ({ type, host }: VaultUse): string => (host === null ? type : `${type} at ${host}`)
