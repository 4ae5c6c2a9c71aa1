import {
  type Criticality,
  type EntityKind,
  type EntityRelation,
  entityRelations,
  graphLimits,
  hitEndOf,
  kinds,
  typesThatHitTo,
} from '@svc/model'
import { columnOf } from '../../store/codec.ts'
import type { Engine } from '../../store/sql.ts'
import { type Context, partitionOf } from '../context.ts'
import { type Entity, kindOf } from './entity.ts'

/** Where a step leads: to what is hit when these fail, or to what they need. */
export type Towards = 'hit' | 'needed'

export interface Step extends Entity {
  readonly criticality: Criticality
}

/**
 * One step from some entities along every edge and relation, a page at a time. Nothing is left out, but some of it
 * may come twice.
 */
export async function* stepsFrom(
  ctx: Context,
  entities: readonly Entity[],
  towards: Towards,
  types: readonly string[] | undefined,
): AsyncGenerator<readonly Step[]> {
  const ids = entities.map(({ id }) => id)
  for (const way of edgeWays(ctx.store.engine, towards, types)) yield* pages(ctx, ids, way)
  for (const relation of entityRelations) {
    if (types && !types.includes(relation.type)) continue
    const isFromHolder = (relation.holderEnd === hitEndOf(relation.type)) === (towards === 'needed')
    const near = isFromHolder ? relation.holder : relation.target
    const nearIds = entities.filter(({ kind }) => kind === near).map(({ id }) => id)
    if (nearIds.length === 0) continue
    if (!isFromHolder) yield* pages(ctx, nearIds, toHolders(relation))
    else if (relation.isArray) yield* namedInArrays(ctx, relation, nearIds)
    else yield* pages(ctx, nearIds, toTarget(relation))
  }
}

/** A question about everything that is one step away in one manner. */
interface Way {
  readonly table: string
  /** What a row says of the step: `kind`, `id` and `criticality`. */
  readonly columns: string
  /** The column that has the end which is known. */
  readonly near: string
  /** Tells the rows of one known end apart, and is what they are in order of. */
  readonly key: string
  readonly condition: string
  readonly params: readonly string[]
}

const turned = typesThatHitTo.map((type) => `'${type}'`).join(', ')

/** Edges are asked from both ends, for their type says at which of them the failure arrives. */
function edgeWays(
  { dialect }: Engine,
  towards: Towards,
  types: readonly string[] | undefined,
): readonly Way[] {
  return (['from', 'to'] as const).flatMap((hitEnd) => {
    const wanted = types?.filter((type) => hitEndOf(type) === hitEnd)
    if (wanted?.length === 0) return []
    const far = (towards === 'hit') === (hitEnd === 'from') ? 'from' : 'to'
    return [
      {
        table: 'dependencies',
        columns: `${far}_kind as kind, ${far}_id as id, criticality`,
        near: far === 'from' ? 'to_id' : 'from_id',
        key: 'dependencies.id',
        condition: wanted
          ? `and ${dialect.oneOf('type')}`
          : `and type ${hitEnd === 'from' ? 'not ' : ''}in (${turned})`,
        params: wanted ? [JSON.stringify(wanted)] : [],
      },
    ]
  })
}

const hardTo = (kind: EntityKind, id: string): string =>
  `'${kind}' as kind, ${id} as id, 'hard' as criticality`

/** From what a field names to the records that have it. */
function toHolders({ holder, field, isArray }: EntityRelation): Way {
  const { name, table } = kindOf({ kind: holder })
  return isArray
    ? {
        table: 'elements',
        columns: hardTo(holder, 'record_id'),
        near: 'value',
        key: 'record_id',
        condition: 'and elements.kind = ? and field = ?',
        params: [name, field],
      }
    : { table, columns: hardTo(holder, 'id'), near: columnOf(field), key: 'id', condition: '', params: [] }
}

/** From a record to the one that its field names. */
const toTarget = ({ holder, target, field }: EntityRelation): Way => ({
  table: kindOf({ kind: holder }).table,
  columns: hardTo(target, columnOf(field)),
  near: 'id',
  key: 'id',
  condition: `and ${columnOf(field)} is not null`,
  params: [],
})

const pageSize = graphLimits.edges

/** As many ids to a question as there are; where they lead to more than a page, fewer. */
async function* pages(ctx: Context, ids: readonly string[], way: Way): AsyncGenerator<readonly Step[]> {
  const { reader, dialect } = ctx.store.engine
  const where = `from ${way.table} where partition_id = ? ${way.condition}`
  const params = [partitionOf(ctx.caller, kinds.dependency), ...way.params]
  const rows = await reader.all(
    `select ${way.columns} ${where} and ${dialect.oneOf(way.near)} limit ${pageSize + 1}`,
    [...params, JSON.stringify(ids)],
  )
  // What is there already is of use at once: who has enough asks for no more.
  yield rows as unknown as readonly Step[]
  if (rows.length <= pageSize) return
  const [only] = ids
  if (only === undefined || ids.length > 1) {
    const half = ids.length >> 1
    yield* pages(ctx, ids.slice(0, half), way)
    yield* pages(ctx, ids.slice(half), way)
    return
  }
  for (let after = ''; ; ) {
    const page = await reader.all(
      `select ${way.columns}, ${way.key} as key ${where} and ${way.near} = ? and ${way.key} > ?
        order by ${way.key} limit ${pageSize}`,
      [...params, only, after],
    )
    yield page as unknown as readonly Step[]
    if (page.length < pageSize) return
    after = String(page.at(-1)?.key)
  }
}

/** An array has a thousand ids at the most, so a few records are enough for a page. */
const arraysAtOnce = 10

async function* namedInArrays(
  ctx: Context,
  { holder, target, field }: EntityRelation,
  ids: readonly string[],
): AsyncGenerator<readonly Step[]> {
  const { reader, dialect } = ctx.store.engine
  const { table } = kindOf({ kind: holder })
  for (let start = 0; start < ids.length; start += arraysAtOnce) {
    const rows = await reader.all(
      `select ${columnOf(field)} as ids from ${table} where partition_id = ? and ${dialect.oneOf('id')}`,
      [partitionOf(ctx.caller, kinds.dependency), JSON.stringify(ids.slice(start, start + arraysAtOnce))],
    )
    yield rows.flatMap((row) =>
      (JSON.parse(String(row.ids)) as readonly string[]).map(
        (id): Step => ({ kind: target, id, criticality: 'hard' }),
      ),
    )
  }
}
