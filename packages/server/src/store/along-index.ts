/**
 * That a column has a value, which is given twice; in a statement that is ordered by this column. PostgreSQL has no
 * statistics of a table that fills within seconds: every index that begins with the partition looks as good to it as
 * any other, and along one that knows nothing of the column it reads the whole partition each time. Only the right
 * index gives the order for nothing; after an equality, all of them would.
 */
export const alongIndex = (column: string): string => `${column} between ? and ?`
