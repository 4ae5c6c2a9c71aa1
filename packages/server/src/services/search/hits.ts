import { type Kind, titleFieldsOf } from '@svc/model'
import type { Condition, Sort } from '../../store/records.ts'
import type { Context } from '../context.ts'
import type { Fields } from '../records/behaviour.ts'
import { type Asked, listRequest, readSome } from '../records/lists.ts'
import { type Named, namedBy, namesOf } from './names.ts'

export interface Hit extends Named {
  readonly ownerTeamId: string | null
  readonly ownerTeamName: string | null
}

/** A hit before the name of its owner is looked up. */
export interface Bare extends Named {
  readonly ownerTeamId: string | null
}

type Ranked = Bare & { readonly record: Fields }

export async function readHits(
  ctx: Context,
  kind: Kind,
  {
    where,
    most,
    sort,
    fields = [],
    asked: { filters, where: others } = { filters: {}, where: [] },
  }: {
    readonly where: readonly Condition[]
    readonly most: number
    readonly sort?: Sort | undefined
    readonly fields?: readonly string[]
    /** What a query asks for besides. */
    readonly asked?: Asked | undefined
  },
): Promise<readonly Ranked[]> {
  const { records } = await readSome(ctx, {
    ...listRequest(ctx, kind, filters, [...where, ...others]),
    sort,
    limit: most,
    fields: [
      ...new Set([
        ...titleFieldsOf(kind),
        ...('ownerTeamId' in kind.fields ? ['ownerTeamId'] : []),
        ...fields,
      ]),
    ],
  })
  return records.map((record) => ({
    ...namedBy(kind, record),
    ownerTeamId: typeof record.ownerTeamId === 'string' ? record.ownerTeamId : null,
    record,
  }))
}

/** By rank, then the newest first. */
export const best = <T extends Bare>(
  hits: readonly T[],
  rank: (hit: T) => number,
  limit: number,
): readonly T[] =>
  hits
    .map((hit) => ({ hit, rank: rank(hit) }))
    .sort((a, b) => a.rank - b.rank || (a.hit.id < b.hit.id ? 1 : -1))
    .slice(0, limit)
    .map(({ hit }) => hit)

export async function withOwners(ctx: Context, hits: readonly Bare[]): Promise<readonly Hit[]> {
  const ids = hits.flatMap(({ ownerTeamId }) => (ownerTeamId === null ? [] : [ownerTeamId]))
  const names = new Map((await namesOf(ctx, ids)).map(({ id, name }) => [id, name]))
  return hits.map(({ kind, id, name, ownerTeamId }) => ({
    kind,
    id,
    name,
    ownerTeamId,
    ownerTeamName: ownerTeamId === null ? null : (names.get(ownerTeamId) ?? null),
  }))
}
