import { type Mode, type Role, roleReaches } from '@svc/model'
import { type GroupMapping, type Person, sourceOf } from './facts.ts'

/** What the mappings say about one member. */
export interface Wanted {
  readonly role: { readonly role: Role; readonly mappingIds: readonly string[] } | null
  readonly teams: readonly WantedTeam[]
}

export interface WantedTeam {
  readonly mode: Mode
  readonly teamId: string
  readonly mappingIds: readonly string[]
}

export type WantedFor = (person: Pick<Person, 'groups'>) => Wanted

/** Groups are compared as their source writes them: two that differ in case may be two groups. */
export function wantedBy(mappings: readonly GroupMapping[]): WantedFor {
  const byGroup = Map.groupBy(mappings, (mapping) => keyOf(sourceOf(mapping), mapping.group))
  const known = new Map<Person['groups'], Wanted>()
  const find = (groups: Person['groups']): Wanted => {
    const matching = groups.flatMap(({ source, id, name }) => [
      ...(byGroup.get(keyOf(source, id)) ?? []),
      ...((name !== null && byGroup.get(keyOf(source, name))) || []),
    ])
    const own = [...new Map(matching.map((one) => [one.id, one])).values()].sort((a, b) =>
      a.id < b.id ? -1 : 1,
    )
    return { role: highestRole(own), teams: teamsOf(own) }
  }
  return ({ groups }) => {
    const wanted = known.get(groups) ?? find(groups)
    known.set(groups, wanted)
    return wanted
  }
}

const keyOf = (source: string, group: string): string => `${source} ${group}`

function highestRole(mappings: readonly GroupMapping[]): Wanted['role'] {
  const roles = mappings.flatMap(({ role }) => role ?? [])
  const [role] = roles.toSorted((a, b) => (roleReaches(a, b) ? -1 : 1))
  if (role === undefined) return null
  return { role, mappingIds: mappings.filter((one) => one.role === role).map(({ id }) => id) }
}

function teamsOf(mappings: readonly GroupMapping[]): readonly WantedTeam[] {
  const withTeam = mappings.filter(({ teamId }) => teamId !== null)
  const byTeam = Map.groupBy(withTeam, ({ mode, teamId }) => `${mode} ${teamId}`)
  return [...byTeam.values()].flatMap(([first, ...others]) =>
    first?.teamId
      ? [{ mode: first.mode, teamId: first.teamId, mappingIds: [first, ...others].map(({ id }) => id) }]
      : [],
  )
}
