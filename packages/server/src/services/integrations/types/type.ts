import type { AddressedType, ConfiguredType, IntegrationConfigs } from '@svc/model'
import type { GuardedFetch } from '../../../outbound/guarded-fetch.ts'
import type { Verdict } from '../../verdict.ts'
import type { SecretReader } from '../authorization.ts'

export interface ProbeTools {
  readonly fetch: GuardedFetch
  readonly secret: SecretReader
}

/** What the server does with a type of integration. */
export type IntegrationBehaviour<T extends ConfiguredType> = {
  /** All that is ever shown of a configuration: fields not listed here stay hidden. */
  summaryOf(config: IntegrationConfigs[T]): Readonly<Record<string, unknown>>
  /** How it is tested. Nothing is changed on the other side, and nobody is sent a message. */
  probe(config: IntegrationConfigs[T], tools: ProbeTools): Promise<Verdict>
} & (T extends AddressedType
  ? {
      /** Where vault items are sent. */
      addressOf(config: IntegrationConfigs[T]): string
    }
  : unknown)
