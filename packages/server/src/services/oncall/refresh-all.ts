import {
  type Kinds,
  kinds,
  type OnCallProvider,
  oncallKeyword,
  oncallProviderNames,
  type Stored,
} from '@svc/model'
import type { OnCallSource, Shift, Watched } from '../../outbound/oncall.ts'
import type { Store } from '../../store/open.ts'
import { type Context, recordsOf } from '../context.ts'
import type { Lane } from '../upstreams/lanes.ts'
import { refreshAll, type Refreshed } from '../upstreams/refresh-all.ts'
import { askAbout, keepOutcome, watchedBy } from './refresh.ts'

/** The fields of a binding that are needed to refresh it. */
const asked = ['provider', 'scheduleId', 'serviceId', 'lastAttemptAt'] as const
type Binding = Pick<Stored<Kinds['oncallBinding']>, 'id' | (typeof asked)[number]>

/** A schedule or service, and the bindings that use it. */
interface Question {
  readonly ctx: Context
  readonly provider: OnCallProvider
  readonly watched: Watched
  readonly bindingIds: readonly string[]
}

/** Refreshes every binding that has a provider. */
export const refreshAllBindings = (store: Store, source: OnCallSource, now: () => Date): Promise<Refreshed> =>
  refreshAll<Question, Shift | null>(store, now, {
    lanesOf,
    ask: ({ ctx, provider, watched }) => askAbout(ctx, source, provider, watched),
    about: ({ provider, watched: { what, id } }) =>
      `${provider} ${what === 'service' ? 'service ' : ''}${id}`,
    keepers: ({ ctx, bindingIds }) => bindingIds.map((id) => (outcome) => keepOutcome(ctx, id, outcome)),
  })

/** Those refreshed longest ago come first, since a lane may not finish in one run. */
async function lanesOf(ctx: Context): Promise<readonly Lane<Question>[]> {
  const where = [{ field: 'provider', in: oncallProviderNames }]
  const stored = await recordsOf(ctx, kinds.oncallBinding).list(kinds.oncallBinding, { where, fields: asked })
  const bindings = stored
    .map(({ record }) => record as Binding)
    .toSorted((a, b) => (a.lastAttemptAt ?? '').localeCompare(b.lastAttemptAt ?? ''))
    .flatMap((binding) => {
      const watched = watchedBy(binding)
      return watched ? { ...binding, watched } : []
    })
  const questions = [
    ...Map.groupBy(bindings, ({ provider, watched: { what, id } }) => `${provider} ${what} ${id}`).values(),
  ].flatMap((asking) => {
    const [first] = asking
    return first ? questionOf(ctx, first, asking) : []
  })
  return [...Map.groupBy(questions, ({ provider }) => provider)].map(([provider, same]) => ({
    provider,
    questions: same,
    credentialOf: ({ watched }) => oncallKeyword(provider, watched.id),
  }))
}

const questionOf = (
  ctx: Context,
  { provider, watched }: Binding & { readonly watched: Watched },
  asking: readonly Binding[],
): Question => ({
  ctx,
  provider: provider as OnCallProvider,
  watched,
  bindingIds: asking.map(({ id }) => id),
})
