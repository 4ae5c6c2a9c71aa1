import { type Kind, maxFacetValues } from '@svc/model'
import { progressColumns, progressIn, total } from '../facet-changes.ts'
import { facetsCounted, fromFacetColumn, toFacetColumn, whatIsCounted } from '../facet-values.ts'
import type { PartitionId } from '../partition-id.ts'
import { first, type Sql, type Value } from '../sql.ts'

export interface KeptFacets {
  readonly total: number
  /** By the name of the filter, the most common values first. */
  readonly facets: Readonly<Record<string, readonly FacetValue[]>>
}

export interface FacetValue {
  readonly value: string | null
  readonly count: number
}

const keptTotal = `select count from facet_counts where partition_id = ? and kind = ? and field = '${total}' and value = ''`

const topValues = `select field, value, count from (select field, value, count from facet_counts
  where partition_id = ? and kind = ? and field = ? and count > 0 order by count desc, value limit ${maxFacetValues}) as top`

/** The counts of a list without filters; undefined as long as not all of its records are counted. */
export async function keptFacets(
  sql: Sql,
  partitionId: PartitionId,
  kind: Kind,
): Promise<KeptFacets | undefined> {
  const names = (facetsCounted(kind) ?? []).map(({ name }) => name)
  // One statement, so that all of it is of one moment.
  const text = [
    `select '' as field, facets_to as value, coalesce((${keptTotal}), 0) as count from partitions
     where id = ? and facets_revision = revision and facets_of = ?`,
    ...names.map(() => topValues),
  ].join(' union all ')
  const params: Value[] = [partitionId, kind.name, partitionId, whatIsCounted]
  for (const name of names) params.push(partitionId, kind.name, name)
  const rows = await sql.all(text, params)
  const head = rows.find(({ field }) => field === total)
  if (!head || isBehind(kind, String(head.value))) return undefined
  return {
    total: Number(head.count),
    facets: Object.fromEntries(
      names.map((name) => [
        name,
        rows
          .filter(({ field }) => field === name)
          .map(({ value, count }) => ({ value: fromFacetColumn(String(value)), count: Number(count) })),
      ]),
    ),
  }
}

/** How many records of a list without filters have a value; undefined as long as not all of them are counted. */
export async function keptCount(
  sql: Sql,
  partitionId: PartitionId,
  { kind, name, value }: { readonly kind: Kind; readonly name: string; readonly value: string | null },
): Promise<number | undefined> {
  const row = await first(
    sql,
    `select ${progressColumns}, coalesce((select count from facet_counts
       where partition_id = ? and kind = ? and field = ? and value = ?), 0) as count
     from partitions where id = ?`,
    [partitionId, kind.name, name, toFacetColumn(value), partitionId],
  )
  if (!row) return undefined
  const { isKnown, from } = progressIn(row)
  return isKnown && !from.has(kind.name) ? Number(row.count) : undefined
}

const isBehind = ({ name }: Kind, from: string): boolean =>
  from !== '' && name in (JSON.parse(from) as Record<string, string>)
