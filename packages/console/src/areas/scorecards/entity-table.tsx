import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { RefLink } from '../../values/ref-link.tsx'
import { Button } from '../../design/button.tsx'
import { Input } from '../../design/field.tsx'
import { Select } from '../../design/select.tsx'
import { nounOf, pageOf } from '../../values/entity-look.ts'
import { NextStep } from './next-step.tsx'
import { ScoreBar } from './score-bar.tsx'
import { failedLabels } from './failed-labels.ts'
import { ScoresCsvButton } from './scores-csv-button.tsx'
import type { Owners, Score, Scorecard } from './scores.ts'
import styles from './scorecards.module.css'

interface EntityTableProps {
  readonly scorecard: Scorecard
  readonly scores: readonly Score[]
  /** Undefined while they are being found out. */
  readonly owners: Owners | undefined
  readonly isPartial: boolean
}

const collator = new Intl.Collator()
const pageSize = 100
const any = 'any'
const none = 'none'

/** The score of each entity, worst first, and the least work that brings it to the next tier. */
export function EntityTable({ scorecard, scores, owners, isPartial }: EntityTableProps) {
  const { tier, q, order } = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const navigate = useNavigate()
  const [shown, setShown] = useState(pageSize)
  const ask = (changes: Record<string, string | undefined>) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, ...changes }),
      replace: true,
    })
  const words = typeof q === 'string' ? q.toLowerCase() : ''
  const sign = order === 'best' ? -1 : 1
  // Separate from filtering: thousands are not sorted again with each letter typed.
  const ordered = useMemo(
    () =>
      scores.toSorted((a, b) => sign * (a.score - b.score) || collator.compare(a.entityName, b.entityName)),
    [scores, sign],
  )
  const rows = ordered
    .filter((one) => tier === undefined || (one.tier ?? none) === tier)
    .filter(({ entityName }) => entityName.toLowerCase().includes(words))
  return (
    <>
      <div className={styles.tools}>
        <Input
          type="search"
          aria-label="Search entities"
          placeholder="Search…"
          value={typeof q === 'string' ? q : ''}
          onChange={(event) => ask({ q: event.target.value || undefined })}
        />
        <div className={styles.select}>
          <Select
            aria-label="Tier"
            value={typeof tier === 'string' ? tier : any}
            options={[
              { value: any, label: 'All tiers' },
              ...scorecard.tiers.map(({ name }) => ({ value: name, label: name })),
              { value: none, label: 'no tier' },
            ]}
            onChange={(value) => ask({ tier: value === any ? undefined : value })}
          />
        </div>
        <div className={styles.select}>
          <Select
            aria-label="Order"
            value={order === 'best' ? 'best' : 'worst'}
            options={[
              { value: 'worst', label: 'Worst first' },
              { value: 'best', label: 'Best first' },
            ]}
            onChange={(value) => ask({ order: value === 'best' ? value : undefined })}
          />
        </div>
        <span className={styles.soft}>{rows.length.toLocaleString()}</span>
        {owners && (
          <ScoresCsvButton scorecard={scorecard} scores={rows} owners={owners} isPartial={isPartial} />
        )}
      </div>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              {['Name', 'Owner', 'Score', 'Tier', 'Failed', 'What to do next'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((score) => (
              <Row key={score.entityId} scorecard={scorecard} score={score} owners={owners} />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length === 0 && <p className={styles.none}>Nothing matches. Try fewer filters.</p>}
      {rows.length > shown && (
        <Button look="quiet" onClick={() => setShown(shown + pageSize)}>
          Show {Math.min(pageSize, rows.length - shown)} more
        </Button>
      )}
    </>
  )
}

interface RowProps {
  readonly scorecard: Scorecard
  readonly score: Score
  readonly owners: Owners | undefined
}

function Row({ scorecard, score, owners }: RowProps) {
  const failed = failedLabels(scorecard, score)
  return (
    <tr>
      <th scope="row">
        <Link to={pageOf(score.entityKind, score.entityId)}>{score.entityName}</Link>
        <span className={styles.kind}>{nounOf(score.entityKind)}</span>
      </th>
      <td>
        <Owner of={score} owners={owners} />
      </td>
      <td>
        <ScoreBar score={score.score} />
      </td>
      <td>{score.tier ?? '–'}</td>
      <td className={styles.wide}>{failed.length === 0 ? '–' : failed.join(', ')}</td>
      <td className={styles.wide}>
        <NextStep scorecard={scorecard} score={score} />
      </td>
    </tr>
  )
}

/** The owner; that it is not known yet, or not at all, is not the same as none. */
function Owner({ of: { entityId }, owners }: { readonly of: Score; readonly owners: Owners | undefined }) {
  if (!owners) return <span className={styles.soft}>…</span>
  const teamId = owners.get(entityId)
  if (teamId === undefined) return <span className={styles.soft}>unknown</span>
  return teamId === null ? '–' : <RefLink id={teamId} />
}
