import { entityKinds, kindNamed, severalOfKind } from '@svc/model'
import type { Owners, Score, Scorecard } from './scores.ts'

export interface Share {
  /** Null for entities in no tier. */
  readonly tier: string | null
  /** 0 for no tier; higher is better. */
  readonly rank: number
  readonly count: number
}

/** How many are in each tier, the highest first, those in no tier last. */
export function tally({ tiers }: Scorecard, scores: readonly Score[]): readonly Share[] {
  const counts = Map.groupBy(scores, ({ tier }) => tier)
  const rising = tiers.toSorted((a, b) => a.minScore - b.minScore)
  const count = (tier: string | null) => counts.get(tier)?.length ?? 0
  return [
    ...rising.map(({ name }, index) => ({ tier: name, rank: index + 1, count: count(name) })).reverse(),
    { tier: null, rank: 0, count: count(null) },
  ]
}

export const meanOf = (scores: readonly Pick<Score, 'score'>[]): number | null =>
  scores.length === 0 ? null : scores.reduce((sum, { score }) => sum + score, 0) / scores.length

export interface Standing {
  readonly teamId: string | null
  readonly graded: number
  readonly mean: number
  /** How many of their scores are perfect. */
  readonly full: number
}

/** The standing of each team, best first, without what has an unknown owner. Among equals, teams that own more come first. */
export function standings(
  scores: readonly Pick<Score, 'entityId' | 'score'>[],
  owners: Owners,
): readonly Standing[] {
  const known = scores.filter(({ entityId }) => owners.has(entityId))
  const byTeam = Map.groupBy(known, ({ entityId }) => owners.get(entityId) ?? null)
  return Array.from(byTeam, ([teamId, own]) => ({
    teamId,
    graded: own.length,
    mean: meanOf(own) ?? 0,
    full: own.filter(({ score }) => score === 100).length,
  })).sort((a, b) => b.mean - a.mean || b.graded - a.graded)
}

/** How much it grades, by kind: `14 projects and 3 systems`. */
export function coverageInWords({ applicableKinds }: Scorecard, scores: readonly Score[]): string {
  const byKind = Map.groupBy(scores, ({ entityKind }) => entityKind)
  const parts = applicableKinds.map((kind) => {
    const count = byKind.get(kind)?.length ?? 0
    const { noun } = kindNamed(entityKinds[kind])
    return count === 1 ? `1 ${noun}` : `${count.toLocaleString()} ${severalOfKind({ noun })}`
  })
  return new Intl.ListFormat('en').format(parts)
}
