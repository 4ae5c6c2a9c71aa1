import { hash } from 'node:crypto'
import type { ScimGroup } from '../../store/queries/scim-groups.ts'
import type { ListedPerson } from '../../store/queries/scim-people.ts'
import { groupType, type ResourceType, userType } from './attributes.ts'
import { badRequest } from './refusal.ts'

/** A resource as a directory gets it. */
export interface Resource {
  readonly id: string
  readonly schemas: readonly string[]
  readonly meta: {
    readonly resourceType: string
    readonly created: string
    readonly lastModified: string
    readonly location: string
    readonly version: string
  }
  readonly [attribute: string]: unknown
}

const laterOf = (one: string, other: string | null): string => (other !== null && other > one ? other : one)

export function personResource(url: string, { person, isActive, memberUpdatedAt }: ListedPerson): Resource {
  const { userId: id, attributes, createdAt, updatedAt } = person
  const own = { ...attributes, active: isActive }
  const extensions = userType.extensions.map(({ urn }) => urn).filter((urn) => urn in attributes)
  return {
    schemas: [userType.schema.urn, ...extensions],
    id,
    ...own,
    meta: {
      resourceType: userType.name,
      created: createdAt,
      lastModified: laterOf(updatedAt, memberUpdatedAt),
      location: `${url}${userType.endpoint}/${id}`,
      version: versionOf(JSON.stringify(own)),
    },
  }
}

/** `members` is absent where nobody asked for them. */
export function groupResource(
  url: string,
  { id, displayName, externalId, version, createdAt, updatedAt }: ScimGroup,
  members: readonly string[] | undefined,
): Resource {
  const people = (members ?? []).map((value) => ({
    value,
    $ref: `${url}${userType.endpoint}/${value}`,
    type: userType.name,
  }))
  return {
    schemas: [groupType.schema.urn],
    id,
    ...(externalId !== null && { externalId }),
    displayName,
    ...(members !== undefined && { members: people }),
    meta: {
      resourceType: groupType.name,
      created: createdAt,
      lastModified: updatedAt,
      location: `${url}${groupType.endpoint}/${id}`,
      version: `W/"${version}"`,
    },
  }
}

/** Of what a person is now, whoever changed it. */
const versionOf = (content: string): string => `W/"${hash('sha256', content, 'base64url').slice(0, 22)}"`

/** Which attributes a directory wants; all of them if it does not say. */
export interface Selection {
  readonly attributes: readonly string[]
  readonly excluded: readonly string[]
}

/** Several times as many as there are: each is compared with every attribute of every resource. */
const maxNames = 200

/** As in a query: names, separated by commas. Those that nobody knows choose nothing. */
export function readSelection(
  type: ResourceType,
  attributes: readonly string[],
  excluded: readonly string[],
): Selection {
  if (attributes.length > 0 && excluded.length > 0)
    throw badRequest('invalidSyntax', 'Send either attributes or excludedAttributes, not both.')
  const count = attributes.length + excluded.length
  if (count > maxNames)
    throw badRequest('invalidValue', `${count} attributes are named; the maximum is ${maxNames}.`)
  const core = `${type.schema.urn.toLowerCase()}:`
  const names = (given: readonly string[]) =>
    given
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== '')
      .map((name) => (name.startsWith(core) ? name.slice(core.length) : name))
  return { attributes: names(attributes), excluded: names(excluded) }
}

export const wants = ({ attributes, excluded }: Selection, name: string): boolean =>
  attributes.length > 0
    ? attributes.some((one) => one === name || one.startsWith(`${name}.`))
    : !excluded.includes(name)

const always: ReadonlySet<string> = new Set(['id', 'schemas'])

export function selected(resource: Resource, selection: Selection): object {
  const { attributes, excluded } = selection
  if (attributes.length === 0 && excluded.length === 0) return resource
  const chosen: [string, unknown][] = []
  for (const [name, value] of Object.entries(resource)) {
    const kept = always.has(name) ? value : selectedOf(name.toLowerCase(), value, selection)
    if (kept !== undefined) chosen.push([name, kept])
  }
  return Object.fromEntries(chosen)
}

/** A value as far as it is wanted, undefined if it is not. */
function selectedOf(name: string, value: unknown, { attributes, excluded }: Selection): unknown {
  const between = name.startsWith('urn:') ? ':' : '.'
  const partsIn = (names: readonly string[]): readonly string[] =>
    names.filter((one) => one.startsWith(`${name}${between}`)).map((one) => one.slice(name.length + 1))
  if (attributes.length > 0) {
    if (attributes.includes(name)) return value
    const parts = partsIn(attributes)
    return parts.length > 0 ? withParts(value, (part) => parts.includes(part)) : undefined
  }
  if (excluded.includes(name)) return undefined
  const parts = partsIn(excluded)
  return parts.length > 0 ? withParts(value, (part) => !parts.includes(part)) : value
}

function withParts(value: unknown, isWanted: (part: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => withParts(one, isWanted))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([part]) => isWanted(part.toLowerCase())))
}

/** Whether an `If-Match` or `If-None-Match` names a version; weak tags are all that there are. */
export const names = (header: string, version: string): boolean =>
  header.trim() === '*' ||
  header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === version.replace(/^W\//, ''))
