import { inWords, type RotaPerson } from '@svc/model'
import type { ReactNode } from 'react'
import { Card } from '../../design/card.tsx'
import { Note } from '../../design/note.tsx'
import { type Binding, isOld, whyNobody } from './words.ts'
import { RefLink } from '../../values/ref-link.tsx'
import { Reach } from '../../values/reach.tsx'
import { longTime } from '../../words/times.ts'
import styles from '../../record/record-page.module.css'
import { nextOf } from './rota-words.ts'

/** Who is on call according to a binding, until when, and how that is known. */
export function OnCallNow({ binding }: { readonly binding: Binding }) {
  const { currentlyOnCallUserName: name, currentlyOnCallUserUid: uid, provider } = binding
  const { currentShiftStartsAt: since, currentShiftEndsAt: until, lastFetchError } = binding
  const next = name === null ? undefined : nextOf(binding)
  return (
    <Card title="On call now">
      <div className={styles.stack}>
        {name === null ? (
          <p>
            <strong>Nobody.</strong> {whyNobody(binding)}
          </p>
        ) : (
          <dl className={styles.details}>
            <Fact label="Who">
              <Somebody person={{ uid, name, email: binding.currentlyOnCallUserEmail }} />
            </Fact>
            {since && <Fact label="Since">{longTime(since)}</Fact>}
            {until && <Fact label="Until">{longTime(until)}</Fact>}
            {next !== undefined && <Fact label="Then">{next ? <Somebody person={next} /> : 'Nobody'}</Fact>}
          </dl>
        )}
        {isOld(binding) && (
          <Note tone="warn">
            The last attempt to reach {inWords(provider)} failed, so this may be out of date. {lastFetchError}
          </Note>
        )}
        {provider !== 'manual' && <Asked binding={binding} />}
      </div>
    </Card>
  )
}

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className={styles.detail}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** The last request is not necessarily the last one that succeeded. */
function Asked({ binding: { provider, lastAttemptAt, lastFetchedAt } }: { readonly binding: Binding }) {
  if (lastAttemptAt === null)
    return <p className={styles.quiet}>{inWords(provider)} has not been contacted yet.</p>
  if (lastAttemptAt === lastFetchedAt)
    return <p className={styles.quiet}>Last updated {longTime(lastAttemptAt)}.</p>
  return (
    <p className={styles.quiet}>
      Last tried {longTime(lastAttemptAt)}, without a response.{' '}
      {lastFetchedAt
        ? `The last response came ${longTime(lastFetchedAt)}.`
        : 'There has been no response yet.'}
    </p>
  )
}

/** Members link to their page; everyone is shown with the ways to reach them. */
export const Somebody = ({ person: { uid, name, email, phone } }: { readonly person: RotaPerson }) => (
  <span className={styles.somebody}>
    {uid ? <RefLink id={uid} /> : <span>{name}</span>}
    <Reach uid={uid} email={email} phone={phone} />
  </span>
)
