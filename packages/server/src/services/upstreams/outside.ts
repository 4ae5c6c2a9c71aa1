import { maxSpecBytes, type UpstreamUrls, defaultUpstreamUrls } from '@svc/model'
import { createDns } from '../../outbound/dns.ts'
import type { ErrorTrackerSource } from '../../outbound/error-trackers.ts'
import { createGuardedFetch, type GuardedFetch } from '../../outbound/guarded-fetch.ts'
import type { OnCallSource } from '../../outbound/oncall.ts'
import type { Store } from '../../store/open.ts'
import { createErrorTrackerSource } from '../error-trackers/source.ts'
import { createOnCallSource } from '../oncall/source.ts'
import { openMeters } from '../slo/meters.ts'
import type { SloSource } from '../slo/source.ts'
import { createDomainProofs, type DomainProofs } from '../sso/proofs.ts'
import type { Vault } from '../vault/vault.ts'

export interface OutsideOptions {
  /** Hosts and networks that may be fetched though they are not public. */
  readonly fetchAllow: readonly string[]
  /** Where other products' APIs are, where it is not their public address. */
  readonly upstreamUrls?: Partial<UpstreamUrls>
  /** Who is asked for the proof of a domain; the machine's own name servers where none are given. */
  readonly dnsServers?: readonly string[]
  /** How long an identity provider may take to answer. */
  readonly identityTimeoutMs?: number
}

/** Who can be asked, on behalf of an organisation and with its own credentials. */
export interface Outside {
  readonly fetch: GuardedFetch
  /** For documents that may be large. */
  readonly specFetch: GuardedFetch
  /** For what identity providers and owners of domains publish. */
  readonly identityFetch: GuardedFetch
  readonly onCall: OnCallSource
  readonly errorTrackers: ErrorTrackerSource
  readonly sloSource: SloSource
  readonly domainProofs: DomainProofs
  /** Cancels whatever is being asked. */
  close(): Promise<void>
}

/** Discovery documents, keys and proofs of a domain are small. */
const identityLimits = { timeoutMs: 5_000, maxBytes: 1024 * 1024 }

/** The descriptions of whole clouds are some megabytes, and servers send them compressed. */
const specLimits = { maxBytes: maxSpecBytes, gzip: true }

export function openOutside(store: Store, vault: Vault, options: OutsideOptions): Outside {
  const { fetchAllow: allow, dnsServers: servers = [], identityTimeoutMs } = options
  const closing = new AbortController()
  const fetch = createGuardedFetch({ allow })
  const specFetch = createGuardedFetch({ ...specLimits, allow })
  const identityFetch = createGuardedFetch({
    ...identityLimits,
    allow,
    ...(identityTimeoutMs !== undefined && { timeoutMs: identityTimeoutMs }),
  })
  const meters = openMeters({ store, vault, fetchAllow: allow })
  const domainProofs = createDomainProofs({ dns: createDns({ servers }), fetch: identityFetch })
  const urls = { ...defaultUpstreamUrls, ...options.upstreamUrls }
  const tools = { fetch, vault, urls, signal: closing.signal }
  return {
    fetch,
    specFetch,
    identityFetch,
    onCall: createOnCallSource(tools),
    errorTrackers: createErrorTrackerSource(tools),
    sloSource: meters.source,
    domainProofs,
    close: async () => {
      closing.abort()
      domainProofs.close()
      await Promise.all([fetch, specFetch, identityFetch, meters].map((way) => way.close()))
    },
  }
}
