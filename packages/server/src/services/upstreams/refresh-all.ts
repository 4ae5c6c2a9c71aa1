import { modes } from '@svc/model'
import type { Store } from '../../store/open.ts'
import { listOrganisations } from '../../store/organisations.ts'
import { type Context, systemCaller } from '../context.ts'
import { askAll, isKept, type Lane, type Outcome } from './lanes.ts'

export interface Refresh<Q, A> {
  /** What a mode of an organisation wants to know. */
  lanesOf(ctx: Context): Promise<readonly Lane<Q>[]>
  ask(question: Q): Promise<A>
  /** Those who want to know, each with a way to keep what came of it. */
  keepers(question: Q): readonly ((outcome: Outcome<A>) => Promise<unknown>)[]
}

export interface Refreshed {
  readonly refreshed: number
  readonly failed: number
}

/** Asks for all organisations; what fails is kept with its reason and holds up no other. */
export async function refreshAll<Q, A>(
  store: Store,
  now: () => Date,
  { lanesOf, ask, keepers }: Refresh<Q, A>,
): Promise<Refreshed> {
  const totals = { refreshed: 0, failed: 0 }
  const lanes: Lane<Q>[] = []
  for (const organisation of await listOrganisations(store.engine.reader))
    for (const mode of modes)
      lanes.push(...(await lanesOf({ store, caller: systemCaller(organisation, mode), now })))

  await askAll(lanes, ask, async (question, outcome) => {
    for (const keep of keepers(question))
      if (await isKept(keep(outcome))) totals['answer' in outcome ? 'refreshed' : 'failed'] += 1
  })
  return totals
}
