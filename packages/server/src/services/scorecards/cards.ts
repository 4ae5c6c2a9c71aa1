import { type Kinds, kinds, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { scorecardTimes } from '../../store/queries/scorecards.ts'
import type { Pace } from '../pace.ts'
import type { ScorecardTerms } from './score.ts'

type Scorecard = Stored<Kinds['scorecard']>

interface CacheEntry {
  /** The revision of the list, and when each of the cards last changed. */
  readonly state: string
  readonly cards: readonly ScorecardTerms[]
}

/** By partition, the most recently loaded last. */
const cache = new Map<PartitionId, CacheEntry>()
const maxCached = 64

/**
 * All scorecards of a partition, as far as grading needs them. They are read and parsed again only when one has
 * changed: with its descriptive texts a card is up to a megabyte, and grading runs after every commit.
 */
export async function scorecardsIn(change: Change, pace: Pace): Promise<readonly ScorecardTerms[]> {
  const { partitionId } = change
  const times = await change.run(scorecardTimes, partitionId)
  const revision = await change.revisionOf(kinds.scorecard)
  // Including the times: after a failover to an older copy the same revision may mean something else.
  const state = [revision, ...times.map(({ id, updatedAt }) => `${id} ${updatedAt}`)].join('\n')
  const known = cache.get(partitionId)
  if (revision !== undefined && known?.state === state) return known.cards

  const cards: ScorecardTerms[] = []
  for (const { id } of times) {
    const stored = await change.find(kinds.scorecard, id)
    if (stored) cards.push(toTerms(stored.record as Scorecard))
    await pace.pause()
  }
  cache.delete(partitionId)
  // Changes of this transaction may still be rolled back.
  if (revision !== undefined) cache.set(partitionId, { state, cards })
  for (const oldest of cache.keys()) if (cache.size > maxCached) cache.delete(oldest)
  return cards
}

/** What grading needs of a card, without the texts for people. */
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
