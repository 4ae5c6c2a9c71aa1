import { CatalogError, type Kinds, kinds, type Stored } from '@svc/model'
import type { OnCallProvider, OnCallSource, Shift } from '../../outbound/oncall.ts'
import type { Change } from '../../store/change.ts'
import { first } from '../../store/sql.ts'
import type { Held } from '../../store/table.ts'
import { type Context, partitionOf, writeTo } from '../context.ts'
import { findRecord } from '../records.ts'
import { type Outcome, outcomeOf } from '../upstreams/lanes.ts'

type Binding = Stored<Kinds['oncallBinding']>

/** Asks the provider and keeps the answer; a failure is kept too, beside the last good data. */
export async function refreshBinding(ctx: Context, source: OnCallSource, id: string): Promise<Held> {
  const held = await findRecord(ctx, kinds.oncallBinding, id)
  const { provider, scheduleId } = held.record as Binding
  if (provider === 'manual' || scheduleId === null) return held
  const outcome = await outcomeOf(askAbout(ctx, source, provider, scheduleId))
  const kept = await keepOutcome(ctx, id, outcome)
  if ('answer' in outcome) return kept
  throw new CatalogError('upstream_unavailable', outcome.failure, { cause: outcome.cause })
}

export const askAbout = (
  { caller }: Context,
  source: OnCallSource,
  provider: OnCallProvider,
  scheduleId: string,
): Promise<Shift | null> => source.whoIsOnCall(provider, scheduleId, partitionOf(caller, kinds.secret))

export const keepOutcome = (ctx: Context, id: string, outcome: Outcome<Shift | null>): Promise<Held> =>
  writeTo(ctx, kinds.oncallBinding, async (change) => {
    const held = await change.find(kinds.oncallBinding, id)
    if (!held) throw new CatalogError('not_found', `The on-call binding ${id} was deleted meanwhile.`)
    const learned =
      'answer' in outcome
        ? { ...(await onCall(ctx, change, outcome.answer)), lastFetchError: null }
        : { lastFetchError: outcome.failure }
    return change.derive(kinds.oncallBinding, held, {
      ...held.record,
      ...learned,
      lastFetchedAt: change.at,
    })
  })

async function onCall(ctx: Context, change: Change, shift: Shift | null): Promise<Partial<Binding>> {
  const email = shift?.email ?? null
  const member = await memberWith(ctx, change, email)
  return {
    // Not every provider knows people by their names.
    currentlyOnCallUserName: shift?.name ?? member?.name ?? email,
    currentlyOnCallUserEmail: email,
    currentlyOnCallUserUid: member?.id ?? null,
    currentShiftStartsAt: shift?.startsAt ?? null,
    currentShiftEndsAt: shift?.endsAt ?? null,
  }
}

async function memberWith({ caller }: Context, { sql }: Change, email: string | null) {
  if (email === null) return undefined
  const row = await first(
    sql,
    'select id, display_name from users where partition_id = ? and lower(email) = ?',
    [caller.organisation.home, email.toLowerCase()],
  )
  return row && { id: String(row.id), name: row.display_name === null ? null : String(row.display_name) }
}
