import { Resolver } from 'node:dns/promises'

/** What the DNS says about a name. That it does not exist is an answer too; no response is not. */
export type DnsAnswer =
  | { readonly records: readonly string[] }
  /** Why there is no answer, as an error code. */
  | { readonly failure: string }

/** What this product needs from the DNS. */
export interface DnsSource {
  /** Each TXT record of a name as one text. */
  txt(name: string): Promise<DnsAnswer>
  /** Where the CNAME of a name leads. */
  cname(name: string): Promise<DnsAnswer>
  /** Cancels queries in progress. */
  close(): void
}

export interface DnsOptions {
  /** Addresses, with a port unless it is 53; the machine's own servers if there are none. */
  readonly servers?: readonly string[]
  readonly timeoutMs?: number
}

export function createDns({ servers = [], timeoutMs = 2_000 }: DnsOptions = {}): DnsSource {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return {
    // A long record comes in pieces of 255 bytes.
    txt: (name) => answerOf(resolver.resolveTxt(name).then((found) => found.map((parts) => parts.join('')))),
    cname: (name) => answerOf(resolver.resolveCname(name)),
    close: () => resolver.cancel(),
  }
}

/** The name, or a record of the type, does not exist, or the name is invalid. */
const notFoundCodes: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

async function answerOf(asked: Promise<readonly string[]>): Promise<DnsAnswer> {
  try {
    return { records: await asked }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (notFoundCodes.has(code)) return { records: [] }
    if (code === '') throw error
    return { failure: code }
  }
}
