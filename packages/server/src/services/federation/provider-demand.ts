import { createDemandLimit } from '../upstreams/demand-limit.ts'
import type { KnownProvider } from './known-provider.ts'

/** In whose turn requests to providers are made. */
export interface ProviderDemand {
  run<T>(known: KnownProvider, work: () => Promise<T>): Promise<T>
}

const waitMs = 10_000
/** When a working day begins, many people sign in at once at one provider. */
const ofProvider = { ofEach: 20, inAll: Number.POSITIVE_INFINITY, waitMs }
const ofOrganisation = { ofEach: 60, inAll: 200, waitMs }

/** A slow provider holds up only those who sign in there, and an organisation with several of them no other. */
export function createProviderDemand(): ProviderDemand {
  const providers = createDemandLimit(ofProvider)
  const organisations = createDemandLimit(ofOrganisation)
  return {
    run: ({ organisation, provider }, work) =>
      providers.run(provider.id, () => organisations.run(organisation.id, work)),
  }
}
