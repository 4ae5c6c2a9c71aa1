import { type Kinds, kinds, type Stored } from '@svc/model'
import type { OnCallProvider, OnCallSource, Shift } from '../../outbound/oncall.ts'
import type { Store } from '../../store/open.ts'
import { type Context, recordsOf } from '../context.ts'
import type { Lane } from '../upstreams/lanes.ts'
import { refreshAll, type Refreshed } from '../upstreams/refresh-all.ts'
import { askAbout, keepOutcome } from './refresh.ts'

/** What has to be known of a binding to ask for it. */
const asked = ['provider', 'scheduleId', 'lastFetchedAt'] as const
type Binding = Pick<Stored<Kinds['oncallBinding']>, 'id' | (typeof asked)[number]>

/** A schedule, and the bindings that want to know. */
interface Question {
  readonly ctx: Context
  readonly provider: OnCallProvider
  readonly scheduleId: string
  readonly bindingIds: readonly string[]
}

/** Asks for every binding that has a provider. */
export const refreshAllBindings = (store: Store, source: OnCallSource, now: () => Date): Promise<Refreshed> =>
  refreshAll<Question, Shift | null>(store, now, {
    lanesOf,
    ask: ({ ctx, provider, scheduleId }) => askAbout(ctx, source, provider, scheduleId),
    about: ({ provider, scheduleId }) => `${provider} ${scheduleId}`,
    keepers: ({ ctx, bindingIds }) => bindingIds.map((id) => (outcome) => keepOutcome(ctx, id, outcome)),
  })

/** Who was asked about longest ago comes first, for a lane may not get through in one run. */
async function lanesOf(ctx: Context): Promise<readonly Lane<Question>[]> {
  const where = [{ field: 'provider', in: ['pagerduty', 'opsgenie'] }]
  const held = await recordsOf(ctx, kinds.oncallBinding).list(kinds.oncallBinding, { where, fields: asked })
  const bindings = held
    .map(({ record }) => record as Binding)
    .toSorted((a, b) => (a.lastFetchedAt ?? '').localeCompare(b.lastFetchedAt ?? ''))
  return [...Map.groupBy(bindings, ({ provider }) => provider as OnCallProvider)].map(([provider, same]) => ({
    provider,
    questions: [...Map.groupBy(same, ({ scheduleId }) => String(scheduleId))].map(([scheduleId, asking]) => ({
      ctx,
      provider,
      scheduleId,
      bindingIds: asking.map(({ id }) => id),
    })),
  }))
}
