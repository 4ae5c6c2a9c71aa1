import { whatIsCounted } from '../facet-values.ts'
import {
  type PartitionId,
  type PartitionRole,
  type Partitions,
  partitionIdOf,
  partitionsOf,
} from '../partition-id.ts'
import { first, type Row, type Sql } from '../sql.ts'

export interface Organisation extends Partitions {
  readonly id: string
  readonly name: string
}

export async function insertOrganisation(
  tx: Sql,
  { id, name, at }: { id: string; name: string; at: string },
): Promise<void> {
  await tx.run('insert into organisations (id, name, created_at) values (?, ?, ?)', [id, name, at])
  const { partitions, home } = partitionsOf(id)
  for (const [role, partition] of Object.entries({ ...partitions, home })) {
    await tx.run(
      `insert into partitions (id, organisation_id, role, revision, last_seq, facets_revision, facets_of)
       values (?, ?, ?, 0, 0, 0, ?)`,
      [partition, id, role, whatIsCounted],
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

export async function renameOrganisation(sql: Sql, id: string, name: string): Promise<void> {
  await sql.run('update organisations set name = ? where id = ?', [name, id])
}

/** The only organisation; undefined if there are several, or none. */
export async function onlyOrganisation(sql: Sql): Promise<Organisation | undefined> {
  const [row, ...others] = await sql.all('select id, name from organisations limit 2')
  return row && others.length === 0 ? toOrganisation(row) : undefined
}

export async function listOrganisations(sql: Sql): Promise<readonly Organisation[]> {
  return (await sql.all('select id, name from organisations order by id')).map(toOrganisation)
}

/** An organisation with what moves along with it: when it was created, and its counters. */
export interface OrganisationState {
  readonly organisation: { readonly id: string; readonly name: string; readonly createdAt: string }
  readonly partitions: Readonly<Record<PartitionRole, PartitionState>>
}

export interface PartitionState {
  readonly revision: number
  readonly lastSeq: number
}

export async function organisationState(sql: Sql, id: string): Promise<OrganisationState> {
  const row = await first(sql, 'select name, created_at from organisations where id = ?', [id])
  const rows = await sql.all('select role, revision, last_seq from partitions where organisation_id = ?', [
    id,
  ])
  const states = new Map(
    rows.map(({ role, revision, last_seq }) => [
      String(role),
      { revision: Number(revision), lastSeq: Number(last_seq) },
    ]),
  )
  const stateOf = (role: PartitionRole): PartitionState => {
    const state = states.get(role)
    if (!state) throw new Error(`There is no partition ${partitionIdOf(id, role)}.`)
    return state
  }
  return {
    organisation: { id, name: String(row?.name), createdAt: String(row?.created_at) },
    partitions: { live: stateOf('live'), test: stateOf('test'), home: stateOf('home') },
  }
}

export async function setPartitionState(
  tx: Sql,
  partition: PartitionId,
  { revision, lastSeq }: PartitionState,
): Promise<void> {
  await tx.run('update partitions set revision = ?, last_seq = ? where id = ?', [
    revision,
    lastSeq,
    partition,
  ])
}
