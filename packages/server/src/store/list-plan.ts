import type { Kind } from '@svc/model'
import { columnOf, columnTypes, isStored } from './codec.ts'
import type { Condition, ListQuery } from './list-query.ts'
import type { PartitionId } from './partition-id.ts'
import type { Dialect, Row, Sql, Value } from './sql.ts'
import { candidatesFor } from './search/candidates.ts'
import { fold, quoted } from './table.ts'
import {
  allOf,
  entriesOf,
  firstStride,
  type Piece,
  step,
  type Walk,
  type Wanted,
  walkOn,
  wholeWalk,
} from './walk.ts'

/** How a list is sorted before the id decides. */
export interface PlannedOrder {
  readonly column?: string
  readonly field?: string
  readonly isDescending: boolean
}

export interface PlannedList {
  readonly kind: Kind
  readonly partitionId: PartitionId
  readonly dialect: Dialect
  readonly order: PlannedOrder
  readonly query: ListQuery & { readonly limit: number }
}

/** Rather than walking a sorted list for so few matches, all of them are sorted. */
const collectAtMost = 10_000

/**
 * The rows of a list, found so that no statement passes more than a few thousand entries of an index, whatever is
 * stored and whatever the engine believes about it. Undefined for what is bounded by itself, such as a list of ids,
 * or has an index of its own.
 *
 * Most lists are filled from the first entries of the index that serves their order. Where they are not, the filters
 * are counted, up to a bound, and the rarest of them leads.
 */
export function plannedRows(sql: Sql, list: PlannedList, what: string): Promise<readonly Row[]> | undefined {
  const { query } = list
  if (!query.where.every((condition) => isPlanned(list.kind, condition))) return undefined
  const wanted = { what, after: query.after, limit: query.limit }
  const texts = query.where.flatMap((condition) => ('search' in condition ? [condition.search] : []))
  return texts.length > 0 ? searched(sql, list, wanted, texts) : unsearched(sql, list, wanted)
}

function unsearched(sql: Sql, list: PlannedList, wanted: Wanted): Promise<readonly Row[]> {
  const own = ownWalk(list)
  if (own) return inOrder(sql, own, wanted)
  if (list.order.column === undefined) return byId(sql, list, wanted)
  return sorted(sql, list, wanted)
}

/**
 * Whatever contains a common text is soon met. For another, the text index names the only records that can contain
 * it, unless they are many: then the list is walked on, and the more there are, the sooner it is filled.
 */
async function searched(
  sql: Sql,
  list: PlannedList,
  wanted: Wanted,
  texts: readonly string[],
): Promise<readonly Row[]> {
  const { kind, partitionId } = list
  const walk = ownWalk(list) ?? walkOf(list)
  const { rows, end } = await step(sql, walk, wanted, lookedAtFirst)
  if (!end) return rows
  const left = { ...wanted, after: end, limit: wanted.limit - rows.length }
  const isCommon = rows.length >= notByChance && left.limit * lookedAtFirst <= walkedGladly * rows.length
  const ids = isCommon ? undefined : await candidatesFor(sql, partitionId, kind, texts)
  return [...rows, ...(await (ids ? amongIds(sql, list, ids, left) : unsearched(sql, list, left)))]
}

/** How many entries show how common a text is, and how many may be left to pass without asking the text index. */
const [lookedAtFirst, walkedGladly] = [300, 5_000]
/** One or two among the first show nothing. */
const notByChance = 4

async function inOrder(sql: Sql, walk: Walk, wanted: Wanted): Promise<readonly Row[]> {
  return walk.rest.length > 0
    ? walkOn(sql, walk, wanted, firstStride(wanted.limit))
    : wholeWalk(sql, walk, wanted)
}

async function byId(sql: Sql, list: PlannedList, wanted: Wanted): Promise<readonly Row[]> {
  const leaders = leadersOf(list)
  const guess = walkOf(list, leaders[0])
  if (leaders.length < 2) return inOrder(sql, guess, wanted)
  const { rows, end } = await step(sql, guess, wanted, firstStride(wanted.limit))
  if (!end) return rows
  const { leader } = await rarest(sql, list, leaders)
  const left = { ...wanted, after: end, limit: wanted.limit - rows.length }
  return [...rows, ...(await walkOn(sql, walkOf(list, leader), left))]
}

async function sorted(sql: Sql, list: PlannedList, wanted: Wanted): Promise<readonly Row[]> {
  const walk = walkOf(list)
  const leaders = leadersOf(list)
  if (leaders.length === 0) return inOrder(sql, walk, wanted)
  const { rows, end } = await step(sql, walk, wanted, firstStride(wanted.limit))
  if (!end) return rows
  const { leader, entries } = await rarest(sql, list, leaders)
  const left = { ...wanted, after: end, limit: wanted.limit - rows.length }
  const more = entries < collectAtMost ? collected(sql, list, leader, left) : walkOn(sql, walk, left)
  return [...rows, ...(await more)]
}

async function rarest(
  sql: Sql,
  list: PlannedList,
  leaders: readonly Condition[],
): Promise<{ readonly leader: Condition; readonly entries: number }> {
  let best: { readonly leader: Condition; readonly entries: number } | undefined
  for (const leader of leaders) {
    const entries = await entriesOf(sql, walkOf(list, leader), best?.entries ?? collectAtMost)
    if (!best || entries < best.entries) best = { leader, entries }
  }
  if (!best) throw new Error('There is no filter to lead.')
  return best
}

function collected(sql: Sql, list: PlannedList, leader: Condition, wanted: Wanted): Promise<readonly Row[]> {
  const { kind, partitionId } = list
  const { rest } = walkOf(list, leader)
  const found = 'has' in leader ? among(sql, elementsWith(kind, partitionId, leader)) : served(kind, leader)
  return allSorted(sql, list, { found, rest }, wanted)
}

function amongIds(
  sql: Sql,
  list: PlannedList,
  ids: readonly string[],
  wanted: Wanted,
): Promise<readonly Row[]> {
  const found = { text: sql.dialect.oneOf('id'), params: [JSON.stringify(ids)] }
  return allSorted(sql, list, { found, rest: walkOf(list).rest }, wanted)
}

/** All of a few matches, sorted by the engine: the order has the form for which it takes no index. */
function allSorted(
  sql: Sql,
  { kind, partitionId, order }: PlannedList,
  { found, rest }: { readonly found: Piece; readonly rest: readonly Piece[] },
  wanted: Wanted,
): Promise<readonly Row[]> {
  return wholeWalk(
    sql,
    {
      table: kind.table,
      within: allOf([inPartition(partitionId), found]),
      lead: [],
      key: keyOf(order).map((column) => `(${column} || '')`),
      isDescending: order.isDescending,
      rest,
    },
    wanted,
  )
}

const among = ({ dialect }: Sql, { text, params }: Piece): Piece => ({
  text: dialect.among('id', `select record_id from elements where ${text}`),
  params,
})

/** Filters that an index serves, the likeliest to be rare first. */
function leadersOf({ kind, query }: PlannedList): readonly Condition[] {
  const rank = (condition: Condition): number => {
    if ('array' in condition) return 1
    const field = 'field' in condition ? condition.field : ''
    if (field === kind.hiddenBy || field === kind.softDelete) return 3
    return kind.fields[field]?.type === 'ref' && 'is' in condition ? 0 : 2
  }
  return query.where.filter((one) => isLeader(kind, one)).toSorted((a, b) => rank(a) - rank(b))
}

const isIndexed = (kind: Kind, key: string): boolean => {
  const field = kind.fields[key]
  if (!field || !isStored(field)) return false
  return field.traits.filter === true || field.type === 'ref' || isFlag(kind, key)
}

/** What lists leave out by default. */
const isFlag = ({ hiddenBy, softDelete }: Kind, key: string): boolean =>
  key === hiddenBy || key === softDelete

function isLeader(kind: Kind, condition: Condition): boolean {
  if ('has' in condition) return true
  return ('isMissing' in condition || isEquality(condition)) && isIndexed(kind, condition.field)
}

type Equality = Extract<Condition, { readonly is: unknown; readonly by?: never }>

const isEquality = (condition: Condition): condition is Equality =>
  'is' in condition && !('through' in condition)

/** Conditions that can be checked row by row: whatever else has an index of its own, or few matches. */
function isPlanned(kind: Kind, condition: Condition): boolean {
  if (isLeader(kind, condition) || 'array' in condition || 'search' in condition) return true
  if ('isNot' in condition) return true
  if ('in' in condition) return condition.field !== 'id'
  return isEquality(condition) && kind.fields[condition.field]?.type === 'boolean'
}

const keyOf = ({ column }: PlannedOrder): readonly string[] => [
  ...(column === undefined ? [] : [column]),
  'id',
]

/** Along the index of the filters that must be given, which is in the kind's own order. */
function ownWalk(list: PlannedList): Walk | undefined {
  const { kind, query, order, partitionId } = list
  const { requiredFilters, newestBy } = kind
  if (!requiredFilters || newestBy === undefined || order.field !== newestBy) return undefined
  const given = query.where.filter(isEquality).filter(({ field }) => requiredFilters.includes(field))
  if (given.length !== requiredFilters.length) return undefined
  return {
    table: kind.table,
    within: inPartition(partitionId),
    lead: given.map((one) => [quoted(one.field), storedValue(kind, one)]),
    key: keyOf(order),
    isDescending: order.isDescending,
    rest: query.where.filter((one) => !given.some((other) => other === one)).map((one) => checked(list, one)),
  }
}

/** Along the index of one filter, which is in the order of the ids; without one, along that of the order. */
function walkOf(list: PlannedList, leader?: Condition): Walk {
  const { kind, query, order, partitionId, dialect } = list
  const { isDescending } = order
  const rest = query.where.filter((one) => one !== leader).map((condition) => checked(list, condition))
  const place = { table: kind.table, within: inPartition(partitionId), isDescending, rest }
  if (!leader) return { ...place, lead: [], key: keyOf(order) }
  if ('has' in leader) {
    return {
      ...place,
      table: 'elements',
      within: allOf([
        inPartition(partitionId),
        { text: 'kind = ? and field = ?', params: [kind.name, leader.array] },
      ]),
      join: { table: kind.table, within: inPartition(partitionId), id: 'id' },
      lead: [['value', leader.has]],
      key: ['record_id'],
    }
  }
  if ('isMissing' in leader) {
    // No bound can name a value that is missing, so SQLite is told by name which index to take.
    const table = dialect.indexed(kind.table, columnOf(leader.field))
    return { ...place, table, within: allOf([place.within, served(kind, leader)]), lead: [], key: ['id'] }
  }
  if (!isEquality(leader)) throw new Error('No index serves this.')
  return { ...place, lead: [[quoted(leader.field), storedValue(kind, leader)]], key: ['id'] }
}

const inPartition = (partitionId: PartitionId): Piece => ({ text: 'partition_id = ?', params: [partitionId] })

const elementsWith = (kind: Kind, partitionId: PartitionId, { array, has }: Has): Piece => ({
  text: 'partition_id = ? and kind = ? and field = ? and value = ?',
  params: [partitionId, kind.name, array, has],
})

type Has = Extract<Condition, { readonly has: string }>

/** As an index serves it. */
function served(kind: Kind, condition: Condition): Piece {
  if ('isMissing' in condition) return { text: `${quoted(condition.field)} is null`, params: [] }
  if (!isEquality(condition)) throw new Error('No index serves this.')
  return { text: `${quoted(condition.field)} = ?`, params: [storedValue(kind, condition)] }
}

function storedValue(kind: Kind, { field, is }: Equality): Value {
  const isBoolean = kind.fields[field]?.type === 'boolean' && is !== null
  return isBoolean || typeof is === 'boolean' ? Number(Boolean(is)) : is
}

/** As it is checked on a row that was found otherwise. */
function checked({ kind, partitionId, dialect }: PlannedList, condition: Condition): Piece {
  if ('search' in condition)
    return { text: dialect.contains('search_text'), params: [fold(condition.search)] }
  if ('array' in condition) return checkedArray(kind, partitionId, condition)
  if (!('field' in condition)) throw new Error('This is not checked row by row.')
  const column = unindexed(kind, condition.field)
  if ('isMissing' in condition) return { text: `${column} is null`, params: [] }
  if ('isNot' in condition) {
    const marks = condition.isNot.map(() => '?').join(', ')
    return { text: `(${column} is null or ${column} not in (${marks}))`, params: condition.isNot }
  }
  if ('in' in condition) {
    if (condition.in.length === 0) return { text: '1 = 0', params: [] }
    return { text: `${column} in (${condition.in.map(() => '?').join(', ')})`, params: condition.in }
  }
  if (!isEquality(condition)) throw new Error('This is not checked row by row.')
  return { text: `${column} = ?`, params: [storedValue(kind, condition)] }
}

function checkedArray(
  kind: Kind,
  partitionId: PartitionId,
  condition: Extract<Condition, { readonly array: string }>,
): Piece {
  const { array } = condition
  if ('isEmpty' in condition) return { text: `(${quoted(array)} || '') = '[]'`, params: [] }
  const values =
    'has' in condition ? [condition.has] : 'lacks' in condition ? [condition.lacks] : condition.hasOneOf
  const marks = values.map(() => '?').join(', ')
  return {
    // Of a sub-select in this place no engine makes a join, for which it might read all records with the value.
    text: `(select 1 from elements where partition_id = ? and kind = ? and field = ? and value in (${marks}) and record_id = ${kind.table}.id limit 1) is ${'lacks' in condition ? '' : 'not '}null`,
    params: [partitionId, kind.name, array, ...values],
  }
}

/** A column in a form for which no engine takes an index. */
function unindexed(kind: Kind, key: string): string {
  const type = kind.fields[key]?.type
  return type && columnTypes[type] !== 'text' ? `(${quoted(key)} + 0)` : `(${quoted(key)} || '')`
}
