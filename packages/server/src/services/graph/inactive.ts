import { entityKindNames, inactiveValues, kinds } from '@svc/model'
import { columnOf, toColumn } from '../../store/codec.ts'
import { type Context, partitionOf } from '../context.ts'
import { startPace } from '../pace.ts'
import { type Entity, kindOf } from './entity.ts'

const atOnce = 1_000

/** Which of some entities are archived or retired. */
export async function inactiveAmong(ctx: Context, entities: readonly Entity[]): Promise<ReadonlySet<string>> {
  const { reader, dialect } = ctx.store.engine
  const pace = startPace()
  const found = new Set<string>()
  for (const kind of entityKindNames) {
    const { table, fields } = kindOf({ kind })
    const ids = entities.filter((entity) => entity.kind === kind).map(({ id }) => id)
    for (const [key, value] of Object.entries(inactiveValues)) {
      const field = fields[key]
      if (!field) continue
      for (let start = 0; start < ids.length; start += atOnce) {
        const rows = await reader.all(
          `select id from ${table} where partition_id = ? and ${dialect.oneOf('id')} and ${columnOf(key)} = ?`,
          [
            partitionOf(ctx.caller, kinds.dependency),
            JSON.stringify(ids.slice(start, start + atOnce)),
            toColumn(field, value),
          ],
        )
        for (const { id } of rows) found.add(String(id))
        await pace.pause()
      }
    }
  }
  return found
}
