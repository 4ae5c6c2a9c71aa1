import { type Dialect, first, type Row, type Sql, type Value } from './sql.ts'

/** A piece of SQL with its parameters. */
export interface Piece {
  readonly text: string
  readonly params: readonly Value[]
}

/** Several conditions, all of which must hold. */
export const allOf = (pieces: readonly Piece[]): Piece => ({
  text: pieces.map(({ text }) => text).join(' and '),
  params: pieces.flatMap(({ params }) => params),
})

/** The rows of a list in the order of one index: those whose entries begin with `lead`, in the order of `key`. */
export interface Walk {
  readonly table: string
  /** The columns of the index before those of `lead`, and what else is to hold for its entries. */
  readonly within: Piece
  /** The columns that have one value, and these values. */
  readonly lead: readonly (readonly [column: string, value: Value])[]
  /** The columns after them; the last is unique. */
  readonly key: readonly string[]
  readonly isDescending: boolean
  /** Values before and behind all of the key, where these are not texts. */
  readonly ends?: readonly [least: Value, most: Value]
  /** Further bounds of the first column of the key. */
  readonly bounds?: readonly (readonly [sign: '>=' | '<', value: Value])[]
  /** Where the rows are, if the index is that of another table. */
  readonly join?: { readonly table: string; readonly within: Piece; readonly id: string }
  /** Checked row by row. */
  readonly rest: readonly Piece[]
}

export interface Wanted {
  readonly what: string
  /** Values of the key. */
  readonly after: readonly Value[] | undefined
  readonly limit: number
}

export interface Step {
  readonly rows: readonly Row[]
  /** Where it stopped although rows are missing and the index goes on. */
  readonly end?: readonly Value[]
}

/** How many entries of an index one statement passes: a few milliseconds, even if no row is a match. */
const stride = 2_000

/** Enough for a page if one row in four is a match. */
export const firstStride = (limit: number): number => Math.min(stride, 4 * limit)

/** All rows at once, for where every entry of the index is a match. */
export async function wholeWalk(
  sql: Sql,
  walk: Walk,
  { what, after, limit }: Wanted,
): Promise<readonly Row[]> {
  const given = givenTo(sql, walk)
  const { text, params } = select(given, what, rangeOf(given.walk, placeOf(after)), { limit })
  return sql.all(text, params)
}

/** Up to `limit` rows from the next entries of the index. */
export async function step(sql: Sql, asked: Walk, wanted: Wanted, entries: number = stride): Promise<Step> {
  const { what, limit } = wanted
  const given = givenTo(sql, asked)
  const { walk } = given
  const after = placeOf(wanted.after)
  const fence = fenceOf(walk, after, entries)
  if (walk.key.length === 1) {
    const { text, params } = fenced(given, wanted, { after, fence, entries })
    const rows = await sql.all(text, params)
    if (rows.length === limit) return { rows }
    const [row] = rows
    if (row) return row.walk_end === null ? { rows } : { rows, end: [row.walk_end as Value] }
  }
  const found = await first(sql, fence.text, fence.params)
  const end = found && walk.key.map((_, index) => found[`key_${index}`] as Value)
  const { text, params } = select(given, what, rangeOf(walk, after, placeOf(end)), { limit, entries })
  const rows = await sql.all(text, params)
  return rows.length < limit && end ? { rows, end } : { rows }
}

/** As many rows as wanted, in as many statements as it takes: others get their turn between them. */
export async function walkOn(
  sql: Sql,
  walk: Walk,
  { what, after, limit }: Wanted,
  entries?: number,
): Promise<readonly Row[]> {
  let { rows, end } = await step(sql, walk, { what, after, limit }, entries)
  const found = [...rows]
  while (end && found.length < limit) {
    ;({ rows, end } = await step(sql, walk, { what, after: end, limit: limit - found.length }))
    found.push(...rows)
  }
  return found
}

/**
 * SQLite, which knows nothing about the data, would now and then take another index for an equality. If the bounds
 * and the order name the columns of `lead` too, no other fits. PostgreSQL estimates equalities well and such bounds
 * badly.
 */
function givenTo({ dialect }: Sql, walk: Walk): Given {
  if (dialect.leadsByBounds) return { dialect, walk }
  const { within, lead, ...rest } = walk
  return { dialect, walk: { ...rest, within: allOf([within, ...equalities(lead)]), lead: [] } }
}

interface Given {
  readonly dialect: Dialect
  readonly walk: Walk
}

const equalities = (lead: Walk['lead']): readonly Piece[] =>
  lead.map(([column, value]) => ({ text: `${column} = ?`, params: [value] }))

/** How many entries the index has for the walk, or `most` if there are more. */
export async function entriesOf(sql: Sql, walk: Walk, most: number): Promise<number> {
  const { table, within, lead, bounds = [], key } = walk
  const { text, params } = allOf([
    within,
    ...equalities(lead),
    ...bounds.map(([sign, value]) => ({ text: `${key[0]} ${sign} ?`, params: [value] })),
  ])
  const row = await first(
    sql,
    `select count(*) as count from (select 1 from ${table} where ${text} order by ${key.join(', ')} limit ?) as entries`,
    [...params, most],
  )
  return Number(row?.count)
}

function select(
  { dialect, walk }: Given,
  what: string,
  range: Piece,
  { limit, entries }: { readonly limit: number; readonly entries?: number },
): Piece {
  const { table, join, rest } = walk
  const order = orderOf(walk)
  if (!join && entries !== undefined && rest.length > 0 && !dialect.leadsByBounds) {
    // PostgreSQL takes the checks for rarer than they are, and would rather sort the whole table than walk on.
    const { text, params } = allOf(rest)
    const passed = `select * from ${table} where ${range.text} order by ${order} limit ?`
    return {
      text: `select ${what} from (${passed}) as ${table} where ${text} order by ${order} limit ?`,
      params: [...range.params, entries, ...params, limit],
    }
  }
  if (!join) {
    const { text, params } = allOf([range, ...rest])
    return {
      text: `select ${what} from ${table} where ${text} order by ${order} limit ?`,
      params: [...params, limit],
    }
  }
  const { text, params } = allOf([join.within, ...rest])
  if (dialect.leadsByBounds) {
    const entries = `(select ${columnsOf(walk).join(', ')} from ${table} where ${range.text}) as entries`
    return {
      text: `select ${what} from ${entries} cross join ${join.table} where ${join.id} = ${walk.key[0]} and ${text} order by ${order} limit ?`,
      params: [...range.params, ...params, limit],
    }
  }
  // Of a join PostgreSQL might begin with the other table, and read all of it.
  const ids = `select ${walk.key[0]} from ${table} where ${range.text} order by ${order}`
  const isExact = rest.length === 0
  return {
    text: `select ${what} from ${join.table} where ${dialect.among(join.id, isExact ? `${ids} limit ?` : ids)} and ${text} order by ${join.id}${walk.isDescending ? ' desc' : ''} limit ?`,
    params: [...range.params, ...(isExact ? [limit] : []), ...params, limit],
  }
}

type Index = Pick<Walk, 'within' | 'lead' | 'key' | 'isDescending' | 'bounds'>

const columnsOf = ({ lead, key }: Pick<Index, 'lead' | 'key'>): readonly string[] => [
  ...lead.map(([column]) => column),
  ...key,
]

const orderOf = (index: Index): string =>
  columnsOf(index)
    .map((column) => (index.isDescending ? `${column} desc` : column))
    .join(', ')

/** A place in the order of the key, as SQL. */
interface Place {
  readonly marks: readonly string[]
  readonly params: readonly Value[]
}

const placeOf = (values: readonly Value[] | undefined): Place | undefined =>
  values && { marks: values.map(() => '?'), params: values }

/** The entries beyond one place, up to and including another. */
function rangeOf(index: Index, after?: Place, end?: Place): Piece {
  const [past, upTo] = index.isDescending ? ['<', '>='] : ['>', '<=']
  return allOf([
    index.within,
    ...(index.bounds ?? []).flatMap(([sign, value]) => edge(index, sign, { marks: ['?'], params: [value] })),
    ...edge(index, after ? past : `${past}=`, after),
    ...edge(index, upTo, end),
  ])
}

/** One side of a range; without a place, the side on which the values of `lead` end. */
function edge(
  index: Index,
  sign: string,
  { marks, params }: Place = { marks: [], params: [] },
): readonly Piece[] {
  const values = [...index.lead.map(() => '?'), ...marks]
  const columns = columnsOf(index).slice(0, values.length)
  if (columns.length === 0) return []
  return [
    {
      text:
        columns.length === 1
          ? `${columns[0]} ${sign} ${values[0]}`
          : `(${columns.join(', ')}) ${sign} (${values.join(', ')})`,
      params: [...index.lead.map(([, value]) => value), ...params],
    },
  ]
}

/** The entry that ends a step; none if the index ends before. */
function fenceOf({ table, ...index }: Walk, after: Place | undefined, entries: number): Piece {
  const key = index.key.map((column, at) => `${column} as key_${at}`).join(', ')
  const { text, params } = rangeOf(index, after)
  return {
    text: `select ${key} from ${table} where ${text} order by ${orderOf(index)} limit 1 offset ?`,
    params: [...params, entries - 1],
  }
}

/** With a key of one column the fence fits into the statement, and each row says where it is. */
function fenced(
  given: Given,
  { what, limit }: Wanted,
  {
    after,
    fence,
    entries,
  }: { readonly after: Place | undefined; readonly fence: Piece; readonly entries: number },
): Piece {
  const { walk } = given
  const { isDescending, ends: [least, most] = ['', '\u{10ffff}'] } = walk
  const found = '(select key_0 from fence)'
  const end = { marks: [`coalesce(${found}, ?)`], params: [isDescending ? least : most] }
  const range = rangeOf(walk, after, end)
  const { text, params } = select(given, `${what}, ${found} as walk_end`, range, { limit, entries })
  return { text: `with fence as materialized (${fence.text}) ${text}`, params: [...fence.params, ...params] }
}
