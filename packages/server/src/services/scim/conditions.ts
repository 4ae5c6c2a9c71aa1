import type { ScimColumn, ScimCondition } from '../../store/queries/scim-filter.ts'
import { type Filter, type FilterValue, parseFilter } from './filter.ts'
import { badRequest, shortened } from './refusal.ts'
import type { ResourceType } from './attributes.ts'

/** How a column is compared: as it is, in lower case, as yes or no, or as a time. */
type Reading = 'exact' | 'folded' | 'yes' | 'time'

interface Filterable {
  readonly column: ScimColumn
  readonly reading: Reading
  /** Set if a resource has several values. */
  readonly of?: 'emails' | 'members'
}

const email = { of: 'emails' } as const

const filterables: Readonly<Record<ResourceType['name'], ReadonlyMap<string, Filterable>>> = {
  User: new Map<string, Filterable>([
    ['id', { column: 'id', reading: 'exact' }],
    ['username', { column: 'userName', reading: 'folded' }],
    ['externalid', { column: 'externalId', reading: 'exact' }],
    ['displayname', { column: 'displayName', reading: 'folded' }],
    ['name.givenname', { column: 'givenName', reading: 'folded' }],
    ['name.familyname', { column: 'familyName', reading: 'folded' }],
    ['active', { column: 'active', reading: 'yes' }],
    ['meta.created', { column: 'created', reading: 'time' }],
    ['meta.lastmodified', { column: 'modified', reading: 'time' }],
    ['emails', { column: 'address', reading: 'folded', ...email }],
    ['emails.value', { column: 'address', reading: 'folded', ...email }],
    ['emails.type', { column: 'addressType', reading: 'folded', ...email }],
    ['emails.primary', { column: 'isPrimary', reading: 'yes', ...email }],
  ]),
  Group: new Map<string, Filterable>([
    ['id', { column: 'groupId', reading: 'exact' }],
    ['externalid', { column: 'groupExternalId', reading: 'exact' }],
    ['displayname', { column: 'groupName', reading: 'folded' }],
    ['meta.created', { column: 'groupCreated', reading: 'time' }],
    ['meta.lastmodified', { column: 'groupModified', reading: 'time' }],
    ['members', { column: 'member', reading: 'exact', of: 'members' }],
    ['members.value', { column: 'member', reading: 'exact', of: 'members' }],
  ]),
}

/** A filter as the database understands it. */
export function conditionFor(type: ResourceType, text: string): ScimCondition {
  const known = filterables[type.name]
  const core = `${type.schema.urn.toLowerCase()}:`

  const keyOf = (attribute: string): string => {
    const key = attribute.toLowerCase()
    return key.startsWith(core) ? key.slice(core.length) : key
  }

  const find = (attribute: string, within: string | undefined): Filterable => {
    const key = within === undefined ? keyOf(attribute) : `${within}.${attribute.toLowerCase()}`
    const found = known.get(key)
    if (found) return found
    throw badRequest(
      'invalidFilter',
      `The attribute ${shortened(attribute)} cannot be filtered by. Possible are: ${[...known.keys()].join(', ')}.`,
    )
  }

  const convert = (filter: Filter, within: string | undefined): ScimCondition => {
    switch (filter.is) {
      case 'all':
      case 'any':
        return { is: filter.is, parts: filter.parts.map((part) => convert(part, within)) }
      case 'not':
        return { is: 'not', part: convert(filter.part, within) }
      case 'some': {
        const key = keyOf(filter.attribute)
        const { of } = find(filter.attribute, undefined)
        if (within !== undefined || !of || key !== of)
          throw badRequest('invalidFilter', `${shortened(filter.attribute)} has no values with parts.`)
        return { is: 'some', of, part: convert(filter.part, key) }
      }
      case 'compared': {
        const { column, reading, of } = find(filter.attribute, within)
        const { operator } = filter
        if (reading === 'yes' && !['eq', 'ne', 'pr'].includes(operator))
          throw badRequest(
            'invalidFilter',
            `${shortened(filter.attribute)} is true or false: compare it with eq.`,
          )
        const value = operator === 'pr' ? null : readAs(reading, filter.value, filter.attribute)
        const compared = { is: 'compared', column, operator, value } as const
        return of && within === undefined ? { is: 'some', of, part: compared } : compared
      }
    }
  }

  return convert(parseFilter(text), undefined)
}

function readAs(reading: Reading, value: FilterValue, attribute: string): string | number | null {
  if (value === null) return null
  if (reading === 'yes') {
    const word = String(value).toLowerCase()
    if (word !== 'true' && word !== 'false')
      throw badRequest('invalidFilter', `${shortened(attribute)} is true or false, not ${shortened(value)}.`)
    return word === 'true' ? 1 : 0
  }
  if (reading === 'time') {
    const time = Date.parse(String(value))
    if (Number.isNaN(time))
      throw badRequest('invalidFilter', `${shortened(attribute)} is a time, not ${shortened(value)}.`)
    return new Date(time).toISOString()
  }
  return reading === 'folded' ? folded(String(value)) : String(value)
}

/** How texts are compared whose case does not matter. */
export const folded = (text: string): string => text.toLowerCase()
