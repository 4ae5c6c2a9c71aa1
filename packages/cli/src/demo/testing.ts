import { allKinds, type Field, type Kind } from '@svc/model'
import { type Context, recordsOf } from '@svc/server'

/** For tests: everything an organisation has in one mode, by table, oldest first. */

type Fields = Readonly<Record<string, unknown>>
export type AllRecords = ReadonlyMap<string, readonly Fields[]>

export async function allRecords(ctx: Context): Promise<AllRecords> {
  const records = new Map<string, readonly Fields[]>()
  for (const kind of allKinds) {
    const held = await recordsOf(ctx, kind).list(kind, { where: [] })
    records.set(
      kind.table,
      held.map(({ record }) => record).sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1)),
    )
  }
  return records
}

export function brokenReferences(records: AllRecords): readonly string[] {
  const ids = new Map(
    allKinds.map((kind) => [kind.name, new Set(records.get(kind.table)?.map(({ id }) => id))] as const),
  )
  return allKinds.flatMap((kind) =>
    Object.entries(kind.fields).flatMap(([key, field]) =>
      (records.get(kind.table) ?? []).flatMap((record) =>
        pointedAt(record[key])
          .filter((id) => field.target && !ids.get(targetOf(field, record))?.has(id))
          .map((id) => `${kind.name} ${record.id}: ${key} ${id}`),
      ),
    ),
  )
}

const pointedAt = (value: unknown): readonly unknown[] => [value].flat().filter((one) => one !== null)

const targetOf = ({ target }: Field, record: Fields): string =>
  typeof target === 'object' ? (target.kinds[String(record[target.by])] ?? '') : (target ?? '')

/** Values that a request would have been refused for. */
export const faultsOf = (kind: Kind, record: Fields): readonly string[] =>
  Object.entries(kind.fields)
    .filter(([key, field]) => !fits(field, record[key]))
    .map(([key]) => `${kind.name} ${record.id}: ${key} ${JSON.stringify(record[key])}`)

function fits({ schema, traits }: Field, value: unknown): boolean {
  if (value === null) return traits.nullable === true
  if (Array.isArray(value)) return value.every((one) => fitsSchema(schema.items ?? {}, one))
  return fitsSchema(schema, value)
}

function fitsSchema(schema: Field['schema'], value: unknown): boolean {
  if (schema.enum && !schema.enum.includes(value)) return false
  if (typeof value === 'number')
    return value >= (schema.minimum ?? value) && value <= (schema.maximum ?? value)
  if (typeof value !== 'string') return true
  const { minLength = 0, maxLength = value.length, pattern = '' } = schema
  return value.length >= minLength && value.length <= maxLength && new RegExp(pattern, 'u').test(value)
}

/**
 * The content without what the service chose, one line for each record: an id becomes the place of its record
 * in its table. The lines are sorted, as measurements of the same moment come in any order.
 */
export function contentOf(records: AllRecords): readonly string[] {
  const places = new Map<unknown, string>()
  for (const [table, list] of records)
    for (const [place, { id }] of list.entries()) places.set(id, `${table} ${place}`)
  const named = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(named) : (places.get(value) ?? value)
  const line = ([key, value]: [string, unknown]) => [key, key === 'id' ? null : named(value)]
  return [...records]
    .flatMap(([table, list]) =>
      list.map((record) =>
        JSON.stringify({ table, ...Object.fromEntries(Object.entries(record).map(line)) }),
      ),
    )
    .sort()
}
