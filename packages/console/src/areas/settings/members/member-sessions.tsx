import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../../design/button.tsx'
import { Dialog } from '../../../design/dialog.tsx'
import parts from '../../../design/parts.module.css'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { tell, tellTrouble } from '../../../design/toast.tsx'
import { When } from '../../../words/when.tsx'
import { ProgramTable } from '../account/program-table.tsx'
import { SessionTable } from '../account/session-table.tsx'
import {
  endGrantOf,
  endSessionOf,
  endSessionsOf,
  readGrantsOf,
  readIdentitiesOf,
  readSessionsOf,
} from './member-calls.ts'
import styles from './members.module.css'

interface MemberSessionsProps {
  readonly uid: string
  readonly name: string
  onClose(): void
}

/** Where a member is signed in, which programs act for them, and by which providers they come. */
export function MemberSessions({ uid, name, onClose }: MemberSessionsProps) {
  const key = ['member-sessions', uid]
  const queries = useQueryClient()
  const found = useQuery({
    queryKey: key,
    queryFn: async () => {
      const [{ sessions }, { grants }, { identities }] = await Promise.all([
        readSessionsOf(uid),
        readGrantsOf(uid),
        readIdentitiesOf(uid),
      ])
      return { sessions, grants, identities }
    },
  })
  const end = (ending: Promise<unknown>, done: string) =>
    void ending
      .then(
        () => tell(done, name),
        (error: Error) => tellTrouble('Not ended', error),
      )
      .then(() => queries.invalidateQueries({ queryKey: key }))
  const { sessions = [], grants = [], identities = [] } = found.data ?? {}
  return (
    <Dialog
      isOpen
      isWide
      title={`Sessions of ${name}`}
      onClose={onClose}
      foot={
        <>
          {sessions.length + grants.length > 0 && (
            <Button look="danger" onClick={() => end(endSessionsOf(uid), 'All sessions ended')}>
              End all
            </Button>
          )}
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <div className={styles.sessions}>
        {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
        {found.isPending && <Skeleton rows={2} />}
        {found.data && sessions.length === 0 && <p className={parts.soft}>Not signed in anywhere.</p>}
        {sessions.length > 0 && (
          <SessionTable sessions={sessions} onEnd={(id) => end(endSessionOf(uid, id), 'Session ended')} />
        )}
        {grants.length > 0 && (
          <>
            <h3>Programs</h3>
            <ProgramTable grants={grants} onEnd={(id) => end(endGrantOf(uid, id), 'Program signed out')} />
          </>
        )}
        {identities.length > 0 && (
          <>
            <h3>Identity providers</h3>
            <ul>
              {identities.map(({ providerId, providerName, email, usedAt }) => (
                <li key={providerId}>
                  {providerName}
                  {email && `, as ${email}`}, last used <When at={usedAt} />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  )
}
