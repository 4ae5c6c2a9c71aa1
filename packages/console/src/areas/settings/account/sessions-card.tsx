import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endSession, readSessions } from '../../../session/session-calls.ts'
import { useSignOut } from '../../../session/sign-out.ts'
import { Badge } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { tell, tellTrouble } from '../../../design/toast.tsx'
import { ConfirmDialog } from '../../../design/confirm-dialog.tsx'
import parts from '../../../design/parts.module.css'
import { Table, Td } from '../../../design/table.tsx'
import { When } from '../../../words/when.tsx'
import styles from './account.module.css'
import { browserOf } from './browser-of.ts'
import { methodInWords } from './method-words.ts'
import { RevokeTokens } from './revoke-tokens.tsx'

export function SessionsCard() {
  const found = useQuery({ queryKey: ['sessions'], queryFn: readSessions })
  const queries = useQueryClient()
  const leave = useSignOut()
  const [isLeaving, setLeaving] = useState(false)
  const [revokeTokens, setRevokeTokens] = useState(false)
  const end = async (id: string) => {
    await endSession(id).then(
      () => tell('Session ended'),
      (error: Error) => tellTrouble('Not ended', error),
    )
    await queries.invalidateQueries({ queryKey: ['sessions'] })
  }
  return (
    <Card
      title="Sessions"
      isFlush
      actions={
        <Button look="danger" onClick={() => setLeaving(true)}>
          Sign out everywhere
        </Button>
      }
    >
      {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Skeleton rows={2} />}
      {found.data && (
        <Table label="Sessions" columns={['Where', 'How', 'Last used', 'Signed in', 'Ends', '']}>
          {found.data.sessions.map(
            ({ id, agent, address, usedAt, createdAt, expiresAt, isCurrent, ...how }) => (
              <tr key={id}>
                <Td>
                  <span className={parts.row}>
                    <span className={styles.browser} title={agent ?? undefined}>
                      {browserOf(agent)}
                    </span>
                    {isCurrent && <Badge word="this session" />}
                  </span>
                  {address && <div className={parts.faint}>{address}</div>}
                </Td>
                <Td name="How">{methodInWords(how)}</Td>
                <Td name="Last used">
                  <When at={usedAt} />
                </Td>
                <Td name="Signed in">
                  <When at={createdAt} />
                </Td>
                <Td name="Ends">
                  <When at={expiresAt} />
                </Td>
                <Td>
                  {!isCurrent && (
                    <Button
                      aria-label={`End the session in ${browserOf(agent)}`}
                      onClick={() => void end(id)}
                    >
                      End
                    </Button>
                  )}
                </Td>
              </tr>
            ),
          )}
        </Table>
      )}
      <ConfirmDialog
        isOpen={isLeaving}
        title="Sign out everywhere?"
        verb="Sign out everywhere"
        onClose={() => setLeaving(false)}
        onConfirm={() => leave({ everywhere: true, revokeTokens })}
        more={<RevokeTokens value={revokeTokens} onChange={setRevokeTokens} />}
      >
        All your sessions will end, including this one.
      </ConfirmDialog>
    </Card>
  )
}
