import { useState } from 'react'
import { RefLink } from '../../values/ref-link.tsx'
import { Button } from '../../design/button.tsx'
import { ScoreBar } from './score-bar.tsx'
import styles from './scorecards.module.css'
import type { Standing } from './tally.ts'

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 })

const pageSize = 50

/** Teams ranked by how well they look after what they own. */
export function Leaderboard({ standings }: { readonly standings: readonly Standing[] }) {
  const [shown, setShown] = useState(pageSize)
  const rest = standings.length - shown
  return (
    <>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Rank</th>
              <th scope="col">Team</th>
              <th scope="col">Mean score</th>
              <th scope="col">Scores</th>
              <th scope="col">Perfect scores</th>
            </tr>
          </thead>
          <tbody>
            {standings.slice(0, shown).map(({ teamId, graded, mean, full }, index) => (
              <tr key={teamId ?? 'none'}>
                <td>{teamId ? index + 1 : '–'}</td>
                <th scope="row">{teamId ? <RefLink id={teamId} /> : 'No owner'}</th>
                <td>
                  <ScoreBar score={mean} />
                </td>
                <td>{graded.toLocaleString()}</td>
                <td>{percent.format(full / graded)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rest > 0 && (
        <Button look="quiet" onClick={() => setShown(shown + pageSize)}>
          Show {Math.min(pageSize, rest)} more
        </Button>
      )}
    </>
  )
}
