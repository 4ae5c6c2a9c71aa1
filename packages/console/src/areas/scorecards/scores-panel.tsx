import type { Resource, RuleOutcome, ScorecardRule } from '@svc/model'
import { entityKindNames, entityKinds, kinds } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX, ShieldCheck } from 'lucide-react'
import { useMode } from '../../session/mode.tsx'
import { keyOf, useRecord } from '../../api/records.ts'
import { Badge } from '../../design/badge.tsx'
import { Card } from '../../design/card.tsx'
import { classes } from '../../design/classes.ts'
import { Empty } from '../../design/empty.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { NextStep } from './next-step.tsx'
import { nextTier } from './next-tier.ts'
import { pathOf } from '../../values/ref-link.tsx'
import type { RecordProps } from '../../values/area-parts.ts'
import styles from '../../record/record-page.module.css'

/** The score of an entity on each scorecard that grades it. */
export function Scores({ kind, record }: RecordProps) {
  const { client, mode } = useMode()
  const entityKind = entityKindNames.find((one) => entityKinds[one] === kind.name)
  const entityId = String(record.id)
  const found = useQuery({
    queryKey: [...keyOf(mode, kinds.score), 'by', entityId],
    queryFn: ({ signal }) => client.call('listScores', { query: { entityKind, entityId }, signal }),
  })
  if (found.isError) return <Problem error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton />
  if (found.data.scores.length === 0) {
    return (
      <Empty icon={ShieldCheck} title="Not graded by any scorecard">
        A scorecard grades every entity of its kinds and in its scope, shortly after either changes.
      </Empty>
    )
  }
  return (
    <div className={styles.halves}>
      {found.data.scores.map((score) => (
        <Score key={score.scorecardId} score={score} />
      ))}
    </div>
  )
}

function Score({ score }: { readonly score: Resource<typeof kinds.score> }) {
  const found = useRecord(kinds.scorecard, score.scorecardId)
  const scorecard = found.data?.record
  const rules = scorecard?.rules ?? []
  const applicableRules = score.rules.filter(({ applicable }) => applicable)
  return (
    <Card>
      <div className={styles.stack}>
        <div className={styles.scored}>
          <h2>
            <Link to={pathOf(kinds.scorecard.path, score.scorecardId)}>{scorecard?.name ?? 'Scorecard'}</Link>
          </h2>
          {score.tier && <Badge word={score.tier} />}
          <strong>{score.score}</strong>
        </div>
        <meter className={styles.meter} min={0} max={100} value={score.score} aria-label="Score" />
        <ul className={styles.rules}>
          {applicableRules.map((outcome) => (
            <Rule
              key={outcome.ruleId}
              outcome={outcome}
              rule={rules.find(({ id }) => id === outcome.ruleId)}
            />
          ))}
        </ul>
        {scorecard && nextTier(scorecard.rules, scorecard.tiers, score) && (
          <p>
            <strong>Next:</strong> <NextStep scorecard={scorecard} score={score} />
          </p>
        )}
      </div>
    </Card>
  )
}

const Rule = ({
  outcome: { ruleId, passed },
  rule,
}: {
  readonly outcome: RuleOutcome
  readonly rule: ScorecardRule | undefined
}) => (
  <li className={classes(styles.rule, passed ? styles.passed : styles.failed)}>
    {passed ? <CircleCheck aria-label="passed" /> : <CircleX aria-label="failed" />}
    {rule?.label ?? ruleId}
  </li>
)
