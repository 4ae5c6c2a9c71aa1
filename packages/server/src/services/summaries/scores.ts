import { type EntitySummary, type Kinds, kinds, type Stored } from '@svc/model'
import { type FullScore, fullScoresOf, scoresOf } from '../../store/queries/summary-scores.ts'
import { slicesOf } from '../../store/records.ts'
import { type Context, partitionOf, recordsOf } from '../context.ts'
import { inParts } from '../in-parts.ts'
import { sliceBytes } from '../records/lists.ts'
import type { Subject } from './subjects.ts'

export interface Scores {
  /** Its own, the lowest first. */
  readonly own: (subject: Subject) => EntitySummary['scores']
  /** The averages of its projects, the lowest first. */
  readonly ofProjects: (subject: Subject) => EntitySummary['projectScores']
}

/** How entities and the projects of groups are graded. */
export async function gradesOf(ctx: Context, subjects: readonly Subject[]): Promise<Scores> {
  const partition = partitionOf(ctx.caller, kinds.score)
  const full = await inParts(
    subjects.map(({ id }) => id),
    async (ids) => Map.groupBy(await ctx.store.run(fullScoresOf, partition, ids), ({ entityId }) => entityId),
  )
  const grouped = [...new Set(subjects.flatMap(({ isGroup, appIds }) => (isGroup ? appIds : [])))]
  const plain = await inParts(grouped, async (ids) =>
    Map.groupBy(await ctx.store.run(scoresOf, partition, ids), ({ entityId }) => entityId),
  )
  const cards = await cardsWith(ctx, [...full.values(), ...plain.values()].flat())
  return {
    own: ({ id }) =>
      (full.get(id) ?? [])
        .flatMap(({ scorecardId, score, tier, rules }) => {
          const card = cards.get(scorecardId)
          if (!card) return []
          const failed = rules.filter(({ applicable, passed }) => applicable && !passed)
          const labels = failed.flatMap(({ ruleId }) => card.labels.get(ruleId) ?? [])
          return [{ scorecardId, name: card.name, score, tier, failed: labels }]
        })
        .toSorted((a, b) => a.score - b.score || (a.name < b.name ? -1 : 1)),
    ofProjects: ({ isGroup, appIds }) => {
      const all = isGroup ? appIds.flatMap((appId) => plain.get(appId) ?? []) : []
      return Array.from(
        Map.groupBy(all, ({ scorecardId }) => scorecardId),
        ([scorecardId, own]) => ({
          scorecardId,
          name: cards.get(scorecardId)?.name ?? '',
          average: Math.round((10 * own.reduce((sum, { score }) => sum + score, 0)) / own.length) / 10,
          projects: own.length,
        }),
      ).toSorted((a, b) => a.average - b.average || (a.name < b.name ? -1 : 1))
    },
  }
}

interface Card {
  readonly name: string
  readonly labels: ReadonlyMap<string, string>
}

/** Of each scorecard only what its rules are called: with its texts it can be large. */
async function cardsWith(
  ctx: Context,
  scores: readonly Pick<FullScore, 'scorecardId'>[],
): Promise<ReadonlyMap<string, Card>> {
  const kind = kinds.scorecard
  const ids = [...new Set(scores.map(({ scorecardId }) => scorecardId))]
  const found = new Map<string, Card>()
  if (ids.length === 0) return found
  const query = {
    where: [{ field: 'id', oneOf: ids }],
    fields: ['name', 'rules'],
    limit: 50,
    bytes: sliceBytes,
  }
  for await (const slice of slicesOf(recordsOf(ctx, kind), kind, query))
    for (const { record } of slice) {
      const { id, name, rules } = record as Stored<Kinds['scorecard']>
      found.set(id, { name, labels: new Map(rules.map((rule) => [rule.id ?? '', rule.label])) })
    }
  return found
}
