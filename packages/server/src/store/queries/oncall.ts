import { kinds } from '@svc/model'
import { type PartitionId, readPartitionId } from '../partition-id.ts'
import { first, type Sql, textOrNull } from '../sql.ts'

/** Who is on call for something at this moment. */
export interface OnCallNow {
  readonly bindingId: string
  readonly userName: string
  readonly userEmail: string | null
  readonly userUid: string | null
}

/** By target; of several bindings the oldest, which was there first. */
export async function onCallFor(
  sql: Sql,
  partitionId: PartitionId,
  targetIds: readonly string[],
): Promise<ReadonlyMap<string, OnCallNow>> {
  if (targetIds.length === 0) return new Map()
  const rows = await sql.all(
    `select id, target_id, currently_on_call_user_name, currently_on_call_user_email,
       currently_on_call_user_uid from oncall_bindings
     where ${sql.dialect.oneOfPartition('target_id')}
       and currently_on_call_user_name is not null order by (id || '') desc`,
    [partitionId, JSON.stringify(targetIds)],
  )
  return new Map(
    rows.map((row) => [
      String(row.target_id),
      {
        bindingId: String(row.id),
        userName: String(row.currently_on_call_user_name),
        userEmail: row.currently_on_call_user_email as string | null,
        userUid: row.currently_on_call_user_uid as string | null,
      },
    ]),
  )
}

/** Who is on call by one binding; without a name nobody is. */
export interface Shift {
  readonly bindingId: string
  readonly userName: string | null
  readonly userEmail: string | null
  readonly userUid: string | null
  readonly until: string | null
}

/** All bindings of some targets, by target, the oldest first. */
export async function shiftsFor(
  sql: Sql,
  partitionId: PartitionId,
  targetIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Shift[]>> {
  const rows = await sql.all(
    `select id, target_id, currently_on_call_user_name, currently_on_call_user_email,
       currently_on_call_user_uid, current_shift_ends_at from oncall_bindings
     where ${sql.dialect.oneOfPartition('target_id')} order by (id || '')`,
    [partitionId, JSON.stringify(targetIds)],
  )
  const shifts = rows.map((row) => ({
    target: String(row.target_id),
    shift: {
      bindingId: String(row.id),
      userName: textOrNull(row.currently_on_call_user_name),
      userEmail: textOrNull(row.currently_on_call_user_email),
      userUid: textOrNull(row.currently_on_call_user_uid),
      until: textOrNull(row.current_shift_ends_at),
    },
  }))
  return new Map(
    Array.from(
      Map.groupBy(shifts, ({ target }) => target),
      ([target, own]) => [target, own.map(({ shift }) => shift)],
    ),
  )
}

/**
 * Sets when the rotas that name a person, by id or e-mail address, are evaluated next. Most people are in none, which
 * one look at all partitions shows.
 */
export async function setRotasDue(
  sql: Sql,
  partitionIds: readonly PartitionId[],
  { names, at }: { readonly names: readonly string[]; readonly at: string },
): Promise<void> {
  const kind = kinds.oncallBinding
  const rows = await sql.all(
    `select partition_id, record_id from elements where partition_id in (${partitionIds.map(() => '?').join(', ')})
       and kind = ? and field in (?, ?) and ${sql.dialect.oneOf('value')}`,
    [...partitionIds, kind.name, 'manual', 'rotaAddresses', JSON.stringify(names)],
  )
  const found = Map.groupBy(rows, ({ partition_id }) => readPartitionId(partition_id))
  for (const [partitionId, own] of found)
    await sql.run(
      `update ${kind.table} set changes_at = ? where partition_id = ? and ${sql.dialect.oneOf('id')}`,
      [at, partitionId, JSON.stringify(own.map(({ record_id }) => String(record_id)))],
    )
}

export interface FoundMember {
  readonly id: string
  readonly name: string | null
  readonly email: string
  readonly isActive: boolean
}

/** The member with an id, or with an e-mail address regardless of case. */
export async function findMember(
  sql: Sql,
  homeId: PartitionId,
  by: { readonly id: string } | { readonly email: string },
): Promise<FoundMember | undefined> {
  const [column, key] = 'id' in by ? ['id', by.id] : ['lower(email)', by.email.toLowerCase()]
  const row = await first(
    sql,
    `select id, display_name, email, is_active from users where partition_id = ? and ${column} = ?`,
    [homeId, key],
  )
  return (
    row && {
      id: String(row.id),
      name: row.display_name === null ? null : String(row.display_name),
      email: String(row.email),
      isActive: Boolean(Number(row.is_active)),
    }
  )
}
