import { useState } from 'react'
import { RefLink } from '../../values/ref-link.tsx'
import { Button } from '../../design/button.tsx'
import { ScoreBar } from './score-bar.tsx'
import styles from './scorecards.module.css'
import type { Standing } from './tally.ts'

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 })

const atOnce = 50

/** Which teams look after theirs best. */
export function Leaderboard({ standings }: { readonly standings: readonly Standing[] }) {
  const [shown, setShown] = useState(atOnce)
  const rest = standings.length - shown
  return (
    <>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Place</th>
              <th scope="col">Team</th>
              <th scope="col">Mean score</th>
              <th scope="col">Scores</th>
              <th scope="col">Without a fault</th>
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
        <Button look="quiet" onClick={() => setShown(shown + atOnce)}>
          Show {Math.min(atOnce, rest)} more
        </Button>
      )}
    </>
  )
}
