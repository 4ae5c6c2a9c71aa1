export interface Column {
  readonly name: string
  readonly type: 'text' | 'integer' | 'real'
}

/** A statement about one row, which can be run for many: row by row, or as one statement over arrays of values. */
export interface RowStatement {
  readonly table: string
  /** What a row's values are, in their order. */
  readonly columns: readonly Column[]
  readonly one: string
  /** `rows` is a row source with the columns, to be named `given`. */
  many(rows: string): string
}

export interface RowWrites {
  readonly statement: RowStatement
  readonly rows: readonly (readonly (string | number | null)[])[]
}

const namesOf = (columns: readonly Column[]): string => columns.map(({ name }) => name).join(', ')

const given = (rows: string, columns: readonly Column[]): string => `${rows} as given (${namesOf(columns)})`

const matching = (keys: readonly Column[]): string =>
  keys.map(({ name }) => `there.${name} = given.${name}`).join(' and ')

const marked = (columns: readonly Column[], separator: string): string =>
  columns.map(({ name }) => `${name} = ?`).join(separator)

export function insertInto(table: string, columns: readonly Column[], onConflict = ''): RowStatement {
  const head = `insert into ${table} (${namesOf(columns)})`
  return {
    table,
    columns,
    one: `${head} values (${columns.map(() => '?').join(', ')}) ${onConflict}`.trim(),
    many: (rows) => `${head} select ${namesOf(columns)} from ${given(rows, columns)} ${onConflict}`.trim(),
  }
}

/** The values to set come first in a row, then the key. */
export function updateOf(table: string, set: readonly Column[], keys: readonly Column[]): RowStatement {
  const columns = [...set, ...keys]
  const values = set.map(({ name }) => `${name} = given.${name}`).join(', ')
  return {
    table,
    columns,
    one: `update ${table} set ${marked(set, ', ')} where ${marked(keys, ' and ')}`,
    many: (rows) =>
      `update ${table} as there set ${values} from ${given(rows, columns)} where ${matching(keys)}`,
  }
}

export const removeFrom = (table: string, keys: readonly Column[]): RowStatement => ({
  table,
  columns: keys,
  one: `delete from ${table} where ${marked(keys, ' and ')}`,
  many: (rows) => `delete from ${table} as there using ${given(rows, keys)} where ${matching(keys)}`,
})

const ofType =
  (type: Column['type']) =>
  (...names: readonly string[]): readonly Column[] =>
    names.map((name) => ({ name, type }))

export const texts = ofType('text')
export const integers = ofType('integer')
