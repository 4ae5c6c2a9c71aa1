import { modes } from '@svc/model'
import type { Store } from '../../store/open.ts'
import { listOrganisations } from '../../store/queries/organisations.ts'
import { type Context, systemCaller } from '../context.ts'
import { createFailures, type Failed } from '../jobs/failures.ts'
import { askAll, isKept, type Lane, type Outcome } from './lanes.ts'

export interface Refresh<Q, A> {
  /** The questions of one mode of an organisation. */
  lanesOf(ctx: Context): Promise<readonly Lane<Q>[]>
  ask(question: Q): Promise<A>
  /** What a question is about, for failure messages. */
  about(question: Q): string
  /** Stores the outcome for each record that uses it. */
  keepers(question: Q): readonly ((outcome: Outcome<A>) => Promise<unknown>)[]
}

export interface Refreshed {
  readonly refreshed: number
  readonly failed: number
  readonly failures: readonly Failed[]
}

/** Refreshes all organisations; a failure is stored with its reason and does not stop the others. */
export async function refreshAll<Q, A>(
  store: Store,
  now: () => Date,
  { lanesOf, ask, about, keepers }: Refresh<Q, A>,
): Promise<Refreshed> {
  let refreshed = 0
  const failures = createFailures()
  const lanes: Lane<Q>[] = []
  for (const organisation of await store.run(listOrganisations))
    for (const mode of modes)
      lanes.push(...(await lanesOf({ store, caller: systemCaller(organisation, mode), now })))

  await askAll(lanes, ask, async (question, outcome) => {
    for (const keep of keepers(question))
      if (await isKept(keep(outcome))) {
        if ('answer' in outcome) refreshed += 1
        else failures.add(about(question), outcome.failure)
      }
  })
  return { refreshed, failed: failures.count, failures: failures.byReason() }
}
