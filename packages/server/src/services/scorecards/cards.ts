import { type Kinds, kinds, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { scorecardTimes } from '../../store/queries/scorecards.ts'
import type { Pace } from '../pace.ts'
import type { ScorecardTerms } from './score.ts'

type Scorecard = Stored<Kinds['scorecard']>

interface Kept {
  /** The revision of the list, and when each of the cards last changed. */
  readonly state: string
  readonly cards: readonly ScorecardTerms[]
}

/** By partition, the latest last. */
const kept = new Map<PartitionId, Kept>()
const maxKept = 64

/**
 * All scorecards of a partition, as far as grading needs them. They are read and parsed again only when one has
 * changed: with its texts for people a card is up to a megabyte, and every commit is followed by a grading.
 */
export async function scorecardsIn(change: Change, pace: Pace): Promise<readonly ScorecardTerms[]> {
  const { partitionId } = change
  const times = await change.run(scorecardTimes, partitionId)
  const revision = await change.revisionOf(kinds.scorecard)
  // The times too: after a failover to an older copy the same revision may stand for something else.
  const state = [revision, ...times.map(({ id, updatedAt }) => `${id} ${updatedAt}`)].join('\n')
  const known = kept.get(partitionId)
  if (revision !== undefined && known?.state === state) return known.cards

  const cards: ScorecardTerms[] = []
  for (const { id } of times) {
    const stored = await change.find(kinds.scorecard, id)
    if (stored) cards.push(toTerms(stored.record as Scorecard))
    await pace.pause()
  }
  kept.delete(partitionId)
  // What this transaction itself has changed may still be undone.
  if (revision !== undefined) kept.set(partitionId, { state, cards })
  for (const oldest of kept.keys()) if (kept.size > maxKept) kept.delete(oldest)
  return cards
}

/** What grading needs of a card: not what people read. */
const toTerms = (card: Scorecard): ScorecardTerms => ({
  id: card.id,
  applicableKinds: card.applicableKinds,
  rules: card.rules.map(({ id, type, weight, params }) => ({ id, type, weight, params })),
  tiers: card.tiers,
  scopeTeamId: card.scopeTeamId,
  scopeTags: card.scopeTags,
  scopeSystemId: card.scopeSystemId,
  scopeDomainId: card.scopeDomainId,
})
