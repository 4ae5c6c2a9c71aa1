import { entityKindNames, inactiveValues, kinds } from '@svc/model'
import { inactiveWith } from '../../store/queries/graph-nodes.ts'
import { type Context, partitionOf } from '../context.ts'
import { startPace } from '../pace.ts'
import { type Entity, kindOf } from './entity.ts'

const atOnce = 250

/** Which of some entities are archived or retired. */
export async function inactiveAmong(ctx: Context, entities: readonly Entity[]): Promise<ReadonlySet<string>> {
  const partition = partitionOf(ctx.caller, kinds.dependency)
  const pace = startPace()
  const found = new Set<string>()
  for (const kind of entityKindNames) {
    const { fields } = kindOf({ kind })
    const ids = entities.filter((entity) => entity.kind === kind).map(({ id }) => id)
    for (const key of Object.keys(inactiveValues) as (keyof typeof inactiveValues)[]) {
      if (!fields[key]) continue
      for (let start = 0; start < ids.length; start += atOnce) {
        const some = ids.slice(start, start + atOnce)
        for (const id of await ctx.store.run(inactiveWith, partition, { kind, key }, some)) found.add(id)
        await pace.pause()
      }
    }
  }
  return found
}
