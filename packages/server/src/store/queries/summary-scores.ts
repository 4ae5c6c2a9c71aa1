import type { RuleOutcome } from '@svc/model'
import type { PartitionId } from '../partition-id.ts'
import { type Sql, textOrNull } from '../sql.ts'

export interface StoredScore {
  readonly entityId: string
  readonly scorecardId: string
  readonly score: number
}

/** The scores of some entities on all scorecards. */
export async function scoresOf(
  sql: Sql,
  partitionId: PartitionId,
  entityIds: readonly string[],
): Promise<readonly StoredScore[]> {
  const rows = await sql.all(
    `select entity_id, scorecard_id, score from scores
     where partition_id = ? and ${sql.dialect.oneOf('entity_id')}`,
    [partitionId, JSON.stringify(entityIds)],
  )
  return rows.map(toScore)
}

export interface FullScore extends StoredScore {
  readonly tier: string | null
  readonly rules: readonly RuleOutcome[]
}

/** The same with the outcome of each rule. */
export async function fullScoresOf(
  sql: Sql,
  partitionId: PartitionId,
  entityIds: readonly string[],
): Promise<readonly FullScore[]> {
  const rows = await sql.all(
    `select entity_id, scorecard_id, score, tier, rules from scores
     where partition_id = ? and ${sql.dialect.oneOf('entity_id')}`,
    [partitionId, JSON.stringify(entityIds)],
  )
  return rows.map((row) => ({
    ...toScore(row),
    tier: textOrNull(row.tier),
    rules: JSON.parse(String(row.rules)) as readonly RuleOutcome[],
  }))
}

const toScore = (row: Readonly<Record<string, unknown>>): StoredScore => ({
  entityId: String(row.entity_id),
  scorecardId: String(row.scorecard_id),
  score: Number(row.score),
})
