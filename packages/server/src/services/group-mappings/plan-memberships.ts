import { isDeepStrictEqual } from 'node:util'
import { type Kinds, limits, type Mode, type Stored } from '@svc/model'
import type { GivenMembership } from '../../store/queries/group-mappings.ts'
import type { StoredRecord } from '../../store/table.ts'
import type { Person } from './facts.ts'
import type { WantedFor, WantedTeam } from './wanted.ts'

type Team = Stored<Kinds['team']>

/** What is to change in the teams of one mode. */
export interface MembershipPlan {
  readonly teams: readonly { readonly stored: StoredRecord; readonly memberUids: readonly string[] }[]
  readonly joins: readonly Place[]
  readonly leaves: readonly Place[]
  readonly heldBack: readonly Place[]
  readonly gone: readonly GivenMembership[]
  readonly come: readonly GivenMembership[]
}

export interface Place {
  readonly mode: Mode
  readonly teamId: string
  readonly userId: string
}

export interface MembershipFacts {
  readonly mode: Mode
  readonly people: readonly Person[]
  readonly wantedFor: WantedFor
  readonly teams: ReadonlyMap<string, StoredRecord>
  /** Only these teams are looked at; all if absent. */
  readonly only?: ReadonlySet<string> | undefined
}

/** The teams that matter to a plan. */
export function teamIdsFor({
  mode,
  people,
  wantedFor,
  only,
}: Omit<MembershipFacts, 'teams'>): ReadonlySet<string> {
  const all = people.flatMap((person) => [...wantedFor(person).teams, ...person.memberships])
  const ids = all.filter((one) => one.mode === mode).map(({ teamId }) => teamId)
  return new Set(only ? ids.filter((id) => only.has(id)) : ids)
}

/**
 * Whoever is in a team already was put there by hand, and stays. Whoever was taken out by hand comes back: a team is
 * often written as a whole, by somebody whose copy of it is old. Nobody who is deactivated joins.
 */
export function planMemberships({ mode, people, wantedFor, teams, only }: MembershipFacts): MembershipPlan {
  const members = new Map<string, Set<string>>()
  for (const [id, { record }] of teams) members.set(id, new Set((record as Team).memberUids))
  const changed = new Set<string>()
  const joins: Place[] = []
  const leaves: Place[] = []
  const heldBack: Place[] = []
  const gone: GivenMembership[] = []
  const come: GivenMembership[] = []
  const isMeant = (one: Pick<WantedTeam, 'mode' | 'teamId'>): boolean =>
    one.mode === mode && (!only || only.has(one.teamId))

  for (const person of people) {
    const userId = person.user.id
    const given = new Map(person.memberships.filter(isMeant).map((one) => [one.teamId, one]))
    for (const { teamId, mappingIds } of wantedFor(person).teams.filter(isMeant)) {
      const before = given.get(teamId)
      const there = members.get(teamId)
      if (!there) continue
      const isThere = there.has(userId)
      if (!isThere && !person.user.isActive) {
        if (before) given.delete(teamId)
        continue
      }
      given.delete(teamId)
      const place = { mode, teamId, userId }
      if (!isThere && there.size >= limits.items) {
        heldBack.push(place)
        if (before) gone.push(before)
        continue
      }
      if (!isThere) {
        there.add(userId)
        changed.add(teamId)
        joins.push(place)
      }
      const isByHand = isThere && (before?.isByHand ?? true)
      const next = { ...place, mappingIds, isByHand }
      if (!isDeepStrictEqual(before, next)) come.push(next)
    }
    for (const one of given.values()) {
      gone.push(one)
      if (one.isByHand || !members.get(one.teamId)?.delete(userId)) continue
      changed.add(one.teamId)
      leaves.push({ mode, teamId: one.teamId, userId })
    }
  }
  return {
    teams: [...changed].flatMap((id) => {
      const stored = teams.get(id)
      return stored ? [{ stored, memberUids: [...(members.get(id) ?? [])] }] : []
    }),
    ...{ joins, leaves, heldBack, gone, come },
  }
}

export const isEmpty = ({ gone, come, joins }: MembershipPlan): boolean =>
  gone.length === 0 && come.length === 0 && joins.length === 0
