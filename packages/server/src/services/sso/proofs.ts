import type { DnsAnswer, DnsSource } from '../../outbound/dns.ts'
import { ForbiddenAddressError, type GuardedFetch, UpstreamError } from '../../outbound/guarded-fetch.ts'
import type { SsoDomain } from './challenge.ts'

/** Whether the value is where it should be. It is missing only if a response says so. */
export interface Finding {
  readonly outcome: 'found' | 'missing' | 'unknown'
  /** In one sentence, without whatever else is there, which must not be disclosed. */
  readonly message: string
}

/** Looks for the proof that a domain belongs to its organisation. */
export interface DomainProofs {
  look(domain: SsoDomain): Promise<Finding>
  /** Cancels running lookups. */
  close(): void
  readonly isClosed: boolean
}

interface Sources {
  readonly dns: DnsSource
  readonly fetch: GuardedFetch
}

export function createDomainProofs({ dns, fetch }: Sources): DomainProofs {
  let isClosed = false
  return {
    look: (domain) => lookFor(domain, dns, fetch),
    close: () => {
      isClosed = true
      dns.close()
    },
    get isClosed() {
      return isClosed
    },
  }
}

async function lookFor(domain: SsoDomain, dns: DnsSource, fetch: GuardedFetch): Promise<Finding> {
  const { verificationMethod, verificationLocation: at, verificationValue: value } = domain
  if (at === null || value === null) return unknown('There is nothing to look for.')
  if (verificationMethod === 'dns_txt')
    return inDns(await dns.txt(at), { at, type: 'TXT', is: (text) => text === value })
  if (verificationMethod === 'dns_cname')
    return inDns(await dns.cname(at), { at, type: 'CNAME', is: (name) => plain(name) === value })
  return inFile(fetch, { at, value, domain: domain.normalizedDomain })
}

const found = (message: string): Finding => ({ outcome: 'found', message })
const missing = (message: string): Finding => ({ outcome: 'missing', message })
const unknown = (message: string): Finding => ({ outcome: 'unknown', message })

const plain = (name: string): string => name.toLowerCase().replace(/\.$/, '')

interface Wanted {
  readonly at: string
  readonly type: 'TXT' | 'CNAME'
  is(this: void, record: string): boolean
}

function inDns(answer: DnsAnswer, { at, type, is }: Wanted): Finding {
  if ('failure' in answer)
    return unknown(`The DNS lookup of ${at} failed (${answer.failure}); svc will try again later.`)
  if (answer.records.some(is)) return found(`The ${type} record at ${at} is correct.`)
  return missing(
    answer.records.length === 0
      ? `There is no ${type} record at ${at}.`
      : `There is a ${type} record at ${at}, but not with the expected value.`,
  )
}

async function inFile(
  fetch: GuardedFetch,
  { at, value, domain }: { readonly at: string; readonly value: string; readonly domain: string },
): Promise<Finding> {
  try {
    const { status, body, url } = await fetch(at, { headers: { accept: 'text/plain' } })
    if (!isOf(domain, url))
      return missing(`${at} redirects to another host, which cannot prove ownership of the domain.`)
    if (status === 404 || status === 410) return missing(`There is no file at ${at} (status ${status}).`)
    if (status !== 200) return unknown(`${at} returned status ${status}; svc will try again later.`)
    return body.toString('utf8').trim() === value
      ? found(`The file at ${at} is correct.`)
      : missing(`There is a file at ${at}, but it does not contain the expected value.`)
  } catch (error) {
    if (error instanceof ForbiddenAddressError || error instanceof UpstreamError)
      return unknown(error.message)
    throw error
  }
}

/** Bare domains often redirect to their www; any other host may be somebody else's. */
function isOf(domain: string, address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' && (hostname === domain || hostname === `www.${domain}`)
}
