import type { Mode } from '@svc/model'
import { first, type Row, type Sql } from './sql.ts'

export interface Organisation {
  readonly id: string
  readonly name: string
  /** Catalog data, one partition for each mode. */
  readonly partitions: Readonly<Record<Mode, string>>
  /** Members, credentials and sign-in: shared by both modes. */
  readonly home: string
}

export const partitionsOf = (organisationId: string): Pick<Organisation, 'partitions' | 'home'> => ({
  partitions: { live: `${organisationId}.live`, test: `${organisationId}.test` },
  home: `${organisationId}.home`,
})

export async function insertOrganisation(
  tx: Sql,
  { id, name, at }: { id: string; name: string; at: string },
): Promise<void> {
  await tx.run('insert into organisations (id, name, created_at) values (?, ?, ?)', [id, name, at])
  const { partitions, home } = partitionsOf(id)
  for (const [role, partition] of Object.entries({ ...partitions, home })) {
    await tx.run(
      'insert into partitions (id, organisation_id, role, revision, last_seq) values (?, ?, ?, 0, 0)',
      [partition, id, role],
    )
  }
}

const toOrganisation = ({ id, name }: Row): Organisation => ({
  id: String(id),
  name: String(name),
  ...partitionsOf(String(id)),
})

export async function findOrganisation(sql: Sql, id: string): Promise<Organisation | undefined> {
  const row = await first(sql, 'select id, name from organisations where id = ?', [id])
  return row && toOrganisation(row)
}

export async function listOrganisations(sql: Sql): Promise<readonly Organisation[]> {
  return (await sql.all('select id, name from organisations order by id')).map(toOrganisation)
}
