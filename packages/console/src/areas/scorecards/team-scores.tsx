import { kinds } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import type { RecordProps } from '../../values/area-parts.ts'
import { Empty } from '../../design/empty.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { ScorecardCard } from './scorecard-card.tsx'
import styles from './scorecards.module.css'
import { useAllScores, useOwners, useScorecards } from './scores.ts'
import { countUnknown, UnknownOwners } from './unknown-owners.tsx'

/** How well a team maintains what it owns. */
export function TeamScores({ record }: RecordProps) {
  const team = String(record.id)
  const found = useScorecards()
  const owners = useOwners()
  const scorecards = found.data?.items ?? []
  const answers = useAllScores(scorecards.map(({ id }) => id))
  const error = found.error ?? owners.error
  if (error) return <Problem error={error} onRetry={() => void found.refetch()} />
  if (!found.data || !owners.data) return <Skeleton rows={8} />
  const own = answers.map(({ data }) => data?.scores.filter((one) => owners.data.get(one.entityId) === team))
  const all = answers.flatMap(({ data }) => data?.scores ?? [])
  const isKnown = own.every((scores) => scores !== undefined) && countUnknown(all, owners.data) === 0
  if (isKnown && own.every((scores) => scores?.length === 0)) {
    return (
      <Empty icon={ShieldCheck} title="Nothing this team owns is graded">
        A scorecard grades every entity of its kinds and in its scope, shortly after either changes.
      </Empty>
    )
  }
  const list: string = kinds.scorecard.path
  return (
    <div className={styles.page}>
      <div className={styles.cards}>
        {scorecards.map((scorecard, index) =>
          own[index]?.length === 0 ? null : (
            <ScorecardCard key={scorecard.id} scorecard={scorecard} scores={own[index]} />
          ),
        )}
      </div>
      <UnknownOwners scores={all} owners={owners.data} />
      <p>
        <Link to={list}>Compare with other teams</Link>
      </p>
    </div>
  )
}
