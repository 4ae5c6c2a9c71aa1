import { modes } from '@svc/model'
import type { Store } from '../../store/open.ts'
import { listOrganisations } from '../../store/queries/organisations.ts'
import { type Context, systemCaller } from '../context.ts'
import { createFailures, type Failed } from '../jobs/failures.ts'
import { askAll, isKept, type Lane, type Outcome } from './lanes.ts'

export interface Refresh<Q, A> {
  /** What a mode of an organisation wants to know. */
  lanesOf(ctx: Context): Promise<readonly Lane<Q>[]>
  ask(question: Q): Promise<A>
  /** What is asked about, for who reads why it failed. */
  about(question: Q): string
  /** Those who want to know, each with a way to keep what came of it. */
  keepers(question: Q): readonly ((outcome: Outcome<A>) => Promise<unknown>)[]
}

export interface Refreshed {
  readonly refreshed: number
  readonly failed: number
  readonly failures: readonly Failed[]
}

/** Asks for all organisations; what fails is kept with its reason and holds up no other. */
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
