import { CatalogError, kinds, modes } from '@svc/model'
import type { OnCallSource } from '../../outbound/oncall.ts'
import type { Store } from '../../store/open.ts'
import { listOrganisations } from '../../store/organisations.ts'
import { systemCaller } from '../context.ts'
import { refreshBinding } from './refresh.ts'

/** Asks for every binding that has a provider; one that fails keeps its reason and holds up no other. */
export async function refreshAllBindings(
  store: Store,
  source: OnCallSource,
  now: () => Date,
): Promise<{ readonly refreshed: number; readonly failed: number }> {
  const totals = { refreshed: 0, failed: 0 }
  for (const organisation of await listOrganisations(store.engine.reader)) {
    for (const mode of modes) {
      const ctx = { store, caller: systemCaller(organisation, mode), now }
      const where = [{ field: 'provider', in: ['pagerduty', 'opsgenie'] }]
      for (const { record } of await store
        .records(organisation.partitions[mode])
        .list(kinds.oncallBinding, { where })) {
        const isDone = await refreshBinding(ctx, source, String(record.id)).then(
          () => true,
          (error: unknown) => {
            if (error instanceof CatalogError) return false
            throw error
          },
        )
        totals[isDone ? 'refreshed' : 'failed'] += 1
      }
    }
  }
  return totals
}
