import { kinds } from '@svc/model'
import {
  costsWithin,
  type Days,
  earlierCosts,
  hasManyCosts,
  nextCosts,
  type Payers,
  type StoredCost,
} from '../../store/queries/costs.ts'
import { type Context, partitionOf } from '../context.ts'
import { startPace } from '../pace.ts'

/** Hands over the entries of some projects, or of none, whose period overlaps some days, in no particular order. */
export async function readEntries(
  ctx: Context,
  payers: Payers,
  days: Days,
  add: (entry: StoredCost) => void,
): Promise<void> {
  const place = partitionOf(ctx.caller, kinds.costEntry)
  const pace = startPace()
  const addAll = async (entries: readonly StoredCost[]): Promise<void> => {
    for (const entry of entries) {
      add(entry)
      await pace.pause()
    }
  }
  if (!(await ctx.store.run(hasManyCosts, place, payers, days, atOnce)))
    return addAll(await ctx.store.run(costsWithin, place, payers, days))
  // As of one moment: an entry that moves meanwhile must not count twice.
  await ctx.store.snapshot(async (moment) => {
    for (const payer of payers === null ? [null] : payers.map((one) => [one])) {
      await addAll(await moment.run(earlierCosts, place, payer, days))
      for (let from: string | undefined = days.from; from !== undefined; ) {
        const part: Part = await moment.run(nextCosts, place, payer, { ...days, from, about: atOnce })
        await addAll(part.entries)
        from = part.next
      }
    }
  })
}

type Part = Awaited<ReturnType<typeof nextCosts>>

/** Entries per query: so few that it takes a few milliseconds. */
const atOnce = 1_000
