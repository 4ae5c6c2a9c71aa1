import type { Migration } from '../migration.ts'

type Sql = Parameters<NonNullable<Migration['fill']>>[0]

interface Scan {
  readonly partition_id: string
  readonly id: string
  readonly app_id: string
  readonly scanned_at: string
  readonly mappings: string
}

/** A snapshot may hold a thousand mappings: few are in memory at a time. */
const atOnce = 200

/** Scans that were there before are looked up by project, environment and time as new ones are. */
async function fillPlaces(sql: Sql): Promise<void> {
  let after = ['', '']
  for (;;) {
    const rows = await sql.all(
      `select partition_id, id, app_id, scanned_at, mappings from drift_snapshots
       where (partition_id, id) > (?, ?) order by partition_id, id limit ${atOnce}`,
      after,
    )
    for (const row of rows) {
      const scan = row as unknown as Scan
      for (const place of placesOf(scan))
        await sql.run(
          `insert into elements (partition_id, kind, field, record_id, value)
           values (?, 'drift_snapshot', 'covers', ?, ?)`,
          [scan.partition_id, scan.id, place],
        )
      after = [scan.partition_id, scan.id]
    }
    if (rows.length < atOnce) return
  }
}

function placesOf({ app_id, scanned_at, mappings }: Scan): readonly string[] {
  const listed = JSON.parse(mappings) as readonly { readonly environment: string }[]
  const named = [...new Set(listed.map(({ environment }) => environment))]
  const time = new Date(scanned_at).toISOString()
  return (named.length > 0 ? named : [null]).map((one) => `${app_id} ${JSON.stringify(one)} ${time}`)
}

/** Which environments a drift scan was about. */
export const migration: Migration = {
  id: '0036-drift-environments',
  statements: [`alter table drift_snapshots add column "environments" text not null default '[]'`],
  fill: fillPlaces,
}
