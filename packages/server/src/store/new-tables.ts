/**
 * DDL for a database that is still empty: columns that are added later stand in the statement that creates their table.
 * SQLite checks the whole schema again for each column that it adds, which takes ten times as long as all the rest.
 */
export function withAddedColumns(statements: readonly string[]): readonly string[] {
  const folded: (string | undefined)[] = []
  const created = new Map<string, number>()
  for (const statement of statements) {
    const [, added, column] = /^\s*alter table (\w+) add column (.+?)\s*$/is.exec(statement) ?? []
    const at = added === undefined ? undefined : created.get(added)
    if (at !== undefined && column !== undefined) {
      folded[at] = withColumn(folded[at] ?? '', column)
      continue
    }
    const [, table] = /^\s*create table (\w+)\s*\(/i.exec(statement) ?? []
    if (table !== undefined) created.set(table, folded.length)
    folded.push(statement)
  }
  return folded.filter((statement) => statement !== undefined)
}

/** Where SQLite puts it, too: after the last column, before what is said of several columns. */
function withColumn(create: string, column: string): string {
  const at = endOfColumns(create)
  return `${create.slice(0, at)}, ${column}${create.slice(at)}`
}

function endOfColumns(create: string): number {
  let depth = 0
  for (const { 0: token, index } of create.matchAll(/'(?:[^']|'')*'|"[^"]*"|[(),]/g)) {
    if (token === '(') depth += 1
    if (token === ')') depth -= 1
    if (
      (token === ')' && depth === 0) ||
      (token === ',' && depth === 1 && isOfTable(create.slice(index + 1)))
    )
      return index
  }
  return create.length
}

const isOfTable = (rest: string): boolean =>
  /^\s*(constraint|primary key|unique|check|foreign key)\b/i.test(rest)
