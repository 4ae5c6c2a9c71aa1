import { Download } from 'lucide-react'
import { nameLoaderFor } from '../../api/names.ts'
import { Button } from '../../design/button.tsx'
import { tell, tellTrouble } from '../../design/toast.tsx'
import { csvLine } from '../../list/csv/csv-line.ts'
import { csvName, saveCsv } from '../../list/csv/save-csv.ts'
import { useMode } from '../../session/mode.tsx'
import { nounOf } from '../../values/entity-look.ts'
import { failedLabels } from './failed-labels.ts'
import { adviceFor, nextTier } from './next-tier.ts'
import type { Owners, Score, Scorecard } from './scores.ts'

interface ScoresCsvButtonProps {
  readonly scorecard: Scorecard
  /** Those that are shown, in this order. */
  readonly scores: readonly Score[]
  readonly owners: Owners
  /** Whether there are more than were loaded. */
  readonly isPartial: boolean
}

const columns = ['Name', 'Kind', 'Owner', 'Score', 'Tier', 'Failed', 'What to do next', 'Id']

/** Downloads the table as it is filtered, to hand over to those who have something to do. */
export function ScoresCsvButton({ scorecard, scores, owners, isPartial }: ScoresCsvButtonProps) {
  const { client } = useMode()
  const run = async () => {
    try {
      const nameOf = nameLoaderFor(client)
      const lines = await Promise.all(
        scores.map(async (score) => {
          const teamId = owners.get(score.entityId)
          const owner = teamId ? ((await nameOf(teamId))?.name ?? teamId) : teamId
          const { entityId, entityKind, entityName, score: points, tier } = score
          const next = nextTier(scorecard.rules, scorecard.tiers, score)?.rules.map(adviceFor) ?? []
          return csvLine([
            ...[entityName, nounOf(entityKind), owner === undefined ? 'unknown' : owner, points, tier],
            ...[failedLabels(scorecard, score).join('; '), next.join('; '), entityId],
          ])
        }),
      )
      saveCsv([csvLine(columns), ...lines], csvName([scorecard.name]))
      tell(
        `${scores.length.toLocaleString()} rows in the file`,
        isPartial ? 'More are graded: the file has only those that are shown here.' : undefined,
      )
    } catch (error) {
      tellTrouble('No file was made', error as Error)
    }
  }
  return (
    <Button
      look="quiet"
      square
      aria-label="Download as CSV"
      title="Download as CSV"
      onClick={() => void run()}
    >
      <Download aria-hidden />
    </Button>
  )
}
