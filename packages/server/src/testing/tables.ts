import type { Store } from '../store/open.ts'
import type { Row, Sql, Value } from '../store/sql.ts'

/** The only way around the store, for tests that inspect or damage what is stored. */
export const rowsIn = (
  store: Pick<Store, 'run'>,
  text: string,
  params: readonly Value[] = [],
): Promise<readonly Row[]> => store.run((sql) => sql.all(text, params))

/** How many rows were written. */
export const executeIn = (
  store: Pick<Store, 'transaction'>,
  text: string,
  params: readonly Value[] = [],
): Promise<number> => withTables(store, (sql) => sql.run(text, params))

/** The same for tables that need not survive a crash. */
export const executeInScratch = (
  { scratch }: Pick<Store, 'scratch'>,
  text: string,
  params: readonly Value[] = [],
): Promise<number> => scratch.run((sql) => sql.run(text, params))

/** Several statements in one transaction. */
export const withTables = <T>(
  store: Pick<Store, 'transaction'>,
  work: (sql: Sql) => Promise<T>,
): Promise<T> => store.transaction((tx) => tx.run(work))
