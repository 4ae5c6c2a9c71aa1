import type { Sql, Value } from '../sql.ts'

/** What a directory may look for, as SQL. Values are bound, and columns come from this file alone. */

const columns = {
  // Of a person.
  id: 'p.user_id',
  userName: 'p.user_name_key',
  externalId: 'p.external_id',
  displayName: 'p.display_key',
  givenName: 'p.given_key',
  familyName: 'p.family_key',
  active: 'u.is_active',
  created: 'p.created_at',
  modified: 'case when u.updated_at > p.updated_at then u.updated_at else p.updated_at end',
  // Of an e-mail address.
  address: 'e.value_key',
  addressType: 'e.type_key',
  isPrimary: 'e.is_primary',
  // Of a group.
  groupId: 'g.id',
  groupExternalId: 'g.external_id',
  groupName: 'g.display_key',
  groupCreated: 'g.created_at',
  groupModified: 'g.updated_at',
  // Of a member of a group.
  member: 'm.user_id',
} as const

export type ScimColumn = keyof typeof columns

export type ScimOperator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le' | 'pr'

export type ScimCondition =
  | { readonly is: 'all' | 'any'; readonly parts: readonly ScimCondition[] }
  | { readonly is: 'not'; readonly part: ScimCondition }
  | {
      readonly is: 'compared'
      readonly column: ScimColumn
      readonly operator: ScimOperator
      readonly value: Value
    }
  | { readonly is: 'some'; readonly of: 'emails' | 'members'; readonly part: ScimCondition }

const some = {
  emails: 'scim_emails e where e.partition_id = p.partition_id and e.user_id = p.user_id',
  members: 'scim_members m where m.partition_id = g.partition_id and m.group_id = g.id',
} as const

export function conditionSql(
  condition: ScimCondition,
  params: Value[],
  dialect: Pick<Sql['dialect'], 'contains'>,
): string {
  switch (condition.is) {
    case 'all':
    case 'any': {
      const parts = condition.parts.map((part) => conditionSql(part, params, dialect))
      return `(${parts.join(condition.is === 'all' ? ' and ' : ' or ')})`
    }
    case 'not':
      return `((${conditionSql(condition.part, params, dialect)}) is not true)`
    case 'some':
      return `exists (select 1 from ${some[condition.of]} and ${conditionSql(condition.part, params, dialect)})`
    case 'compared':
      return comparison(columns[condition.column], condition, params, dialect)
  }
}

const signs = { eq: '=', gt: '>', ge: '>=', lt: '<', le: '<=' } as const

function comparison(
  column: string,
  { operator, value }: { readonly operator: ScimOperator; readonly value: Value },
  params: Value[],
  dialect: Pick<Sql['dialect'], 'contains'>,
): string {
  if (operator === 'pr') return `${column} is not null`
  if (value === null) return `${column} is ${operator === 'ne' ? 'not ' : ''}null`
  params.push(value)
  switch (operator) {
    case 'ne':
      return `(${column} is null or ${column} <> ?)`
    case 'co':
      return dialect.contains(column)
    case 'sw':
      params.push(value)
      return `substr(${column}, 1, length(?)) = ?`
    case 'ew':
      params.push(value, value)
      return `(length(${column}) >= length(?) and substr(${column}, length(${column}) - length(?) + 1) = ?)`
    default:
      return `${column} ${signs[operator]} ?`
  }
}
