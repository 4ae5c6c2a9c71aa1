import type { Rota } from '@svc/model'
import { Card } from '../../design/card.tsx'
import { longTime } from '../../words/times.ts'
import styles from '../../record/record-page.module.css'
import { Somebody } from './on-call-now.tsx'
import { hasTurns, rotationWords } from './rota-words.ts'

/** A rota in words. */
export function RotaCard({ rota }: { readonly rota: Rota }) {
  const { people, rotation, until, overrides } = rota
  const People = people.length > 1 ? 'ol' : 'ul'
  return (
    <Card title="Rota">
      <div className={styles.stack}>
        <People className={styles.rota}>
          {people.map((person, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: somebody may appear several times.
            <li key={place}>
              <Somebody person={person} />
            </li>
          ))}
        </People>
        {rotation ? (
          <p>
            {hasTurns(rota) ? 'They take turns' : 'Nobody else takes turns'}: {rotationWords(rotation)}. The
            first turn {isPast(rotation.startsAt) ? 'began' : 'begins'} on {longTime(rotation.startsAt)}.
          </p>
        ) : (
          people.length > 1 && <p>There is no rotation: the first person is always on call.</p>
        )}
        {until && (
          <p>
            {isPast(until) ? 'It ended' : 'It ends'} on {longTime(until)}.
          </p>
        )}
        {overrides && overrides.length > 0 && (
          <div>
            <h3 className={styles.quiet}>Overrides</h3>
            <ul className={styles.rota}>
              {overrides.map(({ from, to, person }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two overrides may be equal.
                <li key={place} className={isPast(to) ? styles.quiet : undefined}>
                  <Somebody person={person} /> from {longTime(from)} to {longTime(to)}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Card>
  )
}

const isPast = (iso: string): boolean => Date.parse(iso) <= Date.now()
