import { coverageLimits, type Kinds, kinds, responsiblePlaces, type Stored, titleOf } from '@svc/model'
import type { Condition } from '../../store/records.ts'
import { type Context, recordsOf } from '../context.ts'
import { startPace } from '../pace.ts'
import { heldBy } from '../people/held-places.ts'
import { namesOf } from '../search/names.ts'
import type { CalendarEntry } from './calendar.ts'
import { membersInRotas } from './members-in-rotas.ts'
import { shiftByProvider, shiftsByRota } from './shifts.ts'
import { within } from './spans.ts'

type Binding = Stored<Kinds['oncallBinding']>
type Feed = Stored<Kinds['oncallFeed']>

const kind = kinds.oncallBinding
const dayMs = 86_400_000
/** From a week ago until eight weeks ahead. */
const range = { before: 7 * dayMs, after: 56 * dayMs } as const

/** The shifts that a feed shows, in order. */
export async function feedEntries(
  ctx: Context,
  feed: Feed,
  publicUrl: string | undefined,
): Promise<readonly CalendarEntry[]> {
  // Whole days, so that an unchanged feed stays the same through the day.
  const today = Math.floor(ctx.now().getTime() / dayMs) * dayMs
  const asked = { from: today - range.before, to: today + range.after }
  const bindings = await bindingsOf(ctx, feed)
  const memberFor = await membersInRotas(
    ctx,
    bindings.flatMap(({ manual }) => (manual ? [manual] : [])),
  )
  const names = new Map(
    (await namesOf(ctx, [...new Set(bindings.map(({ targetId }) => targetId))])).map((one) => [
      one.id,
      one.name,
    ]),
  )
  const entries: CalendarEntry[] = []
  const pace = startPace()
  for (const binding of bindings) {
    const shifts =
      binding.provider === 'manual'
        ? shiftsByRota(binding, { ...asked, memberFor }).shifts
        : shiftByProvider(binding, ctx.now().getTime())
    for (const shift of shifts) {
      if (feed.userUid !== null && shift.userUid !== feed.userUid) continue
      // A shift without an end is told as far as the feed goes; one with ends is told whole.
      const [shown] = within([shift], {
        from: Number.isFinite(shift.from) ? shift.from : asked.from,
        to: Number.isFinite(shift.to) ? shift.to : asked.to,
      })
      if (!shown || shown.to <= asked.from) continue
      entries.push({
        key: `${binding.id} ${Number.isFinite(shift.from) ? shift.from : 'always'}`,
        from: shown.from,
        to: shown.to,
        title: `On call for ${names.get(binding.targetId) ?? binding.targetId}: ${shift.userName}`,
        about: titleOf(kind, binding),
        url: publicUrl === undefined ? undefined : `${publicUrl}${kind.path}/${binding.id}`,
        changedAt: binding.updatedAt ?? binding.createdAt ?? new Date(shown.from).toISOString(),
      })
    }
    await pace.pause()
  }
  return entries.sort((a, b) => a.from - b.from || (a.key < b.key ? -1 : 1))
}

/** The newest, where there are more than one feed shows. */
async function bindingsOf(ctx: Context, { of, teamId, userUid }: Feed): Promise<readonly Binding[]> {
  const some = async (where: readonly Condition[]) =>
    (await recordsOf(ctx, kind).list(kind, { where, limit: coverageLimits.entities })).map(
      ({ record }) => record as Binding,
    )
  if (of === 'everything') return some([])
  if (of === 'team') return some([{ field: 'targetId', is: String(teamId) }])
  const places = responsiblePlaces.filter((place) => place.kind.name === kind.name)
  const found = await Promise.all(places.map((place) => some(heldBy(ctx, place, String(userUid)))))
  return [...new Map(found.flat().map((one) => [one.id, one])).values()]
}
