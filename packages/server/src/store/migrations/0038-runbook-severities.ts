import type { Migration } from '../migration.ts'

type Sql = Parameters<NonNullable<Migration['fill']>>[0]

const atOnce = 500

/** Severities of runbooks are looked up from the other side, so each has a row of its own, as tags have. */
export async function indexSeverities(sql: Sql): Promise<void> {
  let after = ['', '']
  for (;;) {
    const rows = await sql.all(
      `select partition_id, id, linked_incident_severities as words from runbooks
       where (partition_id, id) > (?, ?) order by partition_id, id limit ${atOnce}`,
      after,
    )
    for (const row of rows) {
      for (const word of new Set(JSON.parse(String(row.words)) as readonly string[])) {
        await sql.run(
          `insert into elements (partition_id, kind, field, record_id, value) values (?, ?, ?, ?, ?)`,
          [String(row.partition_id), 'runbook', 'linkedIncidentSeverities', String(row.id), word],
        )
      }
    }
    const last = rows.at(-1)
    if (!last || rows.length < atOnce) return
    after = [String(last.partition_id), String(last.id)]
  }
}

export const migration: Migration = {
  id: '0038-runbook-severities',
  statements: [],
  fill: indexSeverities,
}
