import { type EntityKind, graphLimits, kinds } from '@svc/model'
import { type Context, partitionOf } from '../context.ts'
import type { Entity } from './entity.ts'

export interface Edge {
  readonly id: string
  readonly fromKind: EntityKind
  readonly fromId: string
  readonly toKind: EntityKind
  readonly toId: string
  readonly type: string
}

export type Direction = 'dependsOn' | 'dependents' | 'both'

export interface Walk {
  readonly direction: Direction
  readonly depth: number
  /** How many entities at the most. */
  readonly limit: number
  /** Only edges of these types; all without it. */
  readonly types?: readonly string[]
  /** What else is hit when these are, beyond what edges say. */
  readonly beyond?: (frontier: readonly Entity[]) => Promise<readonly Entity[]>
}

export interface Reached {
  /** By id, the nearest first. */
  readonly distances: ReadonlyMap<string, { readonly entity: Entity; readonly distance: number }>
  readonly isTruncated: boolean
}

/** How many entities one question is about: few enough to stop soon once the answer is full. */
const stride = 250

/** Everything within some steps of a root, a few questions for each step; cycles end by themselves. */
export async function walk(ctx: Context, root: Entity, { depth, limit, ...way }: Walk): Promise<Reached> {
  const distances = new Map([[root.id, { entity: root, distance: 0 }]])
  let frontier: readonly Entity[] = [root]
  for (let distance = 1; distance <= depth && frontier.length > 0; distance++) {
    const next: Entity[] = []
    for (let start = 0; start < frontier.length; start += stride) {
      const met = await neighbours(ctx, frontier.slice(start, start + stride), way)
      const unseen = met.entities.filter(({ id }) => !distances.has(id)).sort(byId)
      for (const entity of unseen) {
        if (distances.has(entity.id)) continue
        if (distances.size >= limit) return { distances, isTruncated: true }
        distances.set(entity.id, { entity, distance })
        next.push(entity)
      }
      if (met.isTruncated) return { distances, isTruncated: true }
    }
    frontier = next
  }
  return { distances, isTruncated: false }
}

interface Neighbours {
  readonly entities: readonly Entity[]
  readonly isTruncated: boolean
}

async function neighbours(
  ctx: Context,
  frontier: readonly Entity[],
  { direction, types, beyond }: Omit<Walk, 'depth' | 'limit'>,
): Promise<Neighbours> {
  const ids = frontier.map(({ id }) => id)
  const needs = direction === 'dependents' ? [] : await across(ctx, ['from', 'to'], ids, types)
  const needed = direction === 'dependsOn' ? [] : await across(ctx, ['to', 'from'], ids, types)
  return {
    entities: [...needs, ...needed, ...((await beyond?.(frontier)) ?? [])],
    isTruncated: needs.length > graphLimits.edges || needed.length > graphLimits.edges,
  }
}

/** One more than an answer may hold, so that it can be told whether there are more. */
const most = graphLimits.edges + 1

/** What edges lead to from some entities, the ids of either end being named by its side. */
async function across(
  ctx: Context,
  [near, far]: readonly ['from', 'to'] | readonly ['to', 'from'],
  ids: readonly string[],
  types: readonly string[] | undefined,
): Promise<readonly Entity[]> {
  const { reader, dialect } = ctx.store.engine
  const rows = await reader.all(
    `select ${far}_kind as kind, ${far}_id as id from dependencies
      where partition_id = ? and ${dialect.oneOf(`${near}_id`)}
      ${types ? `and ${dialect.oneOf('type')}` : ''} limit ${most}`,
    [
      partitionOf(ctx.caller, kinds.dependency),
      JSON.stringify(ids),
      ...(types ? [JSON.stringify(types)] : []),
    ],
  )
  return rows as unknown as readonly Entity[]
}

/** The edges that join entities of a set with one another. What is known of them is not read with each edge. */
export async function edgesAmong(
  ctx: Context,
  entities: readonly Entity[],
  types: readonly string[] | undefined,
): Promise<readonly Edge[]> {
  const { reader, dialect } = ctx.store.engine
  const kindById = new Map(entities.map(({ id, kind }) => [id, kind]))
  const wanted = JSON.stringify([...kindById.keys()])
  const rows = await reader.all(
    `select id, from_id, to_id, type from dependencies where partition_id = ? and ${dialect.oneOf('from_id')}
      and ${dialect.oneOf('to_id')} ${types ? `and ${dialect.oneOf('type')}` : ''} limit ${most}`,
    [partitionOf(ctx.caller, kinds.dependency), wanted, wanted, ...(types ? [JSON.stringify(types)] : [])],
  )
  // Sorted here: asked to sort, an engine reads all edges in order rather than those of a few entities.
  return rows
    .map((row) => edgeOf(row, kindById.get(String(row.from_id)), kindById.get(String(row.to_id))))
    .sort(byId)
}

/** The newest edges of all, for who asks for the whole. */
export async function newestEdges(
  ctx: Context,
  types: readonly string[] | undefined,
): Promise<readonly Edge[]> {
  const { reader, dialect } = ctx.store.engine
  const rows = await reader.all(
    `select id, from_kind, from_id, to_kind, to_id, type from dependencies
      where partition_id = ? ${types ? `and ${dialect.oneOf('type')}` : ''}
      order by id desc limit ${most}`,
    [partitionOf(ctx.caller, kinds.dependency), ...(types ? [JSON.stringify(types)] : [])],
  )
  return rows.map((row) => edgeOf(row, row.from_kind, row.to_kind))
}

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1)

type Row = Readonly<Record<string, unknown>>

const edgeOf = ({ id, from_id, to_id, type }: Row, fromKind: unknown, toKind: unknown): Edge => ({
  id: String(id),
  fromKind: fromKind as EntityKind,
  fromId: String(from_id),
  toKind: toKind as EntityKind,
  toId: String(to_id),
  type: String(type),
})
