/**
 * Tables that need not survive a crash, in portable DDL, for an engine that keeps them outside its database. On the
 * other, migrations create them.
 */
export const scratchTables: Readonly<Record<string, string>> = {
  allowances: `create table if not exists allowances (
    subject text not null primary key,
    ends_at integer not null,
    taken integer not null
  ) strict`,
}
