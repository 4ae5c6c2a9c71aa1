import type { Score, Scorecard } from './scores.ts'

/** The rules that an entity fails, in the words of the scorecard. */
export function failedLabels(
  { rules }: Pick<Scorecard, 'rules'>,
  score: Pick<Score, 'rules'>,
): readonly string[] {
  const labels = new Map(rules.map(({ id, label }) => [id, label]))
  return score.rules
    .filter(({ applicable, passed }) => applicable && !passed)
    .map(({ ruleId }) => labels.get(ruleId) ?? ruleId)
}
