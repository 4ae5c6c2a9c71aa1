import { CatalogError, type Kinds, kinds, type Stored } from '@svc/model'
import type { OnCallSource, Shift } from '../../outbound/oncall.ts'
import type { Change } from '../../store/change.ts'
import type { Held } from '../../store/table.ts'
import { type Context, writeTo } from '../context.ts'
import { findRecord } from '../records.ts'

type Binding = Stored<Kinds['oncallBinding']>

/** Asks the provider and keeps the answer; a failure is kept too, beside the last good data. */
export async function refreshBinding(ctx: Context, source: OnCallSource, id: string): Promise<Held> {
  const held = await findRecord(ctx, kinds.oncallBinding, id)
  const { provider, scheduleId } = held.record as Binding
  if (provider === 'manual' || scheduleId === null) return held
  try {
    const shift = await source.whoIsOnCall(provider, scheduleId)
    return await keep(ctx, id, async (change) => ({
      ...(await onCall(ctx, change, shift)),
      lastFetchError: null,
    }))
  } catch (error) {
    if (error instanceof CatalogError) throw error
    const reason = error instanceof Error ? error.message : 'The provider did not answer.'
    await keep(ctx, id, async () => ({ lastFetchError: reason.slice(0, 2_000) }))
    throw new CatalogError('upstream_unavailable', reason, { cause: error })
  }
}

const keep = (
  ctx: Context,
  id: string,
  learn: (change: Change) => Promise<Partial<Binding>>,
): Promise<Held> =>
  writeTo(ctx, kinds.oncallBinding, async (change) => {
    const held = await change.find(kinds.oncallBinding, id)
    if (!held) throw new CatalogError('not_found', `The on-call binding ${id} was deleted meanwhile.`)
    const learned = { ...(await learn(change)), lastFetchedAt: change.at }
    return change.derive(kinds.oncallBinding, held, { ...held.record, ...learned })
  })

async function onCall(ctx: Context, change: Change, shift: Shift | null): Promise<Partial<Binding>> {
  return {
    currentlyOnCallUserName: shift?.name ?? null,
    currentlyOnCallUserEmail: shift?.email ?? null,
    currentlyOnCallUserUid: await memberWith(ctx, change, shift?.email ?? null),
    currentShiftStartsAt: shift?.startsAt ?? null,
    currentShiftEndsAt: shift?.endsAt ?? null,
  }
}

async function memberWith(ctx: Context, change: Change, email: string | null): Promise<string | null> {
  if (email === null) return null
  const rows = await change.sql.all('select id from users where partition_id = ? and lower(email) = ?', [
    ctx.caller.organisation.home,
    email.toLowerCase(),
  ])
  return rows[0] ? String(rows[0].id) : null
}
