import { CatalogError } from '@svc/model'
import type { Store } from '../../store/open.ts'
import { dueDomains } from '../../store/queries/sso-domains.ts'
import { createFailures, type Failures } from '../jobs/failures.ts'
import { system } from '../jobs/follower.ts'
import { concurrently } from '../concurrently.ts'
import type { Outbox } from '../mail/outbox.ts'
import { checkDomain } from './check-domain.ts'
import type { DomainProofs } from './proofs.ts'

/** Per run; the rest comes first in the next one. */
const maxDomains = 500
/** A name server that does not answer delays only one of these. */
const concurrency = 16

/** Checks the domains that are due; one that fails does not stop the others. */
export async function checkDueDomains(
  store: Store,
  proofs: DomainProofs,
  { now, outbox }: { readonly now: () => Date; readonly outbox?: Outbox | undefined },
): Promise<{ readonly checked: number; readonly failures: Failures }> {
  const due = await store.run(dueDomains, { at: now().toISOString(), limit: maxDomains })
  let checked = 0
  const failures = createFailures()
  const watched: Pick<DomainProofs, 'look'> = {
    async look(domain) {
      const finding = await proofs.look(domain)
      if (finding.outcome === 'unknown') failures.add(domain.normalizedDomain, finding.message)
      return finding
    },
  }
  await concurrently(due, concurrency, async (place) => {
    if (proofs.isClosed) return
    try {
      await checkDomain({ store, proofs: watched, now, outbox, actor: system, isAsked: false }, place)
      checked += 1
    } catch (error) {
      if (!isDeletedMeanwhile(error)) throw error
    }
  })
  return { checked, failures }
}

const isDeletedMeanwhile = (error: unknown): boolean =>
  error instanceof CatalogError && error.code === 'not_found'
