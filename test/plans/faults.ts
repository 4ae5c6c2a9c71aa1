type Row = Readonly<Record<string, unknown>>

/** Tables that may be read as a whole, and why. */
const allowed: Readonly<Record<string, string>> = {
  epoch: 'has one row',
  schema_migrations: 'has one for each step of the schema',
  integrations: 'has one for each type',
  scorecards: 'has 200 in a mode at most',
  webhooks: 'has 100 in a mode at most',
  group_mappings: 'has 1,000 in an organisation at most',
  sso_domains: 'has 200 in an organisation at most',
  search_pending: 'is emptied three times a second',
  search_backlog: 'has one for a partition at most, which is its key',
  search_index: 'is an index itself, and no table of rows',
  partitions: 'has two for each organisation, and is looked through by jobs that a write wakes',
  sweeps: 'has what those jobs have left to do',
  secret_values: 'is counted by key, along an index, the first time that a process uses its key',
  totp_secrets: 'is counted by key too, which has at most one row for each person',
  saml_keys: 'is counted by key too, which has a row or two for each organisation',
  mails: 'is counted by key too, and is emptied of what is a week old',
}

export const isPlanned = (text: string): boolean => /^[\s(]*(select|with|update|delete|insert)\b/i.test(text)

const hasLimit = (text: string): boolean => /\blimit\b/.test(text)
/** Rows that were named one by one, or counted. */
const isOfFew = (text: string): boolean => hasLimit(text) || /json_each\(\?\)|place < \?/.test(text)

/** Without statistics, its plan is the same for every size. */
export function faultsOnSqlite(all: (text: string) => readonly Row[], text: string): readonly string[] {
  const tables = new Set(all(`select name from sqlite_master where type = 'table'`).map(({ name }) => name))
  const details = all(`explain query plan ${text}`).map(({ detail }) => String(detail))
  return details.filter((detail) => {
    if (/TEMP B-TREE/.test(detail)) return !isOfFew(text) && !(firstTableIn(text) in allowed)
    const [, verb, name = ''] = /^(SCAN|SEARCH) (\w+)/.exec(detail) ?? []
    const table = tableNamed(name, text)
    if (!tables.has(table) || table in allowed) return false
    return verb === 'SCAN' || (/\(partition_id=\?\)$/.test(detail) && !hasLimit(text))
  })
}

const firstTableIn = (text: string): string => /\bfrom (\w+)/.exec(text)?.[1] ?? ''

/** What a plan calls by another name, if the statement does. */
function tableNamed(name: string, text: string): string {
  const naming = new RegExp(`\\b(?:from|join|update|into)\\s+(\\w+)\\s+(?:as\\s+)?${name}\\b`)
  return naming.exec(text)?.[1] ?? name
}

export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Recheck Cond'?: string
  readonly Plans?: readonly PlanNode[]
}

/** Of a plan that was made without permission to scan: what no index serves is scanned all the same. */
export function faultsOnPostgres(plan: PlanNode, text: string): readonly string[] {
  const table = plan['Relation Name']
  const isWhole =
    table !== undefined &&
    !(table in allowed) &&
    plan['Node Type'].endsWith('Scan') &&
    plan['Index Cond'] === undefined &&
    plan['Recheck Cond'] === undefined &&
    !hasLimit(text)
  const below = (plan.Plans ?? []).flatMap((one) => faultsOnPostgres(one, text))
  return isWhole ? [`${plan['Node Type']} of ${table}`, ...below] : below
}
