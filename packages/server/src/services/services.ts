import type { ErrorTrackerSource } from '../outbound/error-trackers.ts'
import { createGuardedFetch, type GuardedFetch } from '../outbound/guarded-fetch.ts'
import type { OnCallSource } from '../outbound/oncall.ts'
import type { Store } from '../store/open.ts'
import { createFederation, type Federation } from './federation/federation.ts'
import { createSamlSealer } from './federation/saml/own-keys.ts'
import { createProviderTrial, type ProviderTrial } from './identity-providers/trial.ts'
import { createIntegrationTrial, type IntegrationTrial } from './integrations/trial.ts'
import type { Log } from './jobs/log.ts'
import { createMail, type MailOptions, type MailService } from './mail/mail.ts'
import { createScimCalls, type ScimCalls } from './scim/calls.ts'
import { createSite, type Site } from './site.ts'
import type { SloSource } from './slo/source.ts'
import { createSpecFetch, type SpecFetch } from './specs/fetch.ts'
import type { DomainProofs } from './sso/proofs.ts'
import { createDemandLimit, type DemandLimit, type DemandLimits } from './upstreams/demand-limit.ts'
import { type OutsideOptions, openOutside } from './upstreams/outside.ts'
import { type MasterKeySource, openMasterKeys } from './vault/master-keys.ts'
import { createVault, type VaultWriter } from './vault/vault.ts'
import { createFactorSealer } from './sign-in/factors/factor-secrets.ts'
import { createSealer, type Sealer } from './webhooks/sealer.ts'
import { createWebhookSender, type WebhookSender } from './webhooks/sender.ts'
import { createWorkloadExchange, type WorkloadExchange } from './workload/exchange.ts'

export interface ServiceOptions extends OutsideOptions {
  readonly store: Store
  readonly log: Log
  readonly now?: (() => Date) | undefined
  /** Where svc is reached, such as https://example.com/svc; else on this machine. */
  readonly publicUrl?: string | undefined
  /** Without it svc sends no mail. */
  readonly mail?: MailOptions | undefined
  /** Without one the vault takes no values. */
  readonly masterKey?: MasterKeySource | undefined
  /** In place of asking the providers with the vault's credentials. */
  readonly onCall?: OnCallSource | undefined
  readonly errorTrackers?: ErrorTrackerSource | undefined
  readonly demandLimits?: Partial<DemandLimits> | undefined
}

/** What requests, jobs and deliveries share for as long as a process runs. */
export interface Services {
  readonly store: Store
  readonly log: Log
  readonly now: () => Date
  readonly site: Site
  readonly federation: Federation
  /** Where pipelines exchange the tokens of their platforms. */
  readonly workload: WorkloadExchange
  /** The last calls of directories, for admins. */
  readonly scimCalls: ScimCalls
  /** Values go in; only the services below get them out. */
  readonly vault: VaultWriter
  /** Keeps requests that wait for other servers from taking every connection. */
  readonly demand: DemandLimit
  readonly onCall: OnCallSource
  readonly errorTrackers: ErrorTrackerSource
  readonly sloSource: SloSource
  readonly domainProofs: DomainProofs
  /** Asks identity providers. */
  readonly identityFetch: GuardedFetch
  readonly fetchSpec: SpecFetch
  readonly tryIntegration: IntegrationTrial
  readonly tryProvider: ProviderTrial
  readonly webhooks: WebhookSender
  readonly mail: MailService
  /** Encrypts the secrets of second factors. */
  readonly factorSealer: Sealer
  /** Encrypts the keys that SAML needs. */
  readonly samlSealer: Sealer
  /** Cancels whatever is being asked or sent. The store stays open. */
  close(): Promise<void>
}

const webhookTimeoutMs = 15_000

export function openServices(options: ServiceOptions): Services {
  const { store, log, now = () => new Date(), fetchAllow: allow } = options
  const masterKeys = openMasterKeys(options.masterKey ?? {})
  const vault = createVault(store, masterKeys, now)
  const outside = openOutside(store, vault, options)
  const demand = createDemandLimit(options.demandLimits)
  const site = createSite(options.publicUrl)
  const mail = createMail(options.mail, masterKeys, log)
  const scimCalls = createScimCalls(store)
  const webhookFetch = createGuardedFetch({ allow, timeoutMs: webhookTimeoutMs, onlyHead: true })
  const samlSealer = createSamlSealer(masterKeys)
  return {
    store,
    log,
    now,
    site,
    federation: createFederation({
      ...{ store, now, site, fetch: outside.identityFetch, vault, samlSealer },
    }),
    workload: createWorkloadExchange({ store, now, fetch: outside.identityFetch }),
    scimCalls,
    vault: { put: vault.put },
    demand,
    onCall: options.onCall ?? outside.onCall,
    errorTrackers: options.errorTrackers ?? outside.errorTrackers,
    sloSource: outside.sloSource,
    domainProofs: outside.domainProofs,
    identityFetch: outside.identityFetch,
    fetchSpec: createSpecFetch({ fetch: outside.specFetch, vault, demand }),
    tryIntegration: createIntegrationTrial({ fetch: outside.fetch, vault }),
    tryProvider: createProviderTrial({ fetch: outside.identityFetch, vault }),
    webhooks: createWebhookSender({ fetch: webhookFetch, sealer: createSealer(masterKeys), now }),
    mail,
    factorSealer: createFactorSealer(masterKeys),
    samlSealer,
    close: async () => {
      mail.transport?.close()
      await Promise.all([outside.close(), webhookFetch.close(), scimCalls.close()])
    },
  }
}
